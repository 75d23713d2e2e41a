"""What do pages show of how it is played? Options, presets, the village and its events, as the host sets them.

`page_types.py` has everything else.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

OptionGroup = Literal["rules", "village", "events", "variants", "secret"]
"""What an option belongs to, in the order in which the host sees them; `secret` is what only the host may know."""


class PageData(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is common to all views: they are made whole, and say nothing that is not written down here."""


class Named(PageData):
    """A card, or a language, by its name."""

    id: str
    name: str


class House(PageData):
    """The building in which somebody lives; `spent` if its power is used up."""

    id: str
    name: str
    spent: bool


class ShownBuilding(PageData):
    """A building of the village, in words: what whoever lives there may do."""

    id: str
    name: str
    is_: str = field(name="is")
    advice: str


class ShownEvent(PageData):
    """An event card, in words."""

    id: str
    name: str
    text: str


class Copies(PageData):
    """A card or a building of the roleset, and how many of it there may be. What is `printed` on it stands here where
    plain words have another name for it."""

    id: str
    name: str
    copies: int
    printed: str = ""


class OptionValue(PageData):
    """One way in which an option can be set; with a `number` where it is one of many that differ in nothing else."""

    value: str
    label: str
    number: int | None = None


class ShownOption(PageData):
    """A rule that the host may choose, among others of its `group`. Of some `several` values may be chosen together;
    they stand in one `value`, with spaces, which is `off` where there are none."""

    id: str
    name: str
    text: str
    values: list[OptionValue]
    value: str
    group: OptionGroup = "rules"
    several: bool = False


Balance = Literal["even", "village", "village-far", "werewolves", "werewolves-far", "open"]
"""Whom a game is easier for, if all play by chance, and whether by far; `open`: somebody else may well win."""


class Preset(PageData):
    """Options that go well together, to be set by one tap; `balance` where it is known for as many as are there."""

    id: str
    name: str
    text: str
    balance: Balance | None


class VillageSetup(PageData):
    """How many there are of each building, and how many there could be; what players without one are (`homeless`); and
    in which `houses` the host has put whom."""

    buildings: list[Copies]
    numbers: dict[str, int]
    homeless: Named
    proposed: bool
    houses: dict[str, str]


class EventChoice(PageData):
    """An event card; `asks` is what it needs to know of everybody, `printed` as on a card."""

    id: str
    name: str
    text: str
    asks: Literal["born", "lodge"] | None
    printed: str = ""


class EventsSetup(PageData):
    """The cards of the deck of events: those `left_out`, or where they are `stacked` all of them in their order; and
    who has said when they were `born`, and their `lodge`: never what they said."""

    cards: list[EventChoice]
    stacked: bool
    stack: list[str]
    left_out: list[str]
    born: list[str]
    lodge: list[str]


class AboutYou(PageData):
    """What a player has said for those event cards that need it."""

    born: int | None
    lodge: Literal["sun", "moon"] | None
