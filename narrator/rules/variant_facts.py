"""Facts that only a variant brings: a second card, candles, a deck that is not what it seems."""

from __future__ import annotations

from narrator.rules.base_facts import EVERYBODY, Fact, Knowers, PublicFact
from narrator.rules.table import Table

SECOND = "second"
"""Noted of a seat that holds two cards: whether the second lies `open` or is `secret`."""


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
