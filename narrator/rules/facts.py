"""What happened: the only things that change a table, and who may know them.

A fact is frozen and told in the past tense. `apply` is all that it does to the table; `knowers` answers who may
learn of it: `EVERYBODY`, `NOBODY`, or a tuple of seats. Playing a game's facts on a fresh table gives its state at
any moment. `base_facts.py` says what a fact is.
"""

from __future__ import annotations

from typing import Any

from narrator.rules.base_facts import EVERYBODY as EVERYBODY
from narrator.rules.base_facts import EYES_ONLY as EYES_ONLY
from narrator.rules.base_facts import LEFT as LEFT
from narrator.rules.base_facts import NOBODY as NOBODY
from narrator.rules.base_facts import Attacked as Attacked
from narrator.rules.base_facts import Called as Called
from narrator.rules.base_facts import Fact as Fact
from narrator.rules.base_facts import Knowers as Knowers
from narrator.rules.base_facts import PrivateFact as PrivateFact
from narrator.rules.base_facts import PublicFact as PublicFact
from narrator.rules.base_facts import Shielded as Shielded
from narrator.rules.base_facts import Slept as Slept
from narrator.rules.base_facts import WindowOpened as WindowOpened
from narrator.rules.card_facts import CardDrawn as CardDrawn
from narrator.rules.card_facts import CardGiven as CardGiven
from narrator.rules.card_facts import CardTaken as CardTaken
from narrator.rules.card_facts import CentreLaid as CentreLaid
from narrator.rules.card_facts import Dealt as Dealt
from narrator.rules.card_facts import PartEnded as PartEnded
from narrator.rules.card_facts import PartsLaid as PartsLaid
from narrator.rules.card_facts import PartTaken as PartTaken
from narrator.rules.card_facts import Served as Served
from narrator.rules.hidden_cards import due_tonight
from narrator.rules.prompts import Prompt
from narrator.rules.table import Table

OVER = {"night": "nightfall", "dawn": "dawn"}
"""With which phase ends what holds until then."""


class PhaseBegan(PublicFact, frozen=True, gc=False):
    """A phase began: the `setup`, or a `night`, `dawn` or `day` with its number."""

    name: str
    number: int = 0

    @property
    def phase(self) -> str:
        """What a table calls it: `setup`, `night 1`, `day 0`, …"""
        return "setup" if self.name == "setup" else f"{self.name} {self.number}"

    def apply(self, table: Table) -> None:
        table.phase = self.phase
        over = OVER.get(self.name)
        if over is not None and (table.in_force or table.away):
            table.in_force = {rule: until for rule, until in table.in_force.items() if until != over}
            table.away = {seat: until for seat, until in table.away.items() if until != over}
            table.fasting = tuple(seat for seat in table.fasting if seat in table.away)
        if self.name == "night":
            table.night = self.number
            table.moved, table.moving = table.moving, ()
            table.tonight = due_tonight(table)
            still = [attack for attack in table.attacks if attack.night == self.number]
            table.attacks = [attack for attack in still if attack.seat in table.living]
            table.attacks_ended = 0
            if table.shields:
                table.shields = [shield for shield in table.shields if shield.until == "spent"]


class Announced(PublicFact, frozen=True, gc=False):
    """The box said a cue aloud, with the names or words that stand in it."""

    cue: str
    about: tuple[str, ...] = ()


class Asked(Fact, frozen=True, gc=False):
    """A prompt was put to its seats."""

    prompt: Prompt

    @property
    def knowers(self) -> Knowers:
        return self.prompt.seats

    def apply(self, table: Table) -> None:
        prompt = self.prompt
        (table.standing if prompt.standing else table.prompts).append(prompt)
        table.answers[prompt.id] = {}


class Told(PrivateFact, frozen=True, gc=False):
    """A seat was told something in private: `about` a seat or a word (`pack`, `lover`, `victim`), and `what`; in the
    `words` of another note, where those of `about` would not be true. `whom` is the seat that it asked about, where
    `about` is a word."""

    about: str
    what: str | tuple[str, ...]
    words: str = ""
    whom: str = ""

    def apply(self, table: Table) -> None:
        table.told[self.seat, self.about] = self.what


VILLAGE = "village"
"""The owner of what concerns the whole village; its value is the phase in which that happened."""


class Noted(Fact, frozen=True, gc=False):
    """Something was noted that only one card is about: the `key` says what it is, the `owner` of which seat or card.

    Nobody knows it, unless `knowers` are named. A later note of the same owner and key replaces it.
    """

    owner: str
    key: str
    value: Any
    knowers: Knowers = NOBODY

    def apply(self, table: Table) -> None:
        table.noted[self.owner, self.key] = self.value


class Used(Fact, frozen=True, gc=False):
    """A seat used a power of its card one more time."""

    seat: str
    prompt: str

    def apply(self, table: Table) -> None:
        key = (self.seat, self.prompt)
        table.used[key] = table.used.get(key, 0) + 1


class Regained(Fact, frozen=True, gc=False):
    """A seat may use a power of its card once more than before."""

    seat: str
    prompt: str

    def apply(self, table: Table) -> None:
        key = (self.seat, self.prompt)
        table.used[key] = max(0, table.used.get(key, 0) - 1)


class Marked(Fact, frozen=True, gc=False):
    """Something that stays was laid on a seat `by` another, as its `knowers` know: the name of the mark says what."""

    seat: str
    mark: str
    by: str = ""
    knowers: Knowers = NOBODY

    def apply(self, table: Table) -> None:
        table.marks.setdefault(self.mark, []).append(self.seat)
        table.marked[self.by, self.seat, self.mark] = table.night
        table.sides_changed = True


class Turned(Fact, frozen=True, gc=False):
    """A seat became a werewolf, whatever its card is. One that is not of the village loses its own aim and powers."""

    seat: str

    def apply(self, table: Table) -> None:
        table.turn(self.seat)


class AimEnded(Fact, frozen=True, gc=False):
    """The time for a card's own aim was over: its holder wins with the village from now on."""

    card: str

    def apply(self, table: Table) -> None:
        table.sides = {**table.sides, self.card: "villagers"}


class Unmarked(Fact, frozen=True, gc=False):
    """A mark that lay on a seat is gone, as its `knowers` know."""

    seat: str
    mark: str
    knowers: Knowers = NOBODY

    def apply(self, table: Table) -> None:
        table.marks[self.mark].remove(self.seat)
        table.sides_changed = True


class LifeLost(Fact, frozen=True, gc=False):
    """A seat with more than one life lost one, and nobody noticed."""

    seat: str

    def apply(self, table: Table) -> None:
        table.lives_lost[self.seat] = table.lives_lost.get(self.seat, 0) + 1


class PowersLost(Fact, frozen=True, gc=False):
    """These seats lost every power of their cards, for good; in `despair`, because the whole village did."""

    seats: tuple[str, ...]
    despair: bool = False

    def apply(self, table: Table) -> None:
        table.lose_powers(self.seats)
        if self.despair and table.despair is None:
            table.despair = table.night


class Chose(Fact, frozen=True, gc=False):
    """A seat chose this tonight, and it matters later: tomorrow, or when something happens to the seat it chose."""

    seat: str
    prompt: str
    choice: str

    def apply(self, table: Table) -> None:
        table.last_choice[self.seat, self.prompt] = (table.night, self.choice)


class VotesLost(PublicFact, frozen=True, gc=False):
    """These seats have no vote on this `day`, perhaps `today`; without a day, none for the rest of the game, and no
    office."""

    seats: tuple[str, ...]
    day: int | None = None
    today: bool = False

    def apply(self, table: Table) -> None:
        table.voteless[self.day] = (*table.voteless.get(self.day, ()), *self.seats)


class Linked(Fact, frozen=True, gc=False):
    """Two seats fell in love."""

    seats: tuple[str, ...]

    def apply(self, table: Table) -> None:
        one, other = self.seats
        table.lover[one] = (*table.lover.get(one, ()), other)
        table.lover[other] = (*table.lover.get(other, ()), one)
        table.sides_changed = True


class AttackEnded(Fact, frozen=True, gc=False):
    """An attack came to nothing before dawn."""

    attack: Attacked

    def apply(self, table: Table) -> None:
        table.attacks.remove(self.attack)
        table.attacks_ended += 1


class ShieldSpent(Fact, frozen=True, gc=False):
    """What kept a seat safe was used up; the seat that laid it on may do so again."""

    shield: Shielded

    def apply(self, table: Table) -> None:
        table.shields.remove(self.shield)
        table.used.pop(self.shield.laid_by, None)


class Died(Fact, frozen=True, gc=False):
    """A seat was eliminated by the first of the `causes` that befell it; which one, the table need not know."""

    seat: str
    cause: str
    causes: tuple[str, ...]

    def apply(self, table: Table) -> None:
        table.died_of[self.seat] = self.causes
        table.died_in[self.seat] = table.phase
        if self.seat in table.wolves or table.rules.cards[table.card[self.seat]].turncoat:
            table.wolf_died = True
        if self.seat in table.house:
            table.freed += ((self.seat, table.house[self.seat]),)
        table.bury(self.seat)
        table.last_death = table.half_days


class Eliminated(PublicFact, frozen=True, gc=False):
    """Seats were named as dead, with the manner the table saw: `dawn`, or `dawn.disease` where the cause is said;
    `vote`, `shot`, `grief`."""

    seats: tuple[str, ...]
    manner: str


class CardTurned(PublicFact, frozen=True, gc=False):
    """The card of a seat was turned up for all, showing `card`; of one `alive`, who goes on with it, or of a dead one,
    which acts no more."""

    seat: str
    card: str
    alive: bool = False

    def apply(self, table: Table) -> None:
        if not self.alive:
            table.turned_up[self.card] = table.turned_up.get(self.card, 0) + 1
            table.moving += (self.card,)


class CardNamed(PublicFact, frozen=True, gc=False):
    """The card of a dead seat was named for all, and not turned up: nobody saw which side it had taken."""

    seat: str
    card: str

    def apply(self, table: Table) -> None:
        table.turned_up[self.card] = table.turned_up.get(self.card, 0) + 1


class Withdrew(PublicFact, frozen=True, gc=False):
    """A seat left the game with its card face down and watches from now on: not dead, and never a winner."""

    seat: str

    def apply(self, table: Table) -> None:
        table.bury(self.seat)
        table.noted[self.seat, "witness"] = True


class Left(PublicFact, frozen=True, gc=False):
    """A seat reached its side's own aim, and left the table as a winner with its card face down; the others go on.

    That is no death: a building that it leaves stays empty (BD-18).
    """

    seat: str
    side: str

    def apply(self, table: Table) -> None:
        table.bury(self.seat)
        table.noted[self.seat, "left"] = table.phase


class OfficeTaken(PublicFact, frozen=True, gc=False):
    """A seat holds an office from now on, or nobody does; nobody ever holds one again that has `ended`."""

    office: str
    seat: str | None
    ended: bool = False

    def apply(self, table: Table) -> None:
        table.office[self.office] = self.seat
        if self.ended:
            table.noted[self.office, "ended"] = True


class Withdrawn(Fact, frozen=True, gc=False):
    """A prompt that stood open all day is open no more."""

    prompt: Prompt

    @property
    def knowers(self) -> Knowers:
        return self.prompt.seats

    def apply(self, table: Table) -> None:
        table.standing.remove(self.prompt)


class DebateOpened(PublicFact, frozen=True, gc=False):
    """The village began to talk."""


class DayLeftOpen(PublicFact, frozen=True, gc=False):
    """A day without a vote lasts until it is closed, so that there is time for what may be done by day."""

    def apply(self, table: Table) -> None:
        """The day waits."""
        table.waits = True


class Pointed(PublicFact, frozen=True, gc=False):
    """In an open ballot a seat pointed at another for all to see, or (`None`) at nobody any more."""

    seat: str
    at: str | None


AMONG = "among"
"""Noted of a ballot: in which phase it chooses among whom alone."""


class Narrowed(PublicFact, frozen=True, gc=False):
    """In this phase a ballot chooses among these seats alone, until it has been counted."""

    ballot: str
    seats: tuple[str, ...]

    def apply(self, table: Table) -> None:
        table.noted[self.ballot, AMONG] = table.phase, self.seats


class Counted(PublicFact, frozen=True, gc=False):
    """A ballot was over and shown: who voted for whom (`None` abstained), and what each named seat got; in a trial, who
    was `accused`, for whom everybody voted who said yes. `fingers` are votes of which nobody knows whose they were;
    `weights`: how many votes each seat has, as far as everybody knows, where that is not one. Where it `spares`, those
    whom nobody has named are chosen."""

    ballot: str
    votes: tuple[tuple[str, str | None], ...]
    tally: tuple[tuple[str, int], ...]
    accused: str | None = None
    fingers: tuple[tuple[str, int], ...] = ()
    weights: tuple[tuple[str, int], ...] = ()
    spares: bool = False

    def apply(self, table: Table) -> None:
        ballot = table.rules.ballots.get(self.ballot)
        if ballot is None or ballot.condemns:
            table.counted_in = table.phase
        table.noted.pop((self.ballot, AMONG), None)


class Weighed(Fact, frozen=True, gc=False):
    """What a ballot's votes came to in truth, where some count in secret more than once or not at all."""

    ballot: str
    tally: tuple[tuple[str, int], ...]


class LotDrawn(PublicFact, frozen=True, gc=False):
    """Lots were drawn, for all to see."""

    result: str


class Won(PublicFact, frozen=True, gc=False):
    """The game ended: which side won, and the winning seats in seat order."""

    winner: str
    seats: tuple[str, ...]

    def apply(self, table: Table) -> None:
        table.winner = self.winner
        table.winners = self.seats
