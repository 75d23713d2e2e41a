"""Facts that only a variant brings: a second card, candles, a deck that is not what it seems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import convert

from narrator.rules.base_facts import EVERYBODY, Fact, Knowers, PublicFact
from narrator.rules.frozen import Frozen
from narrator.rules.hidden_cards import GUESTS
from narrator.rules.hidden_cards import SECOND as SECOND
from narrator.rules.table import Table

VOICE, STAND = "voice", "stand"
"""Noted of a day: whom each seat accuses, and of the `accusations` who stands accused, each with the phase."""


class SecondDealt(Fact, frozen=True, gc=False):
    """A second card was dealt to a seat, face up (`open`) or `secret`; it has the powers of both (VA-05, VA-06)."""

    seat: str
    card: str
    lies: str

    @property
    def knowers(self) -> Knowers:
        return EVERYBODY if self.lies == "open" else (self.seat,)

    def apply(self, table: Table) -> None:
        table.noted[self.seat, SECOND] = self.lies
        table.part[self.seat] = self.card
        table.dealt[self.card] = table.dealt.get(self.card, 0) + 1


class StoodUp(PublicFact, frozen=True, gc=False):
    """These seats stand until somebody names them innocent (VA-03)."""

    seats: tuple[str, ...]


class SatDown(PublicFact, frozen=True, gc=False):
    """A seat that stood was named innocent and sits now (VA-03)."""

    seat: str


class Denounced(PublicFact, frozen=True, gc=False):
    """A seat was accused `by` others; once it is `seconded` it stands accused for the rest of the day (G-15)."""

    seat: str
    by: tuple[str, ...]
    seconded: bool

    def apply(self, table: Table) -> None:
        for by in self.by:
            table.noted.pop((by, VOICE), None)
            table.noted[by, VOICE] = table.phase, self.seat
        if self.seconded:
            phase, seats = table.noted.get(("accusations", STAND), ("", ()))
            table.noted["accusations", STAND] = table.phase, (*(seats if phase == table.phase else ()), self.seat)


class CandlesOut(PublicFact, frozen=True, gc=False):
    """The candles of seats that have died went out, put out by their own hand or not (VA-01)."""

    seats: tuple[str, ...]
    by_own_hand: bool


class DeckFeigned(Fact, frozen=True, gc=False):
    """Everybody takes these cards to be in the deck, and plain villagers were dealt in their place (VA-08)."""

    cards: tuple[str, ...]

    def apply(self, table: Table) -> None:
        filler = table.rules.filler
        for card in self.cards:
            table.dealt[card] = table.dealt.get(card, 0) + 1
            table.dealt[filler] = max(0, table.dealt.get(filler, 0) - 1)


class Luggage(Frozen, frozen=True, gc=False):
    """What somebody takes along to another village: the `card`, the `marks` that lie on it, what was `used` up, the
    lives lost, and what everybody may know (`born`, `lodge`). `hidden` are the cards that it might be, as far as the
    village left behind knows (VA-02). `second` is another card and how it lies; whoever was `found_out` votes no more.
    """

    card: str
    marks: tuple[str, ...] = ()
    used: tuple[tuple[str, int], ...] = ()
    lives_lost: int = 0
    facts: tuple[tuple[str, str | int], ...] = ()
    hidden: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    found_out: bool = False


def unpacked(kept: Any) -> Luggage:
    """Luggage as a journal has kept it, whose tuples have become lists; raises `ValidationError` for anything else."""
    return convert(_in_tuples(kept), Luggage)


def _in_tuples(what: Any) -> Any:
    if isinstance(what, Mapping):
        return {key: _in_tuples(part) for key, part in what.items()}
    return tuple([_in_tuples(part) for part in what]) if isinstance(what, list | tuple) else what


class Departed(PublicFact, frozen=True, gc=False):
    """A seat left for another village with its card face down: not dead, and never a winner here (VA-02). Its house
    stays empty (BD-18), and its love is over."""

    seat: str
    village: str

    def apply(self, table: Table) -> None:
        table.bury(self.seat)
        for other in table.lover.pop(self.seat, ()):
            left = tuple(beloved for beloved in table.lover.pop(other, ()) if beloved != self.seat)
            table.lover.update({other: left} if left else {})
        table.noted[self.seat, "witness"] = True
        table.sides_changed = True


class Packed(Fact, frozen=True, gc=False):
    """What somebody took along who left."""

    seat: str
    luggage: Luggage


class Knocked(PublicFact, frozen=True, gc=False):
    """Somebody from another village waits to be let in."""

    seat: str
    village: str


class Arrived(Fact, frozen=True, gc=False):
    """Somebody from another village sits down at the end of the circle, with what was in the luggage."""

    seat: str
    luggage: Luggage

    def apply(self, table: Table) -> None:
        seat, luggage = self.seat, self.luggage
        if seat not in table.seats:
            table.seats += (seat,)
        table.noted.pop((seat, "witness"), None)
        table.last_side.pop(seat, None)
        table.dealt[luggage.card] = table.dealt.get(luggage.card, 0) + 1
        table.living, table.prey = table.including(table.living, seat), table.including(table.prey, seat)
        table.give(seat, luggage.card)
        for mark, seats in table.marks.items():  # what lay on somebody who comes home lies there no more
            if mark not in table.rules.hanging:
                table.marks[mark] = [other for other in seats if other != seat]
        for mark in luggage.marks:
            table.marks.setdefault(mark, []).append(seat)
        table.used.update({(seat, prompt): times for prompt, times in luggage.used})
        table.noted.update({(seat, key): value for key, value in luggage.facts})
        if luggage.lives_lost:
            table.lives_lost[seat] = luggage.lives_lost
        guests = table.noted.get(GUESTS, ())
        table.noted[GUESTS] = (*guests, *[card for card in luggage.hidden if card not in guests])
        table.sort(seat)
