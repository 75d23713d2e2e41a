"""The lid of the box, on which tags are laid: what a tag means there, and what the light beside the reader shows.

    tag -> what it is -> for everybody who plays by tag: Presses -> inbox of the box       Presses -> Light of the lid

Whoever has a token, and at this moment neither a page that listens nor a button that is there, plays by tag.

By night whoever is called lays the token of the chosen seat, or a card, or a word. It is taken as the answer of all
who play by tag, be it to their question or to their decoy, so this part of the box knows no more than any of them. By
day, when all are asked, the own token comes first, and says for whom the next tag speaks. The own token, left lying,
has the light tell what its owner was told in this call; at other times it tells nothing, as tokens are soon borrowed.

A tag is answered alike whether it is taken, refused or means nothing: the light blinks, and by night that is all.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from hardware.devices import LID, Event, Found, Lifted, Lost, Touched
from hardware.lights import ASKED, CONFIRMED, FAINT, OFF, Light
from narrator.box.listeners import Listener
from narrator.errors import NarratorError
from narrator.lobby.tags import Known
from narrator.panel.button_language import Presses
from narrator.panel.hub import Hub

LONG = 2.0
"""Seconds after which a token that lies there asks the light to tell."""
FORGET = 12.0
"""Seconds in which, by day, the own token is followed by the tag that it speaks for."""
TOO_LONG = 20.0
"""Seconds after which a tag has been left lying."""
MOST = 10
"""More tags than this within one second are no hand's."""

SPEAKING = ("ask", "told", "debate")
"""What a page is for when the lid is listened to."""
TROUBLES = {
    "left": "A tag has been left on the lid: take it off, or no other can be laid.",
    "two": "Several tags lie on the lid at once: lay one at a time.",
    "rattles": "The reader of tags tells of more tags than anybody can lay: look at its wires, or unplug it.",
    "strange": "What lies on the lid is no tag that the box knows: `narrator tags` teaches it new ones.",
}


class Sitter:
    """A player with a token: `uid` is the tag's number; `token` is the player's own, of pages."""

    def __init__(self, name: str, uid: str, token: str) -> None:
        self.name = name
        self.uid = uid
        self.presses = Presses(token)
        self.listener: Listener | None = None


class Who(NamedTuple):
    """Who plays how, as the lobby has it: what each tag is; by name the tag's number and the own token of pages; by
    number of a token whose it is; and who plays by tag now."""

    known: Mapping[str, Known]
    tokens: Mapping[str, tuple[str, str]]
    names: Mapping[int, str]
    by_tag: frozenset[str]


class Lid:
    """The tags of a panel; see `hub.Part`."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.sitters: dict[str, Sitter] = {}
        self._who = Who({}, {}, {}, frozenset())
        self._table: Mapping[str, Any] = {"stage": "lobby", "sky": "day"}
        self._dealing = False
        self._lying: dict[str, float] = {}
        self._touches: deque[float] = deque(maxlen=MOST + 1)
        self._own: tuple[Sitter, int] | None = None
        self._speaker: tuple[Sitter, float] | None = None
        self._light = Light()
        self._shown = OFF
        self._dark: str | None = None
        self._listener: Listener | None = None

    def listen(self) -> None:
        """See from now on who has a token, and how the game stands."""
        self._listener = self.hub.box.listeners.add("table", None, self._see)
        self.hub.box.call(self.hub.box.publish)
        self._see_readers()

    def hear(self, event: Event, at: float) -> None:
        """A tag has come or gone, or a reader."""
        if isinstance(event, Touched):
            self._lying[event.uid] = at
            self._touches.append(at)
            if not self._rattles(at):
                self._touch(event.uid, at)
                self._see_readers()
        elif isinstance(event, Lifted):
            self._lying.pop(event.uid, None)
            self._lift(event.uid)
        elif isinstance(event, (Lost, Found)):
            self._see_readers()

    def turn(self, now: float) -> float | None:
        """Have the light tell what is to be told, and say what is wrong with what lies there."""
        if self._own is not None and now >= self._lying[self._own[0].uid] + LONG:
            self._tell(self._own[0], now)
            self._own = None
        self._shine(now)
        self._report(now)
        dues = [since + wait for since in self._lying.values() for wait in (LONG, TOO_LONG)]
        return min((due for due in (*dues, self._light.due) if due is not None and due > now), default=None)

    def close(self) -> None:
        """Nobody plays by tag any more."""
        for listener in (self._listener, *(sitter.listener for sitter in self.sitters.values())):
            if listener is not None:
                listener.close()
        unheard = dict.fromkeys(self._who.tokens, False)
        self.hub.box.call(lambda: self.hub.box.reach("tags", unheard))

    def _touch(self, uid: str, at: float) -> None:
        self._own = None
        if self._dealing:
            self._light.blink(CONFIRMED, at)
            self.hub.tell({"do": "laid", "token": self.hub.box.inside, "value": list(self._lying)})
        elif any(sitter.presses.kind in SPEAKING for sitter in self._playing):
            self._light.blink(CONFIRMED, at)
            if len(self._lying) == 1:
                self._mean(uid, at)

    def _lift(self, uid: str) -> None:
        """A short touch of the own token names its owner: that is known only now."""
        sitter, number = self._own or (None, 0)
        if sitter is not None and sitter.uid == uid:
            self._own = None
            if sitter in self._playing and sitter.presses.number == number:
                self._take(sitter, uid)

    @property
    def _playing(self) -> list[Sitter]:
        return [sitter for sitter in self.sitters.values() if sitter.name in self._who.by_tag]

    def _mean(self, uid: str, at: float) -> None:
        owner = next((sitter for sitter in self._playing if sitter.uid == uid), None)
        asked = [sitter for sitter in self._playing if sitter.presses.asked]
        if any(sitter.presses.public for sitter in asked):
            self._vote(asked, owner, uid, at)
        elif owner is not None and owner.presses.kind == "debate":
            self.hub.tell({"do": "call-vote", "token": owner.presses.token})
        else:
            for sitter in asked:
                if sitter is not owner:
                    self._take(sitter, uid)
            if owner is not None:
                self._own = owner, owner.presses.number

    def _vote(self, asked: list[Sitter], owner: Sitter | None, uid: str, at: float) -> None:
        """First one's own token, then the choice; whoever is asked alone needs not say who it is."""
        speaker, said = self._speaker or (None, 0.0)
        self._speaker = None
        if speaker in asked and at < said + FORGET:
            self._take(speaker, uid)
        elif owner in asked:
            self._speaker = owner, at
        elif len(asked) == 1:
            self._take(asked[0], uid)

    def _take(self, sitter: Sitter, uid: str) -> None:
        kind, what = self._who.known.get(uid, (None, None))
        meaning = sitter.presses.take(self._who.names.get(int(what)) if what and kind == "token" else what)
        if meaning.message is not None:
            self.hub.ask(sitter.presses.token, sitter.presses.see, meaning.message)

    def _tell(self, sitter: Sitter, now: float) -> None:
        """A token is soon borrowed: so it has the light tell what this call told, and nothing of other calls."""
        if sitter.presses.kind in ("ask", "told"):
            self._light.blink(sitter.presses.tell(), now)

    def _shine(self, now: float) -> None:
        playing = self._table["stage"] == "game" and self._playing
        asked = any(sitter.presses.asked for sitter in self._playing)
        self._light.glow = OFF if not playing else ASKED if asked else FAINT
        colour = self._light.shows(now)
        if colour != self._shown:
            self._shown = colour
            self._dark = None
            try:
                self.hub.light(LID, colour)
            except NarratorError as error:
                self._dark = error.sentence

    def _report(self, now: float) -> None:
        """What is wrong is said by day: by night it would tell that somebody has laid a tag just now."""
        if self._table["stage"] == "game" and self._table["sky"] == "night":
            return
        self.hub.report("tag-light", self._dark)
        strange = self._lying.keys() - self._who.known.keys()
        wrong = {
            "left": any(now >= since + TOO_LONG for since in self._lying.values()),
            "two": len(self._lying) > 1,
            "rattles": self._rattles(now),
            "strange": bool(strange) and not self._dealing,
        }
        for trouble, sentence in TROUBLES.items():
            self.hub.report(f"tag-{trouble}", sentence if wrong[trouble] else None)

    def _rattles(self, now: float) -> bool:
        return len(self._touches) > MOST and now <= self._touches[0] + 1.0

    # What the lid knows of the table.

    def _see(self, page: str) -> None:
        """The box's own thread hands over what everybody may see, and looks who plays how."""
        box, lobby = self.hub.box, self.hub.box.lobby
        uids = {int(known.what): uid for uid, known in box.tags if known.kind == "token"}
        numbers = {name: number for name, number in lobby.tag_numbers.items() if number in uids}
        there = self.hub.buttons
        by_tag = [name for name in numbers if not box.is_here(name) and lobby.buttons.get(name) not in there]
        tokens = {name: (uids[number], lobby.token_of(name) or "") for name, number in numbers.items()}
        names = {number: name for name, number in numbers.items()}
        who = Who(dict(box.tags), tokens, names, frozenset(by_tag))
        self.hub.later(partial(self._know, json.loads(page), who, box.dealing is not None))

    def _know(self, table: Mapping[str, Any], who: Who, dealing: bool) -> None:
        self._table, self._dealing = table, dealing
        before, self._who = self._who, who
        if who.tokens != before.tokens:
            self._seat(who)
            self._see_readers()

    def _seat(self, who: Who) -> None:
        for name, sitter in list(self.sitters.items()):
            if who.tokens.get(name) != (sitter.uid, sitter.presses.token):
                if sitter.listener is not None:
                    sitter.listener.close()
                del self.sitters[name]
        for name, (uid, token) in who.tokens.items():
            if name not in self.sitters:
                self.sitters[name] = sitter = Sitter(name, uid, token)
                sitter.listener = self.hub.box.listeners.add("player", token, partial(self._hear_page, sitter))
                self.hub.ask(sitter.presses.token, sitter.presses.see)
        if self._own is not None and self._own[0] not in self.sitters.values():
            self._own = None

    def _see_readers(self) -> None:
        box = self.hub.box
        found: dict[str, str] = {}
        for device in self.hub.devices:
            found.update(device.readers)
        there, heard = bool(found), dict.fromkeys(self._who.tokens, bool(found))
        box.call(lambda: box.lid(there))
        box.call(lambda: box.reach("tags", heard))
        self.hub.report("tag-beeps", next(filter(None, found.values()), None))

    def _hear_page(self, sitter: Sitter, page: str) -> None:
        self.hub.later(lambda: sitter.presses.see(json.loads(page)))
