"""What happened: the only things that change a table, and who may know them.

A fact is frozen and told in the past tense. `apply` is all that it does to the table; `knowers` answers who may
learn of it: `EVERYBODY`, `NOBODY`, or a tuple of seats. Playing a game's facts on a fresh table gives its state at
any moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from narrator.rules.prompts import Prompt
    from narrator.rules.table import Table

Knowers = tuple[str, ...] | None
"""Seats that may know a fact; `EVERYBODY` is `None`, `NOBODY` the empty tuple."""

EVERYBODY: Knowers = None
NOBODY: Knowers = ()


class Fact(Protocol):
    """Anything that happened."""

    @property
    def knowers(self) -> Knowers: ...

    def apply(self, table: Table) -> None: ...


class PhaseBegan(NamedTuple):
    """A phase began: the `setup`, or a `night`, `dawn` or `day` with its number."""

    name: str
    number: int = 0
    knowers = EVERYBODY

    @property
    def phase(self) -> str:
        """How a table calls it: `setup`, `night 1`, `day 0`, …"""
        return "setup" if self.name == "setup" else f"{self.name} {self.number}"

    def apply(self, table: Table) -> None:
        table.phase = self.phase
        if self.name == "night":
            table.night = self.number
            table.attacks = []
            table.shields = []


class Dealt(NamedTuple):
    """A card was dealt to a seat, which looked at it."""

    seat: str
    card: str

    @property
    def knowers(self) -> Knowers:
        return (self.seat,)

    def apply(self, table: Table) -> None:
        table.give(self.seat, self.card)
        table.dealt[self.card] = table.dealt.get(self.card, 0) + 1


class CentreLaid(NamedTuple):
    """Cards left over from the deal were laid face down in the centre."""

    cards: tuple[str, ...]
    knowers = NOBODY

    def apply(self, table: Table) -> None:
        table.centre = list(self.cards)
        for card in self.cards:
            table.dealt[card] = table.dealt.get(card, 0) + 1


class Announced(NamedTuple):
    """The box said a cue aloud, with the names or words that stand in it."""

    cue: str
    about: tuple[str, ...] = ()
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        pass


class Called(NamedTuple):
    """The box called a character (or the lovers, the charmed) by voice."""

    call: str
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        pass


class WindowOpened(NamedTuple):
    """The time for a prompt began. In a call by night it begins whether or not the prompt is put to anybody, and
    `asked` is empty; where everybody may know who is asked, they are named."""

    prompt: str
    asked: tuple[str, ...] = ()
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        pass


class Slept(NamedTuple):
    """The box sent those it had called back to sleep."""

    call: str
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        pass


class Asked(NamedTuple):
    """A prompt was put to its seats."""

    prompt: Prompt

    @property
    def knowers(self) -> Knowers:
        return self.prompt.seats

    def apply(self, table: Table) -> None:
        table.prompts.append(self.prompt)
        table.answers[self.prompt.id] = {}


class Told(NamedTuple):
    """A seat was told something in private: `about` a seat or a word (`pack`, `lover`, `victim`), and `what`."""

    seat: str
    about: str
    what: str | tuple[str, ...]

    @property
    def knowers(self) -> Knowers:
        return (self.seat,)

    def apply(self, table: Table) -> None:
        if self.about == "pack":
            table.told_pack[self.seat] = self.what


class Used(NamedTuple):
    """A seat used a power of its card once more."""

    seat: str
    prompt: str
    knowers = NOBODY

    def apply(self, table: Table) -> None:
        key = (self.seat, self.prompt)
        table.used[key] = table.used.get(key, 0) + 1


class Marked(NamedTuple):
    """Something was laid on a seat that stays: the name of the mark says what."""

    seat: str
    mark: str
    knowers = NOBODY

    def apply(self, table: Table) -> None:
        table.marks.setdefault(self.mark, []).append(self.seat)


class Linked(NamedTuple):
    """Two seats fell in love."""

    seats: tuple[str, ...]
    knowers = NOBODY

    def apply(self, table: Table) -> None:
        one, other = self.seats
        table.lover = {one: other, other: one}


class CardTaken(NamedTuple):
    """A seat laid its card into the centre and took one from there."""

    seat: str
    card: str

    @property
    def knowers(self) -> Knowers:
        return (self.seat,)

    def apply(self, table: Table) -> None:
        table.centre[table.centre.index(self.card)] = table.card[self.seat]
        table.give(self.seat, self.card)


class CardGiven(NamedTuple):
    """A seat holds another card from now on, and knows it."""

    seat: str
    card: str

    @property
    def knowers(self) -> Knowers:
        return (self.seat,)

    def apply(self, table: Table) -> None:
        table.give(self.seat, self.card)


class Attacked(NamedTuple):
    """Something befell a seat tonight that kills it at dawn, unless it is averted."""

    seat: str
    cause: str
    knowers = NOBODY

    def apply(self, table: Table) -> None:
        table.attacks.append(self)


class AttackEnded(NamedTuple):
    """An attack came to nothing before dawn."""

    attack: Attacked
    knowers = NOBODY

    def apply(self, table: Table) -> None:
        table.attacks.remove(self.attack)


class Shielded(NamedTuple):
    """Tonight a seat is safe from certain causes."""

    seat: str
    causes: tuple[str, ...]
    knowers = NOBODY

    def apply(self, table: Table) -> None:
        table.shields.append(self)


class Died(NamedTuple):
    """A seat was eliminated; of what, the table need not know."""

    seat: str
    cause: str
    knowers = NOBODY

    def apply(self, table: Table) -> None:
        table.bury(self.seat)
        table.last_death = table.night


class Eliminated(NamedTuple):
    """Seats were named as dead, with the manner the table saw: `dawn`, `vote`, `shot`, `grief`."""

    seats: tuple[str, ...]
    manner: str
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        pass


class CardTurned(NamedTuple):
    """The card of a dead seat was turned up for all, showing `card`."""

    seat: str
    card: str
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        table.turned_up[self.card] = table.turned_up.get(self.card, 0) + 1


class Withdrew(NamedTuple):
    """A seat left the game with its card face down and watches from now on: not dead, and never a winner."""

    seat: str
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        table.bury(self.seat)
        table.witness = self.seat


class OfficeTaken(NamedTuple):
    """A seat holds an office from now on, or nobody does."""

    office: str
    seat: str | None
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        table.office[self.office] = self.seat


class DebateOpened(NamedTuple):
    """The village began to talk."""

    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        pass


class Pointed(NamedTuple):
    """In an open ballot a seat pointed at another for all to see, or (`None`) at nobody any more."""

    seat: str
    at: str | None
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        pass


class Counted(NamedTuple):
    """A ballot was over and shown: who voted for whom (`None` abstained), and what each named seat got."""

    ballot: str
    votes: tuple[tuple[str, str | None], ...]
    tally: tuple[tuple[str, int], ...]
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        pass


class LotDrawn(NamedTuple):
    """A lot decided, for all to see."""

    result: str
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        pass


class Won(NamedTuple):
    """The game ended: who won, and the seats that did, in seat order."""

    winner: str
    seats: tuple[str, ...]
    knowers = EVERYBODY

    def apply(self, table: Table) -> None:
        table.winner = self.winner
        table.winners = self.seats
