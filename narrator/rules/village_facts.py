"""What happens only in the village around the characters: its buildings, its events, what the dead say."""

from __future__ import annotations

from narrator.rules.base_facts import Fact, PublicFact
from narrator.rules.table import Table


class Housed(PublicFact, frozen=True, gc=False):
    """A seat lives in this building from now on, its power whole; where its occupant died, it sits in their place."""

    seat: str
    building: str
    place_of: str = ""

    def apply(self, table: Table) -> None:
        table.settle(self.seat, self.building)
        if self.place_of:
            table.move(self.seat, self.place_of)


class PowerSpent(PublicFact, frozen=True, gc=False):
    """A seat used up, or forfeited, the power of its building for all to see."""

    seat: str
    building: str

    def apply(self, table: Table) -> None:
        table.spend(self.seat)


class PowerMended(PublicFact, frozen=True, gc=False):
    """The spent power of a seat's building is whole again."""

    seat: str
    building: str

    def apply(self, table: Table) -> None:
        table.mend(self.seat)


class VotedFirst(PublicFact, frozen=True, gc=False):
    """A seat gave its vote in a ballot before all others, for all to see (`None`: it abstained)."""

    seat: str
    at: str | None

    def apply(self, table: Table) -> None:
        table.ahead[self.seat] = self.at


class VotesVoided(PublicFact, frozen=True, gc=False):
    """The votes that these seats gave before all others count no more: they have died or lost their vote since, or
    whom they named can be chosen no more."""

    seats: tuple[str, ...]

    def apply(self, table: Table) -> None:
        table.ahead = {seat: choice for seat, choice in table.ahead.items() if seat not in self.seats}


class EventsLaid(Fact, frozen=True, gc=False):
    """The deck of events was laid face down, the first to be drawn first."""

    cards: tuple[str, ...]

    def apply(self, table: Table) -> None:
        table.event_deck = self.cards


class EventDrawn(PublicFact, frozen=True, gc=False):
    """An event card was drawn and held up for all; `skipped` where it could not be played."""

    card: str
    skipped: bool = False

    def apply(self, table: Table) -> None:
        drawn = self.card
        table.event_deck = tuple([card for card in table.event_deck if card != drawn])


class RuleBegan(PublicFact, frozen=True, gc=False):
    """What an event says holds from now on: until the next `nightfall` or `dawn`, or until it is used up. If it held
    before, it is now the one that began last (EV-62)."""

    rule: str
    until: str = ""

    def apply(self, table: Table) -> None:
        table.in_force.pop(self.rule, None)
        table.in_force[self.rule] = self.until
        table.opened.setdefault(self.rule, table.night)


class RuleEnded(PublicFact, frozen=True, gc=False):
    """What an event said holds no more."""

    rule: str

    def apply(self, table: Table) -> None:
        del table.in_force[self.rule]


class WentAway(PublicFact, frozen=True, gc=False):
    """Seats are away until `nightfall` or `dawn`: they neither vote nor can be voted for. While `fasting` they do not
    hunt."""

    seats: tuple[str, ...]
    until: str
    fasting: bool = False

    def apply(self, table: Table) -> None:
        table.away.update(dict.fromkeys(self.seats, self.until))
        if self.fasting:
            table.fasting += self.seats


class VoteWeighed(PublicFact, frozen=True, gc=False):
    """From now on a seat's vote counts so much, unless it counts for more anyway."""

    seat: str
    votes: int

    def apply(self, table: Table) -> None:
        table.weighty[self.seat] = self.votes


class Revived(PublicFact, frozen=True, gc=False):
    """A seat was not dead after all, and lives on as this card, one more of its kind, without powers."""

    seat: str
    card: str

    def apply(self, table: Table) -> None:
        table.dealt[self.card] = table.dealt.get(self.card, 0) + 1
        table.revive(self.seat, self.card)


class PowersSwapped(Fact, frozen=True, gc=False):
    """Two seats, each named with its card, have the powers of each other's from now on, or their own again; what is
    spent goes along."""

    one: tuple[str, str]
    other: tuple[str, str]

    @property
    def seats(self) -> tuple[str, str]:
        """The two seats."""
        return self.one[0], self.other[0]

    def apply(self, table: Table) -> None:
        table.swap(self.one, self.other)


class SpiritAnswered(Fact, frozen=True, gc=False):
    """The dead answered a question of a spiritualism card, asked by the medium: `yes` or `no`. `truth` is what would
    have been true, as far as the box can know; empty where it cannot. Nobody may know that before the game is over."""

    card: str
    question: str
    medium: str
    spirit: str
    answer: str
    truth: str

    @property
    def lied(self) -> bool:
        """Does the box know that the answer was wrong?"""
        return self.truth not in ("", self.answer)
