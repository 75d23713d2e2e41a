"""In which order, and for how long, is everything said, played and shown?

Facts become beats: stretches of time with what is said at their start and how many facts the pages show from then on.
Lengths come from `pace.py` and from the lines' own lengths, so they depend on public facts only; a call that nobody
answers takes as long as one that is answered at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from narrator.rules import facts
from narrator.rules.registry import traits_of
from narrator.rules.rolesets import Roleset
from narrator.rules.views import View
from narrator.telling.pace import BREATH, LAST_HALF_MINUTE, REMINDER_AT, Pacing
from narrator.telling.script import Cue, cues


class Sound(NamedTuple):
    """What sounds with a cue: an effect, heard `alone` for that many seconds, and the bed that begins (with `SILENCE`
    the bed ends)."""

    effect: str | None = None
    bed: str | None = None
    alone: float = 0.0


SOUNDS = {
    "night.falls": Sound("howl", "night", alone=2.2),
    "dawn.breaks": Sound("cock-crow", "day", alone=2.4),
    "eve.begins": Sound(bed="day"),
    "village.vote": Sound("bell", alone=1.6),
    "debate.half-minute": Sound("heartbeat"),
}
SILENCE = ""


class Beat(NamedTuple):
    """A stretch of time: what is said and played at its start, and its length after that has been said.

    From its start the pages show the first `shows` facts of the game. `screen` says what the pages do meanwhile:
    `rest`, `ask` (the window of the prompt `window` is open), `told` (what a call told can be read) or `debate`. A box
    that is cut off during the beat goes on at the fact with the number `since`.
    """

    shows: int
    seconds: float = 0.0
    cue: Cue | None = None
    screen: str = "rest"
    window: str = ""
    sound: Sound | None = None
    since: int = 0

    def goes_on_in(self, other: Beat) -> bool:
        """Is the other beat part of the same window or debate?"""
        return (self.screen, self.window) == (other.screen, other.window)


def sounds(rules: Roleset) -> Mapping[str, Sound]:
    """What sounds with which cue at a table of this roleset."""
    found = dict(SOUNDS)
    for function in rules.functions:
        for cue, (effect, alone) in traits_of(function).get("sounds", {}).items():
            found[cue] = Sound(effect, alone=alone)
    return found if rules.night_sounds else {**found, "night.falls": Sound(bed=SILENCE)}


def bed(phase: str, rules: Roleset) -> str | None:
    """The bed that is heard in this phase."""
    if phase == "setup":
        return SILENCE
    return sounds(rules)["night.falls" if phase.startswith("night") else "dawn.breaks"].bed


def beats(told: Sequence[facts.Fact], start: int, rules: Roleset, pacing: Pacing, over: int = 0) -> list[Beat]:
    """The beats of the facts from number `start` on; windows among the first `over` facts are over and take no time.

    A fact that takes no time of its own is shown with what comes before it, or at the start with what comes after: the
    number of beats does not reveal whether somebody was told something.
    """
    found: list[Beat] = []
    sounding = sounds(rules)
    timed = [at for at in range(start, len(told)) if _takes_time(told[at])]
    for at, shows in pairwise([*timed, len(told)]):
        if at >= over or not isinstance(told[at], facts.WindowOpened):
            since = beginning(told, at)
            for beat in _beats(told, at, shows, rules, pacing):
                found.extend(each._replace(since=since) for each in _with_sound(beat, at, sounding))
    return found


def _with_sound(beat: Beat, before: int, sounding: Mapping[str, Sound]) -> list[Beat]:
    sound = sounding.get(beat.cue.id) if beat.cue is not None else None
    if sound is None or not sound.alone:
        return [beat._replace(sound=sound)]
    return [Beat(before, sound.alone, sound=sound), beat]


def beginning(told: Sequence[facts.Fact], at: int) -> int:
    """At which fact does a box go on that was cut off while telling this one? At night at the call, else there."""
    before = ((back, fact) for back in range(at, -1, -1) if isinstance(fact := told[back], facts.PhaseBegan))
    phase, began = next(before)
    asleep = began.name == "night"
    return next((back for back in range(at, phase, -1) if _can_begin_again(told[back], asleep)), phase)


def left_at(entries: Sequence[Sequence[Any]], told: Sequence[facts.Fact]) -> tuple[int, int]:
    """Where was the game of these entries left? At which fact, and among how many first facts windows are over."""
    for kind, *places in reversed(entries):
        if kind == "heard":
            heard, over = places
            return min(heard, len(told)), over
        if kind == "undo" and places:
            return beginning(told, *places), *places
    return 0, 0


def _can_begin_again(fact: facts.Fact, asleep: bool) -> bool:
    if isinstance(fact, facts.WindowOpened):
        return bool(fact.asked)
    if asleep:
        return isinstance(fact, (facts.Called, facts.DebateOpened, facts.Counted))
    return _takes_time(fact) and not isinstance(fact, facts.Slept)


def _takes_time(fact: facts.Fact) -> bool:
    return bool(cues(fact))


def _beats(told: Sequence[facts.Fact], at: int, shows: int, rules: Roleset, pacing: Pacing) -> list[Beat]:
    fact = told[at]
    if isinstance(fact, facts.DebateOpened):
        opens = Beat(shows, 0.0, Cue("debate.opens"), "debate")
        if any(ballot.majority == "at-once" for ballot in rules.ballots.values()):
            return [opens._replace(seconds=BREATH)]
        return _debate(opens, told[:at], pacing)
    if isinstance(fact, facts.WindowOpened):
        ballot = rules.ballots.get(fact.prompt)
        if ballot is not None and ballot.majority == "at-once":
            return _debate(_opens(fact, shows), told[:at], pacing)
        return _window(fact, shows, rules, pacing)
    if isinstance(fact, facts.Slept):
        asked = bool(rules.calls[fact.call].rules)
        return [Beat(at, pacing.glow(asked), None, "told"), Beat(shows, BREATH, Cue(f"{fact.call}.sleep"))]
    after = pacing.look() if isinstance(fact, facts.PhaseBegan) and fact.name == "setup" else BREATH
    return [Beat(shows, after, cue) for cue in cues(fact)]


def _debate(opens: Beat, before: Sequence[facts.Fact], pacing: Pacing) -> list[Beat]:
    """A debate of those whom everybody knows to be alive after the facts `before` it."""
    village = View(pacing.seats)
    for fact in before:
        village.see(fact)
    return [
        opens._replace(seconds=pacing.debate(len(village.living)) - LAST_HALF_MINUTE),
        opens._replace(seconds=LAST_HALF_MINUTE, cue=Cue("debate.half-minute")),
    ]


def _window(fact: facts.WindowOpened, shows: int, rules: Roleset, pacing: Pacing) -> list[Beat]:
    rule = rules.ballots[fact.prompt].rule if fact.prompt in rules.ballots else rules.prompts[fact.prompt]
    seconds = pacing.ballot() if fact.asked else pacing.window(rule)
    opens = _opens(fact, shows)
    if rule.may_pass:
        return [opens._replace(seconds=seconds)]
    return [
        opens._replace(seconds=seconds * REMINDER_AT),
        opens._replace(seconds=seconds * (1 - REMINDER_AT), cue=Cue("reminder")),
    ]


def _opens(fact: facts.WindowOpened, shows: int) -> Beat:
    cue = Cue(fact.prompt, fact.asked if len(fact.asked) == 1 else ())
    return Beat(shows, 0.0, cue, "ask", fact.prompt)
