"""The page with devices (`narrator play --fake-hardware`): what people do there goes to the fake devices, and what
those show comes back, with the names of those who sit there and the meaning of the tags.

    page -> FakePage -> Fake -> panel          panel -> Fake -> FakePage -> page
"""

from __future__ import annotations

import json
import threading
from hashlib import blake2b
from typing import Any

from hardware.fake import KEYS, Fake
from narrator.box.box import Box
from narrator.box.listeners import Listener, Listeners
from narrator.box.messages import Sent
from narrator.errors import NarratorError
from narrator.lobby.tags import Known

WORDS = ("yes", "no", "pass")
STRANGER = "stranger"
"""A tag that the box has never seen."""


def uid(meaning: str) -> str:
    """The number of the fake tag that means this: `token seat 3`, `card seer 1`, `yes`, `no`, `stranger`."""
    return blake2b(meaning.encode(), digest_size=7).hexdigest().upper()


class FakePage:
    """The devices of `fake` beside the box; what the page shows is JSON as for other pages."""

    def __init__(self, box: Box, fake: Fake) -> None:
        self.box = box
        self.fake = fake
        self._listeners = Listeners()
        self._lock = threading.Lock()
        self._version = 0
        self._names: dict[str, str] = {}
        self._tags: list[dict[str, Any]] = []
        fake.changed = self._publish
        box.listeners.watch(self._look)
        self._look()

    def ask(self, message: Sent) -> dict[str, Any]:
        """Do what somebody does on the page: `turn` with a `number` of clicks, or switch something on or off, `do` and
        `what` as in `Fake`, by a `value` of true or false."""
        try:
            if message["do"] == "turn":
                self.fake.turn(int(message["number"]))
            else:
                self.fake.switch(str(message["do"]), str(message["what"]), message["value"] is True)
        except NarratorError as error:
            return {"ok": False, "code": error.code, "sentence": error.sentence}
        except (KeyError, TypeError, ValueError):
            sentence = "What is done on the page has a `do`, and a `number` of clicks or a `what` with a `value`."
            return {"ok": False, "code": "not-understood", "sentence": sentence}
        return {"ok": True}

    def snapshot(self) -> str:
        """What the page shows now, as JSON."""
        with self._lock:
            return self._drawn()

    def listen(self) -> Listener:
        """A listener that gets what the page shows, now and whenever it changes."""
        with self._lock:
            listener = self._listeners.add("hardware", None)
            listener.put(self._drawn())
        return listener

    def _publish(self) -> None:
        with self._lock:
            self._version += 1
            for listener in self._listeners.all:
                listener.put(self._drawn())

    def _drawn(self) -> str:
        view = {"version": self._version, "boot": self.box.boot, "kind": "hardware", **self.fake.state()}
        return json.dumps(view | {"names": self._names, "tags": self._tags, "keys": KEYS}, ensure_ascii=False)

    def _look(self) -> None:
        """See who has which button, and which cards are on the table; in the box's thread."""
        names = {f"seat {button}": name for name, button in self.box.lobby.buttons.items()}
        mix = self.box.known_mix or dict.fromkeys(self.box.rules.cards, 1)
        copies = [(card, n) for card, number in mix.items() for n in range(1, number + 1)]
        tags = [
            *({"uid": uid(f"token {seat}"), "token": seat} for seat in self.fake.seats),
            *({"uid": uid(f"card {card} {n}"), "card": card} for card, n in copies),
            *({"uid": uid(word), "word": word} for word in (*WORDS, STRANGER)),
        ]
        self.box.tags.fake = {
            **{uid(f"token {seat}"): Known("token", str(number)) for seat, number in self.fake.seats.items()},
            **{uid(f"card {card} {n}"): Known("card", card) for card, n in copies},
            **{uid(word): Known("word", word) for word in WORDS},
        }
        if (names, tags) != (self._names, self._tags):
            self._names, self._tags = names, tags
            self._publish()
