"""A roleset: which cards there are, when each is called, and in which order everything happens.

`compiled` turns the YAML of a roleset (see `rolesets/README.md`) into the frozen records that the rules play by.
Everything that is wrong in it is found at once and raised as `BadFile`, each problem with file, line and column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from narrator.rules import ballots, chain, conditions, days, effects, pools, powers, tellings, wins
from narrator.rules.conditions import Condition
from narrator.rules.effects import Effect
from narrator.rules.pools import Pool
from narrator.rules.powers import Power
from narrator.rules.registry import Registry
from narrator.rules.strict_yaml import BadFile, Items, Map, Place, Problem, merged, nearest
from narrator.rules.table import Step
from narrator.rules.tellings import Telling

HOW_MANY = {
    "one": (1, 1, "seat"),
    "two": (2, 2, "seat"),
    "card": (1, 1, "card"),
    "this": (1, 1, "this"),
    "yes": (1, 1, "yes"),
}
"""What may stand under `choose:`: how many at least and at most, and the kind of choice. `this` is put as yes or
pass while its pool holds one seat, and as one of them when it holds several; `choose: yes` is yes or pass."""

MAJORITIES = ("", "strict", "at-once")
"""What a ballot may need: most votes; more than half of those entitled; the same, seen and decided at once."""


@dataclass(frozen=True, slots=True)
class PromptRule:
    """How one prompt is put, and what comes of its answers."""

    id: str
    pool: Pool
    kind: str
    least: int
    most: int
    same_for_all: bool
    asks: Pool | None = None
    may_pass: bool = False
    must_when: Condition | None = None
    uses: int | None = None
    agree: bool = False
    known: tuple[Condition, ...] = ()
    when: tuple[Condition, ...] = ()
    shows: Telling | None = None
    then: tuple[tuple[Effect, str], ...] = ()
    power: Power | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A character: its side, whether it is a werewolf, how many copies exist, and its prompts."""

    id: str
    side: str
    copies: int
    werewolf: bool
    shown_as: str
    spared_from: tuple[str, ...]
    wakes: tuple[str, ...]
    told: tuple[Telling, ...]
    last_words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """What the box calls by night: a card, or those whom another card brought together (`of`)."""

    name: str
    of: str
    told: tuple[Telling, ...]
    prompts: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote or an election: who votes for whom, what a tie does, and what comes of it."""

    rule: PromptRule
    weighs: tuple[str, ...]
    tie: tuple[ballots.Tie, ...]
    outcome: ballots.Outcome
    elects: str
    when: tuple[Condition, ...]
    majority: str


@dataclass(frozen=True, slots=True)
class Option:
    """Something the host may set: its legal `values` (`day N` stands for any day), the `default`, what it `excludes`."""

    id: str
    values: tuple[str, ...]
    default: str
    excludes: tuple[str, ...] = ()

    def reads(self, value: object) -> str | None:
        """The value as this option spells it, or nothing where it is not one of its values."""
        spelled = {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        if spelled in self.values:
            return spelled
        word, _, number = spelled.partition(" ")
        return spelled if f"{word} N" in self.values and number.isdigit() and int(number) > 0 else None


@dataclass(frozen=True, slots=True)
class Roleset:
    """Everything that is fixed before a game: cards, calls, orders, options and proposed decks."""

    id: str
    title: str
    least: int
    most: int
    options: Mapping[str, Option]
    cards: Mapping[str, Card]
    filler: str
    prompts: Mapping[str, PromptRule]
    ballots: Mapping[str, Ballot]
    heirs: Mapping[str, str]
    calls: Mapping[str, Call]
    first_night: tuple[str, ...]
    later_nights: tuple[str, ...]
    setup: tuple[Step, ...]
    eve: tuple[Step, ...]
    day: tuple[Step, ...]
    wave: tuple[chain.WaveEffect, ...]
    causes: tuple[str, ...]
    wins: tuple[wins.Victory, ...]
    couples_apart: bool
    history: bool
    decks: Mapping[int, Mapping[str, int]]
    left_over: Mapping[str, tuple[str, ...]]
    least_werewolves: Mapping[str, int]

    def brings(self, prompt: str) -> str | None:
        """The cue that is said of whoever is chosen in a ballot or a last word, if any."""
        ballot = self.ballots.get(prompt)
        if ballot is not None:
            return f"{ballot.elects}.taken" if ballot.elects else "vote.dead" if ballot.rule.kind == "seat" else None
        for office, heir in self.heirs.items():
            if heir == prompt:
                return f"{office}.taken"
        kills = [word for effect, word in self.prompts[prompt].then if effect is effects.kill]
        return f"{kills[0]}.dead" if kills else None

    def proposed(self, seats: int) -> list[str]:
        """The mix of cards offered first for this number of seats, the thief's not counted; empty where none fits."""
        mix = self.decks.get(min(seats, max(self.decks))) if self.decks else None
        if mix is None:
            return []
        fixed = [card for card, number in mix.items() for _ in range(number) if card != self.filler]
        return [*fixed, *[self.filler] * (seats - len(fixed))]


def declared(tree: Map, reader: Reader | None = None) -> dict[str, Option]:
    """The options that a roleset's YAML declares, without compiling the rest."""
    reader = reader or Reader()
    found: dict[str, Option] = {}
    options = reader.map(tree, "options")
    for name in options:
        at = reader.map(options, name)
        reader.known(at, ("is", "default", "excludes", "on"))
        values = ("on", "off") if at.get("is", "switch") == "switch" else tuple(reader.words(at, "is"))
        option = Option(name, values, "", tuple(reader.words(at, "excludes")))
        default = option.reads(at.get("default", "off"))
        if default is None:
            reader.problem(at.place, f"The default of “{name}” must be one of {', '.join(values)}.")
        found[name] = Option(name, values, default or values[0], option.excludes)
    return found


def with_options(tree: Map, options: Mapping[str, str]) -> Map:
    """The roleset's YAML with the changes laid upon it of every option that is on."""
    for name, value in options.items():
        change = tree["options"][name].get("on")
        if value == "on" and isinstance(change, Map):
            tree = merged(tree, change)
    return tree


class Reader:
    """Reads trees of YAML and gathers what is wrong in them, so that all of it can be shown at once."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def problem(self, place: Place, sentence: str) -> None:
        """Note one problem and read on."""
        self.problems.append(Problem(place, sentence))

    def known(self, at: Map, keys: tuple[str, ...]) -> None:
        """Note every key that is not one of these."""
        for key in at:
            if key not in keys:
                self.problem(at.key_places[key], f"There is no key “{key}” here{nearest(key, keys)}")

    def map(self, at: Map, key: str) -> Map:
        """The mapping under a key, empty where it is missing."""
        value = at.get(key)
        if isinstance(value, Map):
            return value
        if value is not None:
            self.problem(at.value_places[key], f"“{key}” must hold keys and values.")
        return Map(at.value_places.get(key, at.place))

    def word(self, at: Map, key: str, default: str = "") -> str:
        """The word under a key."""
        value = at.get(key, default)
        if isinstance(value, (Map, Items)) or value is None:
            self.problem(at.value_places[key], f"“{key}” must be a single word.")
            return default
        return str(value)

    def one_of(self, at: Map, key: str, words: tuple[str, ...]) -> str:
        """One of these words under a key; the first where it is missing."""
        word = self.word(at, key, words[0])
        if word not in words:
            self.problem(at.value_places[key], f"“{key}” cannot be “{word}”{nearest(word, words)}")
        return word

    def number(self, at: Map, key: str, default: int) -> int:
        """The number under a key."""
        value = at.get(key, default)
        if type(value) is not int:
            self.problem(at.value_places[key], f"“{key}” must be a number.")
            return default
        return value

    def switch(self, at: Map, key: str, default: bool = False) -> bool:
        """The `true` or `false` under a key."""
        value = at.get(key, default)
        if type(value) is not bool:
            self.problem(at.value_places[key], f"“{key}” must be true or false.")
            return default
        return value

    def words(self, at: Map, key: str) -> list[str]:
        """The words under a key: one, or a list of them."""
        value = at.get(key, [])
        return [str(one) for one in value] if isinstance(value, list) else [str(value)]

    def function(self, registry: Registry[Callable[..., Any]], name: object, place: Place) -> Any:
        """The function of this name."""
        if isinstance(name, str) and name in registry:
            return registry[name]
        self.problem(place, f"There is no {registry.kind} “{name}”{nearest(str(name), registry)}")
        return None

    def functions(self, registry: Registry[Any], at: Map, key: str) -> tuple[Any, ...]:
        """The functions named under a key: one, or a list of them."""
        return tuple(self.function(registry, name, at.value_places[key]) for name in self.words(at, key))

    def function_at(self, registry: Registry[Any], at: Map, key: str) -> Any:
        """The one function named under a key, or nothing."""
        return self.function(registry, at[key], at.value_places[key]) if key in at else None


PROMPT_KEYS = ("asks", "choose", "may_pass", "uses", "agree", "known", "when", "shows", "then", "power")
CARD_KEYS = ("side", "copies", "is", "turned_up_as", "spared_from", "wakes", "told", "last_word")
BALLOT_KEYS = ("asks", "choose", "may_pass", "weighs", "tie", "outcome", "elects", "when", "majority")
ROLESET_KEYS = (
    "roleset", "extends", "title", "seats", "options", "cards", "filler", "brought_together", "calls", "ballots",
    "heirs", "setup", "eve", "day", "wave", "causes", "wins", "couples", "history", "decks", "replaces", "left_over",
    "least_werewolves",
)  # fmt: skip


def compiled(tree: Map) -> Roleset:
    """The roleset that this YAML describes; raises `BadFile` (`roleset`) with everything that is wrong in it."""
    reader = Reader()
    reader.known(tree, ROLESET_KEYS)
    prompts: dict[str, PromptRule] = {}
    cards = {
        name: _card(reader, name, reader.map(reader.map(tree, "cards"), name), prompts)
        for name in reader.map(tree, "cards")
    }
    votes = {
        name: _ballot(reader, name, reader.map(reader.map(tree, "ballots"), name))
        for name in reader.map(tree, "ballots")
    }
    heirs: dict[str, str] = {}
    for office in reader.map(tree, "heirs"):
        for name in reader.map(reader.map(tree, "heirs"), office):
            at = reader.map(reader.map(reader.map(tree, "heirs"), office), name)
            prompts[name] = _prompt(reader, name, at)
            heirs[office] = name
    calls = _calls(reader, tree, cards)
    nights = reader.map(tree, "calls")
    reader.known(nights, ("first_night", "later_nights"))
    callable_names = [*calls, *_cards_of_options(tree)]
    for key in ("first_night", "later_nights"):
        for name in reader.words(nights, key):
            if name not in callable_names:
                reader.problem(nights.value_places[key], f"Nothing is called “{name}”{nearest(name, callable_names)}")
    seats = reader.map(tree, "seats")
    replaces = {name: reader.word(reader.map(tree, "replaces"), name) for name in reader.map(tree, "replaces")}
    roleset = Roleset(
        id=reader.word(tree, "roleset"),
        title=reader.word(tree, "title"),
        least=reader.number(seats, "least", 3),
        most=reader.number(seats, "most", 99),
        options=declared(tree, reader),
        cards=cards,
        filler=reader.word(tree, "filler", "villager"),
        prompts=prompts,
        ballots=votes,
        heirs=heirs,
        calls=calls,
        first_night=tuple(name for name in reader.words(nights, "first_night") if name in calls),
        later_nights=tuple(name for name in reader.words(nights, "later_nights") if name in calls),
        setup=_moments(reader, tree, "setup", votes),
        eve=_moments(reader, tree, "eve", votes),
        day=_moments(reader, tree, "day", votes),
        wave=reader.functions(chain.wave_effect, tree, "wave"),
        causes=tuple(reader.words(tree, "causes")),
        wins=reader.functions(wins.victory, tree, "wins"),
        couples_apart=reader.word(tree, "couples", "apart") == "apart",
        history=reader.switch(tree, "history", True),
        decks=_decks(reader, tree, cards, replaces),
        left_over={
            name: tuple(reader.words(reader.map(tree, "left_over"), name)) for name in tree.get("left_over", ())
        },
        least_werewolves={
            name: reader.number(reader.map(tree, "least_werewolves"), name, 1)
            for name in tree.get("least_werewolves", ())
        },
    )
    if roleset.filler not in cards:
        reader.problem(
            tree.place,
            f"“filler” must name a card, and “{roleset.filler}” is none{nearest(roleset.filler, cards)}",
        )
    if reader.problems:
        raise BadFile("roleset", reader.problems)
    return roleset


def _card(reader: Reader, name: str, at: Map, prompts: dict[str, PromptRule]) -> Card:
    reader.known(at, CARD_KEYS)
    for key in ("wakes", "last_word"):
        for prompt in reader.map(at, key):
            prompts[prompt] = _prompt(reader, prompt, reader.map(reader.map(at, key), prompt))
    return Card(
        id=name,
        side=reader.word(at, "side", "villagers"),
        copies=reader.number(at, "copies", 1),
        werewolf="werewolf" in reader.words(at, "is"),
        shown_as=reader.word(at, "turned_up_as", name),
        spared_from=tuple(reader.words(at, "spared_from")),
        wakes=tuple(reader.map(at, "wakes")),
        told=reader.functions(tellings.telling, at, "told"),
        last_words=tuple(reader.map(at, "last_word")),
    )


def _prompt(reader: Reader, name: str, at: Map, keys: tuple[str, ...] = PROMPT_KEYS) -> PromptRule:
    reader.known(at, keys)
    if at.get("choose") == "yes":
        choose = Map(at.value_places["choose"])
        choose.put("yes", "yes", choose.place, choose.place)
    else:
        choose = reader.map(at, "choose")
    reader.known(choose, tuple(HOW_MANY))
    how = next((key for key in choose if key in HOW_MANY), None)
    if how is None:
        reader.problem(at.place, f"“{name}” must say what to choose, as in `choose: {{one: living}}`.")
        how = "one"
    least, most, kind = HOW_MANY[how]
    may_pass = at.get("may_pass", False)
    then: list[tuple[Effect, str]] = []
    for line in at.get("then") or ():
        if not isinstance(line, Map):
            reader.problem(
                at.value_places["then"],
                "Each line of “then” is an effect and its word, as in `- tell: card`.",
            )
            continue
        for effect in line:
            then.append((reader.function(effects.effect, effect, line.key_places[effect]), reader.word(line, effect)))
    return PromptRule(
        id=name,
        pool=reader.function_at(pools.pool, choose, how) if how in choose else pools.living,
        kind=kind,
        least=least,
        most=most,
        same_for_all=choose.get(how) in pools.SAME_FOR_ALL,
        asks=reader.function_at(pools.pool, at, "asks"),
        may_pass=may_pass is not False,
        must_when=None if isinstance(may_pass, bool) else reader.function_at(conditions.condition, at, "may_pass"),
        uses=reader.number(at, "uses", 1) if "uses" in at else None,
        agree=reader.switch(at, "agree"),
        known=reader.functions(conditions.condition, at, "known"),
        when=reader.functions(conditions.condition, at, "when"),
        shows=reader.function_at(tellings.telling, at, "shows"),
        then=tuple(then),
        power=reader.function_at(powers.power, at, "power"),
    )


def _ballot(reader: Reader, name: str, at: Map) -> Ballot:
    return Ballot(
        rule=_prompt(reader, name, at, BALLOT_KEYS),
        weighs=tuple(reader.words(at, "weighs")),
        tie=reader.functions(ballots.tie, at, "tie"),
        outcome=reader.function_at(ballots.outcome, at, "outcome"),
        elects=reader.word(at, "elects"),
        when=reader.functions(conditions.condition, at, "when"),
        majority=reader.one_of(at, "majority", MAJORITIES),
    )


def _calls(reader: Reader, tree: Map, cards: Mapping[str, Card]) -> dict[str, Call]:
    calls = {
        name: Call(
            name,
            name,
            card.told,
            card.wakes,
            (*[("window", name, prompt) for prompt in card.wakes], ("sleep", name)),
        )
        for name, card in cards.items()
    }
    together = reader.map(tree, "brought_together")
    for name in together:
        at = reader.map(together, name)
        reader.known(at, ("of", "told"))
        of = reader.word(at, "of")
        if of not in cards:
            reader.problem(at.place, f"“{of}” is no card{nearest(of, cards)}")
        calls[name] = Call(name, of, reader.functions(tellings.telling, at, "told"), (), (("sleep", name),))
    return calls


def _cards_of_options(tree: Map) -> list[str]:
    """What is called only where an option is on."""
    changes = [option["on"] for option in tree.get("options", {}).values() if isinstance(option.get("on"), Map)]
    return [name for change in changes for key in ("cards", "brought_together") for name in change.get(key, ())]


def _moments(reader: Reader, tree: Map, key: str, votes: Mapping[str, Ballot]) -> tuple[Step, ...]:
    """The steps named in a list such as `day:`; a ballot's name stands for holding it."""
    steps: list[Step] = []
    for name in reader.words(tree, key):
        if name in votes:
            steps.append(("ballot", name))
        elif reader.function(days.moment, name, tree.value_places[key]):
            steps.append((name,))
    return tuple(steps)


def _decks(
    reader: Reader, tree: Map, cards: Mapping[str, Card], replaces: Mapping[str, str]
) -> dict[int, dict[str, int]]:
    decks: dict[int, dict[str, int]] = {}
    table = reader.map(tree, "decks")
    for seats in table:
        mix = {name: reader.number(reader.map(table, seats), name, 0) for name in reader.map(table, seats)}
        for name in mix:
            if name not in cards:
                reader.problem(table.value_places[seats], f"“{name}” is no card{nearest(name, cards)}")
        for card, other in replaces.items():
            mix[card] = mix.get(card, 0) + 1
            mix[other] = mix.get(other, 0) - 1
        first, _, last = seats.partition("-")
        if not (first.isdigit() and (last or first).isdigit()):
            reader.problem(table.key_places[seats], "A deck stands under a number of seats, as in `8:` or `6-15:`.")
            continue
        for number in range(int(first), int(last or first) + 1):
            decks[number] = mix
    return decks
