"""The functions that YAML calls by name, and the kinds there are: pools, conditions, effects, steps, victories, powers.

A function `other_living` is named `other-living` in YAML; its docstring says what it means. What the grammar, the
script and the language files must know of it, its `Traits`, stands in the same decorator:

    @power("ghost.clue", choose="word", says={"ghost.letter": ("letter",)})
    def clue(table: Table, given: Mapping[str, Answer]) -> None:
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import NoneType
from typing import Any, Generic, Literal, NamedTuple, TypedDict, TypeVar, Unpack, overload

from narrator.errors import NarratorError, Place
from narrator.rules.prompts import Answer
from narrator.rules.strict_yaml import nearest

F = TypeVar("F", bound=Callable[..., Any])

POWERS = "narrator/rules/powers/"
EVENTS = "narrator/rules/events/"
VARIANTS = "narrator/rules/variants/"
"""Where the words of one card, event or variant alone are written, a file for each."""
YOURS = "yours may stand in a folder `powers` beside your roleset."

Places = tuple[str, ...]
"""The places that a text holds, in alphabetical order: `("card", "names")` for “{names} was the {card}.”"""


class Traits(TypedDict, total=False):
    """What others must know of a function."""

    choose: str
    """What must stand under `choose:` where a power is used, such as `one`."""
    only: Literal["beside", "verdict"]
    """A power works only in a prompt by day: one that stands `beside` a ballot, or that a `verdict` puts."""
    brings: str
    """The cause of death at night that it brings: who has such a power or agreement can kill."""
    turns: bool
    """A power makes werewolves of others."""
    turned_by: str
    """A fate may make a werewolf of the victim, because of this event."""
    holds: Literal["card", "word", "yes", "text"]
    """A pool holds no seats, but these."""
    words: tuple[str, ...]
    """A pool holds words, with seats or without, and which; an effect takes only these; an event card has these
    questions."""
    offers: Callable[[Any, str], Sequence[str]]
    """What decoys offer where a pool of no seats holds what nobody else may know."""
    oneself: bool
    """The asker's own seat may be chosen, so decoys let everybody choose theirs."""
    hidden: bool
    """A pool holds what nobody knows but its asker. A button counts nothing else, or all would hear what lies there."""
    same_for_all: bool
    """The choices of a pool do not depend on who asks."""
    same_but_for_lovers: bool
    """A pool has the same choices for all who love nobody."""
    must: Callable[[Any, str], Sequence[str]]
    """Those who cannot pass where they choose from a pool, even where others may."""
    names: int
    """How many an answer names at most where not everything goes together; 2 if it does not say."""
    decoys: Callable[[Sequence[str], Sequence[str]], Sequence[Answer]]
    """The whole answers that decoys have, of what a window offers and of the seats that they may choose."""
    understood_by: str
    """A pool holds words besides seats that only this agreement understands."""
    takes: Literal["cause", "causes"]
    """An effect takes a cause of death at night, or several."""
    kills: bool
    """An effect may kill somebody at night, a way to settle a tie by day."""
    dead: bool
    """A pool holds dead seats: everybody knows them, so decoys offer the same. An effect may be about somebody dead."""
    leaves: Callable[[Any], str]
    """A victory whose winner leaves while the others play on: which seat leaves."""
    openly: bool
    """A power is used for all to see: nobody needs to hide who may use it."""
    at_once: bool
    """A way to vote leaves no time for a debate."""
    apart: bool
    """What this does at night, what it tells, or what it lets choose, depends on nothing that others of this kind do in
    the same night and changes nothing that they are asked or told: characters with nothing else may be called
    together."""
    reserved: tuple[str, ...]
    """An effect cannot take these words: they are for the rules themselves."""
    evening: bool
    """A moment of the day that comes even where nothing else happens that day any more."""
    needs: str
    """What a roleset lists this for, `buildings`, `events` or a variant; without that it is left out."""
    puts: Mapping[str, str]
    """The prompts that it puts or leads to, and what must stand under `choose:` in each of them."""
    says: Mapping[str, Places]
    """Lines that are said because of it, and their places; `{office}.ended` is one line for every office."""
    sounds: Mapping[str, tuple[str, float]]
    """The effect that sounds with such a line, and for how many seconds it is heard alone."""
    tells: Mapping[str, Places]
    """The notes that seats are told by it, and their places: `scent` where `Told.about` is `scent`; where they differ,
    `sees-yes` and `sees-no`, or `no-scent`, by what is told."""
    of: Literal["cards", "wolves"]
    """Its notes name cards instead of seats, or to be told yes is to be told of a werewolf."""
    story: Mapping[str, Places]
    """Sentences that the story after the game has because of it, and their places."""


class NameTaken(NarratorError):
    """Two functions of one kind have one name."""


class WrongTrait(NarratorError):
    """A decorator says something of its function that there is no word for, or not as it must be written."""


class Result(NamedTuple):
    """What a function must give back: values of these `types`, in `words` for whoever writes one."""

    words: str
    types: tuple[type, ...]


NOTHING = Result("nothing", (NoneType,))
SEATS = Result("a list, of seats for example", (list, tuple))
YES_OR_NO = Result("`True` or `False`", (bool,))


class Registry(dict[str, F], Generic[F]):
    """Named functions of one kind; `kind` is the word for it in error messages, `home` the file that they stand in.

    Each is `handed` what these words name, and `gives` something back. `with_step` makes each of them a step of the
    agenda, too. `not_allowed` are names that stand in files which the host has not allowed, each with its place.
    """

    def __init__(
        self,
        kind: str,
        home: str = POWERS,
        handed: str = "table",
        gives: Result = NOTHING,
        with_step: Registry[F] | None = None,
    ) -> None:
        super().__init__()
        self.kind = kind
        self.home = home
        self.handed = handed
        self.gives = gives
        self.with_step = with_step
        self.not_allowed: dict[str, Place] = {}

    @property
    def remedy(self) -> str:
        """Where a new word of this kind is written."""
        if self.home in (EVENTS, VARIANTS):
            return f"{a(self.kind).capitalize()} is a function in a file of its own in {self.home}; {YOURS}"
        own = f"{POWERS}, for an event in {EVENTS}, for a variant in {VARIANTS}; {YOURS}"
        if self.home == POWERS:
            return f"{a(self.kind).capitalize()} is a function in a file of its own: for a card in {own}"
        return f"{a(self.kind).capitalize()} is a function in {self.home}, or if it is for one card alone in {own}"

    @overload
    def __call__(self, function: F, /) -> F: ...
    @overload
    def __call__(self, name: str = "", /, **traits: Unpack[Traits]) -> Callable[[F], F]: ...

    def __call__(self, name: F | str = "", /, **traits: Unpack[Traits]) -> F | Callable[[F], F]:
        """Decorate a function to make it callable from YAML, under its own name with hyphens or another one.

        Raises `NameTaken` where there is one of that name.
        """
        if not isinstance(name, str):
            return self._keep(name.__name__.replace("_", "-"), name, {})

        def keep(function: F) -> F:
            return self._keep(name or function.__name__.replace("_", "-"), function, traits)

        return keep

    def _keep(self, name: str, function: F, traits: Traits) -> F:
        for trait, value in traits.items():
            if trait not in Traits.__annotations__:
                near = nearest(trait, Traits.__annotations__)
                raise WrongTrait("trait", f"“{name}” says “{trait}” of itself, which nothing understands{near}")
            if trait in ("says", "tells", "story") and isinstance(value, Mapping):
                for key in [key for key, places in value.items() if not isinstance(places, tuple)]:
                    sentence = f"Write the places of “{key}” under “{trait}” with a comma, as in `(\"card\",)`."
                    raise WrongTrait("trait", sentence)
        if name in self:
            file = f"{self[name].__module__.rpartition('.')[2]}.py"
            sentence = f"There is a {self.kind} “{name}” in {file} already; give one of them another name."
            raise NameTaken("name-taken", sentence)
        self[name] = function
        if traits:
            _TRAITS[function] = traits
            _gather_again()
        if self.with_step is not None:
            self.with_step(name)(function)
        return function

    def exchange(self, name: str, function: F) -> None:
        """Have another function stand for the one of this name, with the same traits."""
        traits = _TRAITS.pop(self[name], None)
        self[name] = function
        if traits is not None:
            _TRAITS[function] = traits
        if self.with_step is not None:
            self.with_step[name] = function

    def forget(self, name: str) -> None:
        """Take a function out again."""
        _TRAITS.pop(self.pop(name), None)
        _gather_again()


_TRAITS: dict[Callable[..., Any], Traits] = {}
_NONE: Traits = {}


def traits_of(function: Callable[..., Any] | None) -> Traits:
    """What a function says of itself."""
    return _TRAITS.get(function, _NONE) if function is not None else _NONE


Table = Any
"""Every function here is handed a `table.Table`, which itself holds the functions of its roleset."""

Step = str | tuple[str, Any]
"""A step's name, alone or with the plain data that it is about."""
step: Registry[Callable[..., None]] = Registry("step", handed="table, …")

Pool = Callable[[Table, str], Sequence[str]]
pool: Registry[Pool] = Registry("pool", "narrator/rules/pools.py", "table, asker", SEATS)
Combination = Callable[[Table, str], Sequence[Answer]]
"""Whole answers, where not everything goes together."""
combination: Registry[Combination] = Registry("combination", POWERS, "table, asker", SEATS)
Condition = Callable[[Table], bool]
condition: Registry[Condition] = Registry("condition", "narrator/rules/conditions.py", gives=YES_OR_NO)
Agreement = Callable[[Table, Mapping[str, Answer]], dict[str, Answer]]
agreement: Registry[Agreement] = Registry(
    "agreement", "narrator/rules/agreements.py", "table, given", Result("the answers by seat", (dict,))
)
Effect = Callable[[Table, str, Answer, str], None]
effect: Registry[Effect] = Registry("effect", "narrator/rules/effects.py", "table, seat, answer, word")
Power = Callable[[Table, Mapping[str, Answer]], None]
power: Registry[Power] = Registry("power", POWERS, "table, given")
Telling = Callable[[Table, Sequence[str]], None]
telling: Registry[Telling] = Registry("telling", "narrator/rules/tellings.py", "table, seats")
Moment = Callable[[Table], None]
moment: Registry[Moment] = Registry("moment", "narrator/rules/days.py", with_step=step)
Tie = Callable[[Table, str, list[str], bool], bool]
"""A way to settle a tie: table, ballot, the tied, whether it was voted again. Answers whether it settled it."""
tie: Registry[Tie] = Registry(
    "way to settle a tie", "narrator/rules/ballots.py", "table, ballot, tied, voted_again", YES_OR_NO
)
Outcome = Callable[[Table, str, str | None], None]
"""What comes of a ballot: table, ballot, the seat chosen or nobody."""
outcome: Registry[Outcome] = Registry("outcome", "narrator/rules/ballots.py", "table, ballot, seat")
Verdict = Callable[[Table, str], None]
"""Handed the seat that is to die; it may ask somebody, and spares the seat by `table.dying.clear()`."""
verdict: Registry[Verdict] = Registry("verdict", POWERS, "table, seat")
Event = Callable[[Table], None]
"""What an event card does at once when it is drawn."""
event: Registry[Event] = Registry("event", EVENTS)
Procedure = Callable[[Table], None]
procedure: Registry[Procedure] = Registry("way to vote")
"""How the village decides in place of a ballot, while an event says so."""
Fate = Callable[[Table, str], bool]
"""What may befall the pack's victim instead of being devoured: handed its seat, answers whether it did."""
fate: Registry[Fate] = Registry("fate of a victim", POWERS, "table, seat", YES_OR_NO)
Concealment = Callable[[Table, str], bool]
"""Does the card of a seat that has died stay hidden?"""
concealment: Registry[Concealment] = Registry("concealment", POWERS, "table, seat", YES_OR_NO)
Dealing = Callable[[Table, Any], None]
"""How a variant deals: it changes the `Hands` that were drawn, before they are laid on the table."""
dealing: Registry[Dealing] = Registry("way to deal", VARIANTS, "table, hands")
WaveEffect = Callable[[Table, Sequence[str]], None]
"""What the deaths of a wave bring about; it may add to `table.dying`, the next wave."""
wave_effect: Registry[WaveEffect] = Registry("effect of deaths", "narrator/rules/chain.py", "table, dead")
Aim = Callable[[Table, str], bool]
"""Does this seat win with its side? Some cards want more than that."""
aim: Registry[Aim] = Registry("aim", "narrator/rules/wins.py", "table, seat", YES_OR_NO)
Victory = Callable[[Table], str | None]
"""The winner, if this victory holds."""
victory: Registry[Victory] = Registry(
    "victory", "narrator/rules/wins.py", gives=Result("the side that has won, or `None`", (str, NoneType))
)

KINDS: Mapping[str, Registry[Any]] = {
    "step": step, "pool": pool, "combination": combination, "condition": condition, "agreement": agreement,
    "effect": effect, "power": power, "telling": telling, "moment": moment, "tie": tie, "outcome": outcome,
    "verdict": verdict, "event": event, "procedure": procedure, "fate": fate, "concealment": concealment,
    "dealing": dealing, "wave_effect": wave_effect, "aim": aim, "victory": victory,
}  # fmt: skip
"""Every kind, by the name of its decorator."""


@cache
def gathered(trait: Literal["says", "tells", "story"]) -> Mapping[str, Places]:
    """Every line, or every note, that one of these functions declares, with its places."""
    return {name: places for traits in _TRAITS.values() for name, places in traits.get(trait, {}).items()}


@cache
def told_about(of: str = "") -> tuple[str, ...]:
    """What seats may be told about by these functions; with `of`, only by those that have this trait."""
    telling = [traits for traits in _TRAITS.values() if not of or traits.get("of") == of]
    notes = [note for traits in telling for note in traits.get("tells", ())]
    return tuple(dict.fromkeys(re.sub("^no-|-(yes|no)$", "", note) for note in notes))


@cache
def no_names() -> tuple[str, ...]:
    """What no seat can be called, because it is an answer that names no seat."""
    traits = [traits_of(each) for each in (*pool.values(), *combination.values())]
    return ("pass", "yes", "no", *[word for each in traits if "holds" not in each for word in each.get("words", ())])


def _gather_again() -> None:
    gathered.cache_clear()
    told_about.cache_clear()
    no_names.cache_clear()


def a(kind: str) -> str:
    """A kind of thing with its article."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def misplaced(name: str, kind: str) -> str:
    """The sentence for a word of another kind that stands where one of this kind must; nothing for an unknown word."""
    others = [words.kind for words in KINDS.values() if name in words and words is not step]
    return f"“{name}” is {a(others[0])}, and {a(kind)} must stand here." if others else ""
