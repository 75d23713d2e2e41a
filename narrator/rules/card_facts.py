"""What happens to cards: which are dealt, laid out, taken, drawn and given, and who plays another one's part."""

from __future__ import annotations

from narrator.rules.base_facts import Fact, PrivateFact, PublicFact
from narrator.rules.hidden_cards import heir_may_be_alive
from narrator.rules.table import Table


class Dealt(PrivateFact, frozen=True, gc=False):
    """A card was dealt to a seat, which looked at it; `coin` is the coin that stands for it, if one does."""

    card: str
    coin: str = ""

    def apply(self, table: Table) -> None:
        table.card[self.seat] = self.card
        table.sort(self.seat)
        table.dealt[self.card] = table.dealt.get(self.card, 0) + 1


class CentreLaid(Fact, frozen=True, gc=False):
    """Cards left over from the deal were laid face down in the centre."""

    cards: tuple[str, ...]

    def apply(self, table: Table) -> None:
        table.centre = list(self.cards)
        for card in self.cards:
            table.dealt[card] = table.dealt.get(card, 0) + 1


class PartsLaid(PublicFact, frozen=True, gc=False):
    """Cards were laid ready to be played as parts; everybody hears them called."""

    cards: tuple[str, ...]

    def apply(self, table: Table) -> None:
        table.laid_ready = self.cards


class PartTaken(PrivateFact, frozen=True, gc=False):
    """A seat took one of the cards that lay ready and has its powers in addition to its own until the next night."""

    card: str

    def apply(self, table: Table) -> None:
        table.play(self.seat, self.card)
        table.fresh[self.seat] = table.night


class PartEnded(Fact, frozen=True, gc=False):
    """A seat's part was over."""

    seat: str

    def apply(self, table: Table) -> None:
        table.play(self.seat, None)


class CardTaken(PrivateFact, frozen=True, gc=False):
    """A seat laid its card into the centre and took one from there."""

    card: str

    def apply(self, table: Table) -> None:
        table.centre[table.centre.index(self.card)] = table.card[self.seat]
        table.give(self.seat, self.card)
        table.fresh[self.seat] = table.night


class CardDrawn(PrivateFact, frozen=True, gc=False):
    """A seat took a card that was not dealt: it has changed the deck, and the table hears the card called."""

    card: str

    def apply(self, table: Table) -> None:
        if table.rules.cards[self.card].heir and not heir_may_be_alive(table):
            table.gone = dict(table.turned_up)
        table.dealt[self.card] = table.dealt.get(self.card, 0) + 1
        table.give(self.seat, self.card)
        table.drawn += ((self.card, table.night),)
        table.fresh[self.seat] = table.night + 1


class CardGiven(PrivateFact, frozen=True, gc=False):
    """A seat holds another card from now on, and knows it; its first call comes in the next night."""

    card: str

    def apply(self, table: Table) -> None:
        table.give(self.seat, self.card)
        table.fresh[self.seat] = table.night + 1


class Served(PublicFact, frozen=True, gc=False):
    """A seat laid its own `card` before another one that is to die, its master, to take the other's place.

    The master keeps the side held so far, but cannot win with a loner's. On the next night first calls sound again.
    """

    seat: str
    master: str
    card: str

    def apply(self, table: Table) -> None:
        table.keep_side(self.master)
        table.noted[self.master, "served"] = True
        table.wolf_died |= table.rules.cards[table.card[self.master]].turncoat
        table.card[self.master] = self.card
        table.part.pop(self.master, None)
        table.refresh(self.master)
        table.renewed = table.night + 1
