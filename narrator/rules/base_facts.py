"""What is a fact? Something that happened, frozen, with those who may know of it; `facts.py` has all kinds of them.

Here stand, too, the kinds that the table keeps until they take effect (attacks and shields), and those that a
roleset has ready for every night (calls, windows).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from narrator.rules.frozen import Frozen

Knowers = tuple[str, ...] | None
"""Seats that may know a fact; `EVERYBODY` is `None`, `NOBODY` the empty tuple."""

EVERYBODY: Knowers = None
NOBODY: Knowers = ()

EYES_ONLY = "eyes.only"
"""The line after which everybody looks at their page, and may find there what they alone were told."""
LEFT = "left"
"""What somebody dies of who goes home in the middle of the game (G-35)."""


APPLIES: Final[dict[type[Fact], Callable[[Any, Any], None] | None]] = {}
"""How does each kind of fact change the table? `None` stands here for a kind that changes nothing."""


class Fact(Frozen, frozen=True, gc=False):
    """Anything that happened. Nobody may know of it, and it changes nothing, unless its kind says otherwise."""

    @classmethod
    def __init_subclass__(cls, **traits: Any) -> None:
        super().__init_subclass__(**traits)
        APPLIES[cls] = None if cls.apply is Fact.apply else cls.apply

    @property
    def knowers(self) -> Knowers:
        """The seats that may know it."""
        return NOBODY

    def apply(self, table: Any) -> None:
        """Change the table as this fact does."""


class PublicFact(Fact, frozen=True, gc=False):
    """Anything that happened for all to see or hear."""

    @property
    def knowers(self) -> Knowers:
        return EVERYBODY


class PrivateFact(Fact, frozen=True, gc=False):
    """Anything that one seat learned."""

    seat: str

    @property
    def knowers(self) -> Knowers:
        return (self.seat,)


class Attacked(Fact, frozen=True, gc=False):
    """Something befell a seat that kills it at the next dawn, or at that of the `night` named, unless it is averted.
    Only an unfailing shield averts a `certain` one.

    Where the seat dies that dawn, the one who suffers the `recoil` dies with it. `by_pack`: it is the victim of the
    whole pack.
    """

    seat: str
    cause: str
    certain: bool = False
    recoil: str = ""
    by_pack: bool = False
    night: int = 0

    def apply(self, table: Any) -> None:
        table.attacks.append(self)


class Shielded(Fact, frozen=True, gc=False):
    """A seat is safe from certain causes: `protected` before the bite, or `healed` after it, or by whatever means.

    It lasts `until` the `dawn` is over or night falls again (`nightfall`), or until it is `spent` on one cause of
    death at night; the seat that laid it on then has its prompt back. `said` is a line for when it helps by day. One
    that is `unfailing` averts what is certain, too.
    """

    seat: str
    causes: tuple[str, ...]
    how: str = "protected"
    until: str = "dawn"
    laid_by: tuple[str, str] = ("", "")
    said: str = ""
    unfailing: bool = False

    def apply(self, table: Any) -> None:
        table.shields.append(self)


class Called(PublicFact, frozen=True, gc=False):
    """The box called a character (or the lovers, the charmed) by voice."""

    call: str


class WindowOpened(PublicFact, frozen=True, gc=False):
    """The time for a prompt began. In a call at night it begins whether or not the prompt is put to anybody, and
    `asked` is empty; where everybody may know who is asked, they are named, `in_turn` where they vote one by one.

    Where nobody may know, all others have a decoy (G-21): this says how many it lets choose at `most`, and what it
    `offers` that is no seat. Where characters are called together, the time begins for others `beside` the prompt.
    """

    prompt: str
    asked: tuple[str, ...] = ()
    most: int = 1
    offers: tuple[str, ...] = ()
    in_turn: bool = False
    beside: tuple[str, ...] = ()

    def apply(self, table: Any) -> None:
        opened, night = table.opened, table.night
        opened.setdefault(self.prompt, night)
        for prompt in self.beside:
            opened.setdefault(prompt, night)


class Slept(PublicFact, frozen=True, gc=False):
    """The box sent those it had called back to sleep."""

    call: str
