"""What does a press of a seat's button mean now, and what does the seat's light show? Decided here and nowhere else.

It is decided from the seat's own page alone, which describes a decoy as it describes a question. When a light shines,
and how, depends only on the presses and on what everybody knows; the lengths and the colour of counted blinks are for
its holder alone.

    short   count one more: the number of presses is the number of the choice (a seat to the left, a card, a word)
    long    confirm what was counted, one after the other where two are to be chosen; with no count, the light tells
    double  pass; where nothing is asked, the light tells the seat's own card
    two long ones without a count, during a vote: the secret sign
    three short ones and a long one, by day, while nothing is asked: the box says its last line again
    held    by day, without a count: what can be done at any time of the day; see `acts.py`

At night the light of the seat that a count has reached glows, no matter who counts, and for what.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from hardware.devices import Colour
from hardware.gestures import Felt
from hardware.lights import ASKED, CONFIRMED, FAINT, FLASH, GREEN, OFF, PASSED, RED, WARM, Blinks, counted
from narrator.panel.acts import Acting
from narrator.telling.legend import GOOD

COLOURS = {True: GREEN, False: RED, None: WARM}
"""The colours in which something is told: what is good, what is not, and what is neither."""
FORGET = 3.0
"""Seconds after the last press in which a count can still be confirmed or continued."""
FORGET_PASS = 0.6
"""The same after a double press, which may have been a count of two."""

AGAIN = 3
"""The count that has the last line said again: one more than a double press; no phone is borrowed with so few."""


class Meaning(NamedTuple):
    """What comes of a press: a message to the box, and what the light does at once."""

    message: dict[str, Any] | None = None
    blinks: Blinks | None = None


class Presses:
    """The presses of one seat; `token` is the seat's own."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.acting = Acting()
        self._page: Mapping[str, Any] = {"stage": "lobby", "acts": None}
        self._screen: Mapping[str, Any] = {"kind": "lobby", "number": 0, "aside": None}
        self._count = 0
        self._uncounted = False
        self._forget = 0.0
        self._signs_until = 0.0
        self._picked: list[str] = []
        self._answered = False
        self._passed = False

    def see(self, page: Mapping[str, Any]) -> None:
        """Go by this page from now on."""
        if page["screen"]["number"] != self._screen["number"]:
            self._count = 0
            self._picked = []
            self._answered = self._passed = False
            if page["screen"]["kind"] == "ask":
                self.acting.close()  # what is counted now answers the question
        if page["acts"] != self._page["acts"]:
            self.acting.see(page["acts"])
        self._page, self._screen = page, page["screen"]

    def feel(self, felt: Felt) -> Meaning:
        """What does this press mean?"""
        if not self._plays and not self.may_act:
            return Meaning(blinks=FLASH if felt.what == "down" and self._page["stage"] == "lobby" else None)
        if felt.what == "down":
            return self._down(felt.at)
        if felt.what == "short":
            self._count += 1
            return Meaning()
        if felt.what == "held":
            return self._hold(felt.at)
        if felt.at < self.acting.until:
            return self._act(felt)
        if felt.what == "double":
            self._forget = felt.at + FORGET_PASS
            return self.decline() if self.asked else Meaning(blinks=self._told(self._page["light"]["cards"]))
        number, self._count = self._count, 0
        self._uncounted = number == 0
        if self._uncounted:
            return self._sign(felt.at) or Meaning(blinks=self.blinks())
        if self.asked:
            return self.choose(self._numbered(number))
        if self._screen["kind"] == "debate" and number == 1:
            return Meaning({"do": "call-vote", "token": self.token}, CONFIRMED)
        if number == AGAIN and self._page["sky"] == "day":
            return Meaning({"do": "say-again", "token": self.token}, CONFIRMED)
        if self._page["lent"]:
            return Meaning({"do": "borrow", "token": self.token, "number": number}, CONFIRMED)
        return Meaning()

    def glow(self, now: float) -> Colour:
        """What does the light show when it does not blink?"""
        if not self._plays or (self._count and now < self._forget) or self._burnt_out:
            return OFF
        return ASKED if now < self.acting.until or (self.asked and not self._seen_to_answer) else FAINT

    def considered(self, now: float) -> str | None:
        """Which seat has the count reached, in a window of the night?"""
        page, screen = self._page, self._screen
        if not self._plays or now >= self._forget or page["sky"] != "night" or not self.asked or screen["public"]:
            return None
        seats = [seat["name"] for seat in page["seats"]]
        own = seats.index(page["you"]["seat"])
        return seats[(own + self._count) % len(seats)] if 0 < self._count <= len(seats) else None

    @property
    def counts(self) -> bool:
        """Has this seat counted to something, now or a moment ago?"""
        return self._count > 0

    @property
    def due(self) -> float:
        """When does the glow change, if nothing happens? Infinite, when it does not."""
        return min([inf, *[self._forget] * self.counts, *[self.acting.until] * self.may_act])

    @property
    def asked(self) -> bool:
        """Is this seat asked something, be it a question or a decoy?"""
        return bool(self._screen["kind"] == "ask")

    @property
    def may_act(self) -> bool:
        """Is this a time when everybody may act, apart from answering what all are asked?"""
        return self._page["acts"] is not None

    @property
    def _seen_to_answer(self) -> bool:
        """At night only presses show, and no answer by phone: a restart may forget one that was a decoy's."""
        return self._answered or (self._screen["public"] and self._screen["chosen"] is not None)

    @property
    def _burnt_out(self) -> bool:
        """Is the candle of this seat out, while nothing is asked there?"""
        own = self._page["you"]["seat"]
        return not self.asked and any(seat["name"] == own and seat["candle"] is False for seat in self._page["seats"])

    @property
    def _plays(self) -> bool:
        """Is this seat in a game, alive or with a last word to say?"""
        page = self._page
        return page["stage"] == "game" and page["light"] is not None and (page["you"]["alive"] or self.asked)

    def _down(self, at: float) -> Meaning:
        if at >= self._forget:
            self._count = 0
            if self._passed:
                self.forget()
        self._forget = at + FORGET
        if at < self.acting.until:
            self.acting.go_on(at)
        return Meaning(blinks=FLASH)

    def _hold(self, at: float) -> Meaning:
        if not self.may_act or not self._uncounted:
            return Meaning()
        self._signs_until = 0.0
        self.acting.begin(at)
        return Meaning(blinks=self._told(self.acting.numbers))

    def _act(self, felt: Felt) -> Meaning:
        number, self._count, self._uncounted = self._count, 0, False
        if felt.what == "double":
            self.acting.close()
            return Meaning(blinks=PASSED)
        if number == 0:
            return Meaning(blinks=self._told(self.acting.numbers))
        return self.done(self.acting.confirm(number))

    def done(self, what: tuple[str, str] | None) -> Meaning:
        """What it means to do this, or nothing that can be done: the light answers both alike."""
        if what is None:
            return Meaning(blinks=CONFIRMED)
        act, value = what
        return Meaning({"do": "act", "token": self.token, "what": act, "value": [value]}, CONFIRMED)

    @property
    def kind(self) -> str:
        """What is this seat's page for? `ask`, `told`, `debate` …"""
        return str(self._screen["kind"])

    @property
    def public(self) -> bool:
        """Does everybody know that this seat is asked?"""
        return bool(self.asked and self._screen["public"])

    @property
    def number(self) -> int:
        """The number of the question."""
        return int(self._screen["number"])

    def take(self, value: str | None) -> Meaning:
        """What does it mean to lay down a seat, a card or a word? `pass` and `no` decline, and `yes` during a vote is
        the sign, unless these can be chosen."""
        if any(choice["value"] == value for choice in self._screen["choices"]):
            if self._passed:
                self.forget()
            return self.choose(value)
        if value in ("pass", "no"):
            return self.decline()
        if value == "yes" and self._screen["aside"] is not None:
            return self._give_sign()
        return Meaning(blinks=CONFIRMED)

    def choose(self, value: str | None) -> Meaning:
        """Choose this, in addition to earlier choices where several are wanted; what cannot be chosen means nothing."""
        screen = self._screen
        self._answered = True
        self._passed = False
        if len(self._picked) == screen["most"]:
            self._picked = []
        choice = next((choice for choice in screen["choices"] if choice["value"] == value), None)
        if choice is None or value in self._picked:
            return Meaning(blinks=CONFIRMED)
        if any(other["part"] for other in screen["choices"]):
            here = [other["value"] for other in screen["choices"] if other["part"] == choice["part"]]
            self._picked = [picked for picked in self._picked if picked not in here]
        elif choice["word"]:
            self._picked = []
        self._picked.append(choice["value"])
        complete = len(self._picked) >= screen["least"]
        return Meaning(self._answer(self._picked) if complete else None, CONFIRMED)

    def decline(self) -> Meaning:
        """Pass, or say no, where that can be done."""
        self._answered = self._passed = True
        if self._screen["may_pass"]:
            return Meaning(self._answer([]), PASSED)
        says_no = any(choice["value"] == "no" for choice in self._screen["choices"])
        return Meaning(self._answer(["no"]) if says_no else None, PASSED)

    def forget(self) -> None:
        """Forget what was chosen or declined before."""
        self._picked = []
        self._passed = False

    def blinks(self) -> Blinks:
        """What was chosen, by the pack too, or what was told, or what can be chosen: the first that there is."""
        return self._told(*self._to_show())

    def _numbered(self, number: int) -> str | None:
        """The choice of this number: in the part of the answer that comes next, where it is in several. Where one can
        only say yes, any number says it: others may have several to count."""
        if [one["value"] for one in self._screen["choices"]] == ["yes"]:
            return "yes"
        part = len(self._picked) % self._screen["most"]
        found = [one for one in self._screen["choices"] if one["number"] == number]
        here = [one for one in found if one["part"] == part] or found
        return here[0]["value"] if here else None

    def _sign(self, at: float) -> Meaning | None:
        if self._screen["aside"] is None:
            return None
        again, self._signs_until = at < self._signs_until, at + FORGET
        return self._give_sign() if again else None

    def _give_sign(self) -> Meaning:
        message = {"do": "sign", "token": self.token, "number": self._screen["number"], "value": ["yes"]}
        return Meaning(message, CONFIRMED)

    def _answer(self, value: list[str]) -> dict[str, Any]:
        return {"do": "answer", "token": self.token, "number": self._screen["number"], "value": list(value)}

    def _to_show(self) -> tuple[list[int], bool | None]:
        screen, light = self._screen, self._page["light"]
        told = light["told"] or [], light["good"]
        if not self.asked:
            return told
        numbers = {choice["value"]: choice["tells"] for choice in screen["choices"]}
        picked = self._picked if 0 < len(self._picked) < screen["least"] else screen["chosen"]
        if picked is not None or light["others"]:
            chosen = [*(numbers[value] for value in picked or ()), *light["others"]]
            return chosen, next((good for word, good in GOOD.items() if {numbers.get(word)} == set(chosen)), None)
        return (list(numbers.values()), None) if light["told"] is None else told

    def _told(self, numbers: list[int], good: bool | None = None) -> Blinks:
        return counted(numbers, self._page["light"]["most"], COLOURS[good])
