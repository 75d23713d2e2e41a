"""What does each page show? Every view that the box sends to a page is one of these, as JSON.

A page gets what changes with time (`Moment`), what all pages share (`Shared`), and what it alone shows (its part):

    table   TablePart       player  PlayerPart                              lent  LentPart
    host    HostInLobby, or in a game HostInGame                            deck  Deck, and nothing else

`PAGES` says so in code. Every part is always there, except what may be `UNSET`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from msgspec import UNSET, UnsetType, field

from narrator.box.pages.after_types import After, OpenBet
from narrator.box.pages.village_types import (
    AboutYou,
    Balance,
    Copies,
    EventsSetup,
    House,
    Named,
    PageData,
    Preset,
    ShownBuilding,
    ShownEvent,
    ShownOption,
    VillageSetup,
)
from narrator.box.pages.vote_types import Fingers, ReadVotes
from narrator.lobby.dealing import Wanted
from narrator.rules.views import Gone
from narrator.telling.pace import Vote, Wording

PageKind = Literal["player", "host", "table", "lent", "deck", "hardware"]
"""Whose page it is. A player's and a host's page show a token; neither the table page nor what all pages know of
tonight's deck needs one. The page with fake devices, `hardware`, is not drawn by the box itself."""
ScreenKind = Literal["waiting", "lobby", "deal", "rest", "ask", "told", "debate", "over"]
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


class Seat(PageData):
    """One seat as everybody knows it, dead or `gone`; `card` names what cards are turned up, and the votes of those in
    `votes` are `count` in all. `posters` hang on its door; `candle` says whether its candle burns, `standing` whether
    it still stands while innocents are named. Those in `accused_by` accuse it today; once `accused`, it `speaks` for
    itself and can be voted for. `waiting`: it has yet to vote; `voted`: it has; `chosen`: by the last ballot.
    """

    name: str
    alive: bool = True
    gone: Gone | None = None
    card: str | None = None
    offices: list[str] = field(default_factory=list)
    waiting: bool = False
    voted: bool = False
    chosen: bool = False
    pointing: str | None = None
    votes: list[str] | None = None
    count: int | None = None
    bot: bool = False
    house: House | None = None
    posters: int = 0
    candle: bool | None = None
    standing: bool | None = None
    accused_by: list[str] = field(default_factory=list)
    accused: bool = False
    speaks: bool = False


class Moment(PageData):
    """What changes with time: which view of the evening this is, and how long what is asked or debated still lasts."""

    version: int
    clock: Countdown | None


class Shared(PageData):
    """What all pages of a kind share. `deck` changes when the deck does, `boot` when the box starts again. `event` is
    the event card held up just now, which the player `reader` reads aloud, if anybody; `in_force` are those that still
    hold. `reveal` is the ballot that is being read out. `introducing`: those who are new learn what a night is like;
    `dealing`: all read their cards. `explained` is the card that is being explained aloud."""

    boot: str
    kind: PageKind
    stage: Stage
    sky: Literal["night", "day"]
    phase: str
    caption: str
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
    reveal: ReadVotes | None = None
    introducing: bool = False
    dealing: bool = False
    explained: str | None = None
    after: After | UnsetType = UNSET


# What a player sees.


class ShownCard(PageData):
    """A character, in words."""

    id: str
    name: str
    is_: str = field(name="is")
    wants: str
    wakes: str
    advice: str


class ShownNote(PageData):
    """Something that a seat was told, and when; the dead may read those of the whole game."""

    phase: str
    text: str


class You(PageData):
    """What a page may know of the seat whose page it is; `second` is its other card, where everybody has two."""

    seat: str
    alive: bool = True
    won: bool | None = None
    card: ShownCard | None = None
    second: ShownCard | None = None
    notes: list[ShownNote] = field(default_factory=list)


class Choice(PageData):
    """Something that can be chosen: a seat, unless it is a `word`. A button counts to its `number`, and a light tells
    it by the one that it `tells`. Where an answer has parts, `part` says which of them this can be, from 0 on."""

    value: str
    label: str
    number: int
    tells: int
    word: bool
    part: int = 0


class Aside(PageData):
    """The button beside a vote."""

    label: str
    given: bool


class Screen(PageData):
    """What a player's page shows, and asks; decoys look like questions. At night all pages show what the window
    `offers` besides seats. What is written has at most `line` letters; `events` are the event cards to choose from."""

    number: int
    kind: ScreenKind
    title: str
    text: str
    choices: list[Choice] = field(default_factory=list)
    least: int = 1
    most: int = 1
    touches: int = 0
    offers: list[str] = field(default_factory=list)
    fill: str = ""
    may_pass: bool = False
    pass_label: str = ""
    chosen: list[str] | None = None
    public: bool = False
    aside: Aside | None = None
    line: int = 0
    events: list[ShownEvent] = field(default_factory=list)


class OpenAct(PageData):
    """What a seat may do once, at any time by day, with one of the `choices`; buttons and lights know its `number`."""

    id: str
    title: str
    text: str
    choices: list[Choice]
    number: int


class ShownLight(PageData):
    """What the light of a seat can tell, in numbers: `most` is the highest that any light has to tell, `cards` are its
    own, one or two."""

    most: int
    cards: list[int]
    told: list[int] | None
    good: bool | None
    others: list[int]


class PlayerPart(PageData):
    """What a player's page alone shows; `you` is nothing where nobody sits, `ghost` where the dead see no more. `acts`
    is what the seat may do besides answering; nothing at night, and in games where nobody may act at any time.
    `about` is nothing where no event card asks for it, `bets` where nothing can be bet on. While another phone says it
    is this player, the seat is `claimed`, and that phone's page `claims` it."""

    you: You | None
    screen: Screen
    light: ShownLight | None
    ghost: list[ShownNote] | None
    acts: list[OpenAct] | None
    about: AboutYou | None = None
    bets: list[OpenBet] = field(default_factory=list)
    claimed: bool = False
    claims: bool = False


class LentPart(PageData):
    """What a lent phone shows: how often to press a button, and then the card of the player who did."""

    number: int | None
    you: You | None


# What the host sees.


class Player(PageData):
    """Somebody at the table, as the host sees them; `number` where that is their name. One who `sits_out` keeps the
    chair, and is not in the next game. Another phone on which the number `take_over` is typed gets the seat, once."""

    name: str
    bot: bool
    here: bool
    button: int | None
    number: int | None
    take_over: str | None = None
    sits_out: bool = False


class DealProgress(PageData):
    """How far a deal by tags has come, and what it `wants` now."""

    wants: Wanted
    name: str
    laid: int
    of: int


class Learning(PageData):
    """How many lines the natural voice has ready, of how many that the next game may need."""

    done: int
    of: int


class Volumes(PageData):
    """How loud everything, the voice and the ambience are, and how much of a room is heard, from 0 to 1."""

    master: float
    voice: float
    ambience: float
    room: float


class HostSetup(PageData):
    """What the host may set at any time; `language` is what pages speak when a phone asks for none that the box has;
    `claims` are the seats that somebody asks for with another phone; `late` are those who came during the game and have
    a chair in the next one."""

    language: str
    languages: list[Named]
    pace: str
    paces: list[str]
    words: Wording
    vote: Vote
    volumes: Volumes
    lag: int
    players: list[Player]
    claims: list[str]
    late: list[str]
    lending: bool
    door: bool
    keep_pin: bool


class Titled(PageData):
    """A roleset that can be played."""

    id: str
    title: str


class Chance(PageData):
    """How often one side wins by chance: its `share`, and two shares between which the true one almost surely lies."""

    id: str
    name: str
    share: float
    sure: tuple[float, float]


class Chances(PageData):
    """How often each side has won in this many games, and what that makes of the game in one word."""

    games: int
    sides: list[Chance]
    balance: Balance


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
    """What the host may set before a game, and who and what waits for it. Any of `spoken_languages` has all words for
    the roleset. Of the `voices` there are, `spoken_by` speaks, and `second_by` for the dead, spirits and the crier."""

    waiting: list[str]
    readers: bool
    beginners: bool
    dealing: DealProgress | None
    rolesets: list[Titled]
    roleset: str
    spoken_language: str
    spoken_languages: list[Named]
    spoken_by: str
    second_by: str
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
    learning: Learning | None
    options: list[ShownOption]
    groups: list[Group]
    laid: list[CardsBeside]
    presets: list[Preset]
    preset: str | None
    village: VillageSetup | None
    events: EventsSetup | None


class TablePart(PageData):
    """What the big screen alone shows: while all point, the `fingers`, which the host may count there by touch."""

    fingers: Fingers | None


class HostInLobby(PageData):
    """What the host's page alone shows before a game."""

    setup: LobbySetup


class HostInGame(PageData):
    """What the host's page alone shows in a game, and after it; while all point, the `fingers` to be counted, and
    whether there is a `debate`, which can be made longer or shorter. By its `number` a step knows what it is meant for;
    `vote` is the last ballot that was read out."""

    number: int
    setup: HostSetup
    fingers: Fingers | None
    debate: bool
    vote: ReadVotes | None


# The book of tonight's cards.


class CountedCard(ShownCard):
    """A character of tonight's deck; how many there are of it, where everybody may know that."""

    number: int | None


class Deck(PageData):
    """Tonight's characters, and where there is a village, its buildings."""

    cards: list[CountedCard]
    buildings: list[ShownBuilding]


class Page(NamedTuple):
    """A whole page: whose it is, of which parts it is made, and where the table is then."""

    kind: PageKind
    parts: tuple[type[PageData], ...]
    stages: tuple[Stage, ...] = get_args(Stage)


PAGES = {
    "TablePage": Page("table", (Moment, Shared, TablePart)),
    "PlayerPage": Page("player", (Moment, Shared, PlayerPart)),
    "LentPage": Page("lent", (Moment, Shared, LentPart)),
    "HostPageInLobby": Page("host", (Moment, Shared, HostInLobby), ("lobby",)),
    "HostPageInGame": Page("host", (Moment, Shared, HostInGame), ("game", "over")),
}
"""All whole pages, by name."""
