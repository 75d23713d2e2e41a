"""What does each page show? Every view that the box sends to a page is one of these, as JSON.

A page gets what all pages share (`Shared`), and what it alone shows (its part):

    table   Shared                  player  Shared + PlayerPart             lent  Shared + LentPart
    host    Shared + HostInLobby, or in a game Shared + HostInGame          deck  Deck, and nothing else

`PAGES` says so in code. Every part of a view is always there, except those that may be `UNSET`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from msgspec import UNSET, UnsetType, field

from narrator.box.village_types import AboutYou, Copies, EventsSetup, Named, PageData, Preset, ShownOption, VillageSetup
from narrator.lobby.dealing import Wanted

PageKind = Literal["player", "host", "table", "lent", "deck", "hardware"]
"""Whose page it is. A player's and a host's page show a token; neither the table page nor what all pages know of
tonight's deck needs one. The page with fake devices, `hardware`, is not drawn by the box itself."""
ScreenKind = Literal["waiting", "lobby", "rest", "ask", "told", "debate", "over"]
Stage = Literal["lobby", "game", "over"]
"""How far an evening has come: before a game, in it, or after it."""


# What everybody sees.


class Countdown(PageData):
    """How long the open window or debate still lasts, in seconds, `of` how many in all; stands still in a pause."""

    left: float
    of: float
    running: bool


class Network(PageData):
    """The Wi-Fi that the box has opened."""

    name: str


class House(PageData):
    """The building in which somebody lives; `spent` if its power is used up."""

    id: str
    name: str
    spent: bool


class ShownEvent(PageData):
    """An event card as all see it."""

    id: str
    name: str
    text: str


class Seat(PageData):
    """One seat as everybody knows it; `card` is the name of a card turned up, `votes` are those who voted for it, and
    `count` is how many votes theirs were. `posters` hang on its door; `candle` says whether its candle still burns."""

    name: str
    alive: bool = True
    left: bool = False
    card: str | None = None
    offices: list[str] = field(default_factory=list)
    waiting: bool = False
    pointing: str | None = None
    votes: list[str] | None = None
    count: int | None = None
    bot: bool = False
    house: House | None = None
    posters: int = 0
    candle: bool | None = None


class FinalCard(PageData):
    """What one seat held when the game was over, and for which side."""

    name: str
    id: str
    card: str
    side: str
    alive: bool


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
    """How the game went: shown to everybody when it is over."""

    winner: str
    winners: list[str]
    cards: list[FinalCard]
    story: list[ShownChapter]
    arrows: list[Arrow]


class Shared(PageData):
    """What all pages of a kind share. `deck` changes when the deck does, `boot` when the box starts again. `event` is
    the event card held up just now, which the player `reader` reads aloud, if anybody; `in_force` are those that still
    hold."""

    version: int
    boot: str
    kind: PageKind
    stage: Stage
    sky: Literal["night", "day"]
    phase: str
    caption: str
    clock: Countdown | None
    paused: str | None
    seats: list[Seat]
    deck: str
    addresses: list[str]
    join: str
    wifi: Network | None
    lent: bool | None
    trouble: list[str]
    event: ShownEvent | None = None
    reader: str | None = None
    in_force: list[ShownEvent] = field(default_factory=list)
    after: After | UnsetType = UNSET


# What a player sees.


class ShownCard(PageData):
    """A character, in words."""

    id: str
    name: str
    is_: str = field(name="is")
    wants: str
    wakes: str


class ShownNote(PageData):
    """Something that a seat was told, and when; the dead may read those of the whole game."""

    phase: str
    text: str


class You(PageData):
    """What a page may know of the seat whose page it is."""

    seat: str
    alive: bool = True
    won: bool | None = None
    card: ShownCard | None = None
    notes: list[ShownNote] = field(default_factory=list)


class Choice(PageData):
    """Something that can be chosen: a seat, unless it is a `word`; `number` is how buttons and lights count it. Where
    an answer has parts, `part` says which of them this can be, from 0 on."""

    value: str
    label: str
    number: int
    word: bool
    part: int = 0


class Aside(PageData):
    """The button beside a vote."""

    label: str
    given: bool


class Screen(PageData):
    """What a player's page shows, and asks. A decoy looks like a question. Where a `line` is to be written, that is how
    many characters it may have."""

    number: int
    kind: ScreenKind
    title: str
    text: str
    choices: list[Choice] = field(default_factory=list)
    least: int = 1
    most: int = 1
    touches: int = 0
    offers: int = 0
    fill: str = ""
    may_pass: bool = False
    pass_label: str = ""
    chosen: list[str] | None = None
    public: bool = False
    aside: Aside | None = None
    line: int = 0


class OpenAct(PageData):
    """Something that a seat may do at any time of the day, once and for good: one of the `choices` with it. `number` is
    how buttons and lights count it."""

    id: str
    title: str
    text: str
    choices: list[Choice]
    number: int


class ShownLight(PageData):
    """What the light of a seat can tell, in numbers: `most` is the highest that any light may have to."""

    most: int
    card: int | None
    told: list[int] | None
    good: bool | None
    others: list[int]


class PlayerPart(PageData):
    """What a player's page alone shows; `you` is nothing where nobody sits, `ghost` where the dead see no more. `acts`
    is what the seat may do beside what is asked; nothing at night, and in games where nobody may act at any time.
    `about` is nothing where no event card asks for it."""

    you: You | None
    screen: Screen
    light: ShownLight | None
    ghost: list[ShownNote] | None
    acts: list[OpenAct] | None
    about: AboutYou | None = None


class LentPart(PageData):
    """What a lent phone shows: how often to press a button, and then the card of the player who did."""

    number: int | None
    you: You | None


# What the host sees.


class Player(PageData):
    """Somebody at the table, as the host sees them; `number` where that is their name."""

    name: str
    bot: bool
    here: bool
    button: int | None
    number: int | None


class DealProgress(PageData):
    """How far a deal by tags has come, and what it `wants` now."""

    wants: Wanted
    name: str
    laid: int
    of: int


class Volumes(PageData):
    """How loud everything, the voice and the ambience are, from 0 to 1."""

    master: float
    voice: float
    ambience: float


class HostSetup(PageData):
    """What the host may set at any time; `language` is what pages speak whose phones want none that there is."""

    language: str
    languages: list[Named]
    pace: str
    paces: list[str]
    volumes: Volumes
    players: list[Player]
    lending: bool
    door: bool
    keep_pin: bool


class Titled(PageData):
    """A roleset that can be played."""

    id: str
    title: str


class Chance(PageData):
    """How often one side wins by chance: its `share`, and the two shares between which the true one surely lies."""

    id: str
    name: str
    share: float
    sure: tuple[float, float]


class Chances(PageData):
    """How often each side has won in this many games."""

    games: int
    sides: list[Chance]


class Bounds(PageData):
    """How many players the book wants at `least`, or at `most`; one of the two."""

    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET


class Group(PageData):
    """One of two groups of players."""

    name: str
    players: list[str]


class CardsBeside(PageData):
    """How many cards are laid out beside the deck, which they are, and which they may be."""

    id: Literal["actor", "house_rule"]
    number: int
    cards: list[Named]
    chosen: list[str]


class LobbySetup(HostSetup):
    """What the host may set before a game, and who and what waits for it; `voices` are the languages that have all
    words for the roleset, and `voice` is the one that is to be spoken."""

    waiting: list[str]
    readers: bool
    dealing: DealProgress | None
    rolesets: list[Titled]
    roleset: str
    voice: str
    voices: list[Named]
    seats: int
    wanted: list[str]
    keys: int
    deck: dict[str, int]
    proposed: bool
    filler: str
    cards: list[Copies]
    start: str | None
    hands: dict[str, str] | None
    made_for: Bounds | None
    warnings: list[str]
    odds: Chances | None
    usual: Chances | None
    options: list[ShownOption]
    groups: list[Group]
    laid: list[CardsBeside]
    presets: list[Preset]
    preset: str | None
    village: VillageSetup | None
    events: EventsSetup | None


class HostInLobby(PageData):
    """What the host's page alone shows before a game."""

    setup: LobbySetup


class HostInGame(PageData):
    """What the host's page alone shows in a game, and after it."""

    setup: HostSetup


# The book of tonight's cards.


class CountedCard(ShownCard):
    """A character of tonight's deck; how many there are of it, where everybody may know that."""

    number: int | None


class Deck(PageData):
    """Tonight's characters, and whose pictures may be needed."""

    cards: list[CountedCard]
    pictures: list[str]


class Page(NamedTuple):
    """A whole page: whose it is, of which parts it is made, and where the table is then."""

    kind: PageKind
    parts: tuple[type[PageData], ...]
    stages: tuple[Stage, ...] = get_args(Stage)


PAGES = {
    "TablePage": Page("table", (Shared,)),
    "PlayerPage": Page("player", (Shared, PlayerPart)),
    "LentPage": Page("lent", (Shared, LentPart)),
    "HostPageInLobby": Page("host", (Shared, HostInLobby), ("lobby",)),
    "HostPageInGame": Page("host", (Shared, HostInGame), ("game", "over")),
}
"""All whole pages, by name."""
