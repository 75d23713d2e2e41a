"""The page with devices (`narrator play --fake-hardware`): what people do there goes to the fake devices, and what
those show comes back, with the names of those who sit there and the meaning of the tags.

    page -> FakePage -> Fake -> panel          panel -> Fake -> FakePage -> page
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Literal, get_args

from msgspec import Struct, ValidationError, convert
from msgspec.json import encode

from hardware.devices import Colour
from hardware.fake import KEYS, Fake
from narrator.box.box import Box
from narrator.box.messages import Sent
from narrator.box.messages.kinds import OF_THE_DOOR
from narrator.box.pages.listeners import Listener, Listeners
from narrator.box.pages.village_types import PageData
from narrator.errors import NarratorError
from narrator.lobby.tags import Known

Word = Literal["yes", "no", "pass", "stranger"]
"""What a tag says that is neither a card nor a token; a `stranger` is one that nobody has ever shown to the box."""
WORDS: tuple[Word, ...] = ("yes", "no", "pass")
Way = Literal["press", "type", "lay", "stick", "rattle", "unplug"]
"""The ways in which something can be switched on, as in `Fake`."""


class Turn(Struct, forbid_unknown_fields=True):
    """Somebody turns the knob, by this many clicks."""

    do: Literal["turn"]
    number: int


class Switch(Struct, forbid_unknown_fields=True):
    """Somebody switches something on or off: `what` is a place, a key or a tag, as in `Fake`."""

    do: Way
    what: str
    value: bool


class PretendedTag(PageData, tag_field="kind"):
    """Something that can be laid on the lid."""

    uid: str


class TokenTag(PretendedTag, tag="token"):
    """Whose it is stands beside the button of this place: `seat 3`."""

    seat: str


class CardTag(PretendedTag, tag="card"):
    card: str


class WordTag(PretendedTag, tag="word"):
    word: Word


class DevicesPage(PageData):
    """What the page with devices shows: the colour of every light by its place, what is switched on and in which way,
    who has the button of a place, all tags, and what keys there are."""

    version: int
    boot: str
    kind: Literal["hardware"]
    lights: Mapping[str, Colour]
    on: list[tuple[Way, str]]
    names: dict[str, str]
    tags: list[TokenTag | CardTag | WordTag]
    keys: tuple[str, ...]


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
        self._tags: list[TokenTag | CardTag | WordTag] = []
        fake.changed = self._publish
        box.listeners.watch(self._look)
        self._look()

    def ask(self, message: Sent) -> dict[str, Any]:
        """Do what somebody does on the page: a `Turn` or a `Switch`."""
        move = {part: value for part, value in message.items() if part not in (*OF_THE_DOOR, "tap")}
        try:
            if message.get("do") == "turn":
                self.fake.turn(convert(move, Turn).number)
            else:
                moved = convert(move, Switch)
                self.fake.switch(moved.do, moved.what, moved.value)
        except NarratorError as error:
            return {"ok": False, "code": error.code, "sentence": error.sentence}
        except ValidationError:
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
        return encode(
            DevicesPage(
                version=self._version,
                boot=self.box.boot,
                kind="hardware",
                names=self._names,
                tags=self._tags,
                keys=KEYS,
                **self.fake.state(),
            )
        ).decode()

    def _look(self) -> None:
        """See who has which button, and which cards are on the table; in the box's thread."""
        names = {f"seat {button}": name for name, button in self.box.lobby.buttons.items()}
        mix = self.box.known_mix or dict.fromkeys(self.box.rules.cards, 1)
        copies = [(card, n) for card, number in mix.items() for n in range(1, number + 1)]
        tags: list[TokenTag | CardTag | WordTag] = [
            *(TokenTag(uid=uid(f"token {seat}"), seat=seat) for seat in self.fake.seats),
            *(CardTag(uid=uid(f"card {card} {n}"), card=card) for card, n in copies),
            *(WordTag(uid=uid(word), word=word) for word in get_args(Word)),
        ]
        self.box.tags.fake = {
            **{uid(f"token {seat}"): Known("token", str(number)) for seat, number in self.fake.seats.items()},
            **{uid(f"card {card} {n}"): Known("card", card) for card, n in copies},
            **{uid(word): Known("word", word) for word in WORDS},
        }
        if (names, tags) != (self._names, self._tags):
            self._names, self._tags = names, tags
            self._publish()
