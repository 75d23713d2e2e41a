"""What do pages show after a game, and to the dead during it? How it went, awards, the bets of the dead."""

from __future__ import annotations

from msgspec import field

from narrator.box.pages.village_types import Named, PageData


class ShownAward(PageData):
    """An award: what it is called, and who has it for what."""

    title: str
    text: str


class FinalCard(PageData):
    """What one seat held when the game was over, and for which side; `second` is its other card, where everybody had
    two, and `house` the building in which it lived last."""

    name: str
    id: str
    card: str
    side: str
    alive: bool
    second: Named | None = None
    house: Named | None = None


class ShownChapter(PageData):
    """What happened in one phase."""

    phase: str
    lines: list[str]


class Arrow(PageData):
    """Who did what to whom."""

    from_: str = field(name="from")
    to: str
    what: str


class After(PageData):
    """How the game went: shown to everybody when it is over. `events` are the event cards drawn, in their order."""

    winner: str
    winners: list[str]
    cards: list[FinalCard]
    awards: list[ShownAward]
    story: list[ShownChapter]
    arrows: list[Arrow]
    events: list[Named] = field(default_factory=list)


class OpenBet(PageData):
    """What one of the dead may bet on, and what they have `chosen`: a bet stands. A choice is its value and a label."""

    id: str
    title: str
    choices: list[Named]
    chosen: str | None
