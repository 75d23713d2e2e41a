"""A roleset: which cards there are, when each is called, and in which order everything happens.

These are the frozen records that the rules play by; `grammar.py` makes them of the YAML in `rolesets/`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from narrator.rules import registry
from narrator.rules.base_facts import Called, Slept, WindowOpened
from narrator.rules.registry import Agreement, Combination, Condition, Effect, Pool, Power, Step, Telling, Verdict


@dataclass(frozen=True)
class PromptRule:
    """How one prompt is put, and what comes of its answers.

    `offers` is what its decoys offer instead of seats, and `words` are those that may be chosen; `kills` says whether
    somebody may die of the answers at night; `spends`, whether an answer spends the power of the building that it
    belongs to. Nobody can be chosen who lives in a building that is `safe`, nobody who is away where it `hunts`, and
    only who is `within` all of these pools, too. Where `one_if` holds, one is chosen instead of two. `bots` says how
    willingly bots answer. Those of the pool `must` cannot pass, even where others may. What is said `aloud` of those
    chosen is said of a seat drawn by lot where nobody can be asked, so that silence gives nothing away. One that all
    see `lasts` as long as a vote, a `last-call` or a `speech`. A button counts `by_place` what nobody else may know.
    """

    id: str
    opens: WindowOpened
    pool: Pool
    kind: str
    least: int
    most: int
    same_for_all: bool
    same_but_for_lovers: bool
    asks: Pool | None = None
    may_pass: bool = False
    passes_when: Condition | None = None
    uses: int | None = None
    together: Combination | None = None
    offers: Pool | None = None
    agree: Agreement | None = None
    not_twice: bool = False
    remembered: bool = False
    cause: str = ""
    known: tuple[Condition, ...] = ()
    when: tuple[Condition, ...] = ()
    shows: Telling | None = None
    then: tuple[tuple[Effect, str], ...] = ()
    aloud: tuple[tuple[Effect, str], ...] = ()
    power: Power | None = None
    kills: bool = False
    aside: bool = False
    spends: bool = False
    safe: tuple[str, ...] = ()
    hunts: bool = False
    within: tuple[Pool, ...] = ()
    one_if: Condition | None = None
    bots: str = ""
    must: Pool | None = None
    words: tuple[str, ...] = ()
    lasts: str = "vote"
    by_place: bool = False

    @property
    def functions(self) -> Iterator[Callable[..., object] | None]:
        """What it calls by name, besides conditions."""
        yield from (self.pool, self.together, self.asks, self.agree, self.shows, self.power)
        yield from (effect for effect, _ in self.then)


@dataclass(frozen=True)
class Card:
    """A character: its side, whether it is a werewolf or may become one or make others, how many copies exist, what
    its death reveals (the `card`, its `side` too, or only the card's `name`), as which card, and its prompts.

    Who looks at it in secret sees the card that it is `seen_as`. A death that it is `turned_by` makes its holder a
    werewolf instead. Its holder has this many `votes`, and where they are `votes_shown` everybody sees how many.
    One that is `face_up` is known to all; of one that comes `together` a deck has all copies or none; one that `needs`
    something else on the table is refused without it.
    """

    id: str
    side: str
    copies: int
    werewolf: bool
    turncoat: bool
    infects: bool
    heir: bool
    stand_in: bool
    divides: bool
    seen_as: str
    shown_as: str
    revealed: str
    face_up: bool
    together: bool
    needs: str
    spared_from: tuple[str, ...]
    turned_by: tuple[str, ...]
    votes: int
    votes_shown: bool
    wakes: tuple[str, ...]
    told: tuple[Telling, ...]
    last_words: tuple[str, ...]
    testament: tuple[str, ...]
    haunts: tuple[str, ...]
    lives: int
    aim: registry.Aim | None
    called: tuple[Condition, ...] | None
    by_day: tuple[str, ...]


@dataclass(frozen=True)
class Building:
    """A public card that a seat has beside its secret one: where it lives, and what that lets it do.

    `copies` is how many there are. A `unique` power is spent by use and can be mended; any other stays. Its occupant
    may be asked `any_time` by day, in addition to what everybody is asked, or at a moment of the day (`by_day`).
    """

    id: str
    copies: int
    unique: bool
    any_time: tuple[str, ...]
    by_day: tuple[str, ...]
    called: tuple[Condition, ...] | None


@dataclass(frozen=True)
class Event:
    """A card of the deck of events: drawn at dawn `when` these conditions hold, else skipped.

    What it says holds for good (`permanent`), until it is used up or something ends (`deferred`), or is done at once
    (`immediate`); with `until`, until the next nightfall or dawn. While it holds, a debate may go round `in_turn`, and
    the living may be asked `any_time` what it asks, or another event that it is `like`. It may put a `variant` in force
    until the next dawn. One that a card keeps (`kept_by`) is in no deck with that card.
    """

    id: str
    kind: str
    until: str
    when: tuple[Condition, ...]
    act: registry.Event | None
    in_turn: bool
    prompts: tuple[str, ...]
    any_time: tuple[str, ...]
    like: str
    kept_by: str
    variant: str


Alike = tuple[str, int, int, bool]
"""How a question looks to those who are not asked: its kind, how many it lets choose, and whether it may be passed."""


@dataclass(frozen=True, eq=False)  # every call is one thing, told apart without a look inside
class Call:
    """What the box calls at night: a card, the pack, or those whom another card brought together.

    It sounds while a holder of one of the cards `of` may be alive, or if a prompt or an event that may have brought
    others into it (`made_by`) was ever open or in force; while the conditions of `known` hold; and, where it comes only
    `at_times`, on nights on which one of its prompts is known to be due. One that is `first_only` comes on the first
    night, and later only when somebody may newly hold its card, for those alone. Those whose questions are `alike` may
    be called together, and in a silent night with another whose first question is `first_alike`.
    """

    name: str
    of: tuple[str, ...]
    made_by: tuple[str, ...]
    at_times: bool
    known: tuple[Condition, ...] | None
    first_only: bool
    called: Called
    told: tuple[Telling, ...]
    rules: tuple[PromptRule, ...]
    slept: Slept
    alike: Alike | None
    first_alike: Alike | None

    @property
    def prompts(self) -> list[str]:
        """The prompts that are put in it, in order."""
        return [rule.id for rule in self.rules]

    @property
    def tells(self) -> bool:
        """May somebody be told something in it, at its beginning or after an answer?"""
        return bool(self.told) or any(
            "tells" in registry.traits_of(function)
            for rule in self.rules
            for function in (rule.power, *[effect for effect, _ in rule.then])
        )


FirstVote = tuple[Pool, PromptRule]
"""Who votes before all others, and by which prompt."""


@dataclass(frozen=True)
class Ballot:
    """A vote or an election: who votes for whom, what a tie does, and what comes of it.

    Its `first` votes are given openly before all others. What is held `instead` of it, as long as an event is in force;
    one that lets all vote `in_turn`, openly, ends with that vote. The one it chooses may die, if it `condemns`; an
    election or a vote about a draw does not.
    """

    rule: PromptRule
    first: tuple[FirstVote, ...]
    instead: Mapping[str, registry.Procedure]
    in_turn: str
    weighs: tuple[str, ...]
    burdens: tuple[tuple[str, int], ...]
    beside: tuple[tuple[str, PromptRule], ...]
    tie: tuple[registry.Tie, ...]
    eve_tie: tuple[registry.Tie, ...]
    outcome: registry.Outcome
    condemns: bool
    elects: str
    when: tuple[Condition, ...]
    majority: str
    tries: str
    decided_by: tuple[str, str] | None


@dataclass(frozen=True)
class Option:
    """Something the host may set: its `values` (`day N` stands for any day), the `default`, what it `excludes`, and
    what it `needs`, without which it must stay as it is by default.

    Of `several` values that are set at once, spaces stand between them. Pages show it in its `group`; of the group
    `secret` the host alone may know, and what takes `several-boxes` no table of one box can choose.
    """

    id: str
    values: tuple[str, ...]
    default: str
    excludes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    several: bool = False
    group: str = "rules"

    @property
    def secret(self) -> bool:
        """May nobody but the host know how it is set?"""
        return self.group == "secret"

    def reads(self, value: object) -> str | None:
        """The value as this option spells it, or nothing where it is not one of its values."""
        if self.several and value not in (False, "off"):
            words = value if isinstance(value, (list, tuple)) else str(value).replace(",", " ").split()
            chosen = [one for one in self.values if one in words]
            return (" ".join(chosen) or "off") if set(words) <= set(chosen) - {"off"} else None
        spelled = {"true": "on", "yes": "on", "false": "off", "no": "off"}.get(str(value).lower(), str(value))
        word, _, number = spelled.partition(" ")
        if spelled in self.values and number != "N":
            return spelled
        return spelled if f"{word} N" in self.values and re.fullmatch("[1-9][0-9]?", number) else None


@dataclass(frozen=True)
class Advice:
    """Something the host is told before a game: for an `odd` number of seats, or from `least` to `most`, or only with
    a `card` in the deck, `unless` an option is on that is its cure."""

    id: str
    odd: bool
    least: int
    most: int
    card: str
    unless: str

    def fits(self, seats: int, options: Mapping[str, str], deck: Mapping[str, int]) -> bool:
        """Does it concern this many seats with these options and cards?"""
        concerned = self.least <= seats <= self.most and (not self.odd or seats % 2 == 1)
        return concerned and (not self.card or deck.get(self.card, 0) > 0) and options.get(self.unless) != "on"


@dataclass(frozen=True, eq=False)
class Roleset:
    """Everything that is fixed before a game: cards, calls, orders, options, their presets and proposed decks.

    `uneven` are the cards whose holders have more votes than one, or none. `heirs` has the prompt by which each office
    passes on, `given_by` the other office whose holder is asked it, where that is not the last holder. `makers` are the
    prompts and the events that may make werewolves of others.
    """

    id: str
    title: str
    least: int
    most: int
    options: Mapping[str, Option]
    presets: Mapping[str, Mapping[str, str]]
    cards: Mapping[str, Card]
    buildings: Mapping[str, Building]
    events: Mapping[str, Event]
    variants: tuple[str, ...]
    dealings: tuple[registry.Dealing, ...]
    fates: tuple[registry.Fate, ...]
    no_grief: tuple[str, ...]
    concealments: tuple[registry.Concealment, ...]
    villages: Mapping[int, Mapping[str, int]]
    any_time: tuple[tuple[tuple[str, ...], PromptRule], ...]
    sides: Mapping[str, str]
    filler: str
    filled_up_with: tuple[str, ...]
    prompts: Mapping[str, PromptRule]
    ballots: Mapping[str, Ballot]
    heirs: Mapping[str, str]
    given_by: Mapping[str, str]
    heirs_in_secret: tuple[str, ...]
    calls: Mapping[str, Call]
    first_night: tuple[Call, ...]
    later_nights: tuple[Call, ...]
    setup: tuple[Step, ...]
    eve: tuple[Step, ...]
    eve_of: str
    nightfall: tuple[Step, ...]
    nights_end: tuple[Step, ...]
    daybreak: tuple[str, ...]
    morning: tuple[Step, ...]
    day: tuple[Step, ...]
    tells_spared: bool
    verdicts: tuple[Verdict, ...]
    every_call: tuple[Call, ...]
    passing: tuple[registry.WaveEffect, ...]
    wave: tuple[registry.WaveEffect, ...]
    quiet: tuple[Step, ...]
    causes: tuple[str, ...]
    causes_said: tuple[str, ...]
    performer: str
    wins: tuple[registry.Victory, ...]
    leavers: Mapping[str, Callable[[registry.Table], str]]
    couples_apart: bool
    host_deals: bool
    history: bool
    night_sounds: bool
    open_deck: bool
    advice: tuple[Advice, ...]
    decks: Mapping[int, Mapping[str, int]]
    left_over: Mapping[str, tuple[str, ...]]
    repertoire: tuple[str, ...]
    makers: tuple[str, ...]
    least_werewolves: Mapping[str, int]
    uneven: tuple[str, ...]

    @property
    def acts_openly(self) -> bool:
        """Is everything that may be done at any time of the day done for all to see?"""
        return all(registry.traits_of(rule.power).get("openly") for _, rule in self.any_time)

    @property
    def for_everybody(self) -> tuple[str, ...]:
        """The prompts that everybody may answer at any time of the day, whatever their card or building is."""
        return tuple([rule.id for brought_by, rule in self.any_time if not brought_by])

    @property
    def hanging(self) -> frozenset[str]:
        """The marks that hang on a house until the next ballot that counts them, whoever lives there then."""
        return frozenset([mark for ballot in self.ballots.values() for mark, _ in ballot.burdens])

    @property
    def avertable(self) -> tuple[str, ...]:
        """The causes of death at night that something may avert: all but dying of one's own mistake (CO-29)."""
        return tuple([cause for cause in self.causes if cause != "recoil"])

    @property
    def asleep(self) -> frozenset[str]:
        """The cards that are named at night and need not wake up, since they are asked nothing and told nothing."""
        calls = self.calls.values()
        return frozenset([call.name for call in calls if call.name in self.cards and not (call.rules or call.told)])

    @property
    def functions(self) -> Iterator[Callable[..., object] | None]:
        """Everything that it calls by name."""
        by_night = (*self.nightfall, *self.nights_end, *self.daybreak)
        steps = (*self.setup, *self.eve, *by_night, *self.morning, *self.day, *self.quiet)
        yield from (registry.moment.get(str(step)) for step in steps)
        for functions in (self.fates, self.concealments, self.verdicts, self.passing, self.wave, self.wins):
            yield from functions
        yield from self.dealings
        yield from (event.act for event in self.events.values())
        for ballot in self.ballots.values():
            yield from (*ballot.tie, *ballot.eve_tie, ballot.outcome, *ballot.rule.functions)
            yield from ballot.instead.values()
        for call in (*self.first_night, *self.later_nights):
            yield from call.told
        for rule in self.prompts.values():
            yield from rule.functions

    def brings(self, prompt: str) -> str | None:
        """The cue that is said of a seat chosen in a ballot or a last word, if any."""
        ballot = self.ballots.get(prompt)
        if ballot is not None:
            return f"{ballot.elects}.taken" if ballot.elects else "vote.dead" if ballot.rule.kind == "seat" else None
        if any(ballot.decided_by and ballot.decided_by[1] == prompt for ballot in self.ballots.values()):
            return "vote.dead"
        for office, heir in self.heirs.items():
            if heir == prompt:
                return f"{office}.taken"
        kills = [word for effect, word in self.prompts[prompt].then if effect is registry.effect["kill"]]
        return f"{kills[0]}.dead" if kills else None

    def is_made_for(self, seats: int) -> bool:
        """Can this many play by the book? With fewer or more a house deck is played."""
        return self.least <= seats <= self.most

    def village(self, seats: int) -> Mapping[str, int]:
        """The buildings proposed for this many seats, one each at most: those of the nearest number that has some."""
        if not self.villages:
            return {}
        nearest = self.villages[min(self.villages, key=lambda number: abs(number - seats))]
        return Counter([building for building, number in nearest.items() for _ in range(number)][:seats])

    def proposed(self, seats: int) -> list[str]:
        """The mix of cards offered first for this number of seats, the thief's not counted; empty where none fits.

        For fewer seats than any mix is for it is the smallest one, with as many werewolves in proportion, and without
        cards that need more of them.
        """
        fewest = min(self.decks, default=0)
        mix = self.decks.get(max(fewest, min(seats, max(self.decks)))) if self.decks else None
        if mix is None:
            return []
        fixed = [card for card, number in mix.items() for _ in range(number) if card != self.filler]
        if seats < fewest:
            wolves = [card for card in fixed if self.cards[card].werewolf]
            wolves = wolves[: max(1, len(wolves) * seats // fewest)]
            others = [card for card in fixed if not self.cards[card].werewolf]
            fixed = [*wolves, *[card for card in others if self.least_werewolves.get(card, 0) <= len(wolves)]]
        return [*fixed, *self.filled_up_with, *[self.filler] * seats][:seats]
