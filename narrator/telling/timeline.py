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
from narrator.telling.pace import BREATH, LAST_HALF_MINUTE, REMINDER_AT, lengths
from narrator.telling.script import Cue, cue_of


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


class Timeline:
    """The timeline of one game at a table of these `seats`; `pace` and `telling` as in `lengths`.

    What sounds with which line, and how long everything lasts, is worked out once, not for every window.
    """

    def __init__(self, rules: Roleset, seats: Sequence[str], pace: str, telling: float = 0.0) -> None:
        self._rules = rules
        self._seats = seats
        self._sounds = sounds(rules)
        self._at_once = {ballot.rule.id for ballot in rules.ballots.values() if ballot.majority == "at-once"}
        self._pace = "", 0.0
        self.follow(pace, telling)

    def follow(self, pace: str, telling: float) -> None:
        """Have everything last as long as at this pace from the next plan on."""
        if (pace, telling) != self._pace:
            self._pace = pace, telling
            self._lengths = lengths(pace, self._rules, len(self._seats), telling)

    def bed(self, phase: str) -> str | None:
        """The bed that is heard in this phase."""
        if phase == "setup":
            return SILENCE
        return self._sounds["night.falls" if phase.startswith("night") else "dawn.breaks"].bed

    def beats(self, told: Sequence[facts.Fact], start: int, over: int = 0) -> list[Beat]:
        """The beats of the facts from number `start` on; windows among the first `over` facts are over and take no
        time.

        A fact that takes no time of its own is shown with what comes before it, or at the start with what comes after:
        the number of beats does not reveal whether somebody was told something.
        """
        found: list[Beat] = []
        said = {at: cue for at in range(start, len(told)) if (cue := cue_of(told[at])) is not None}
        for at, shows in pairwise([*said, len(told)]):
            if at >= over or not isinstance(told[at], facts.WindowOpened):
                since = beginning(told, at)
                for beat in self._beats(told, at, shows, said[at]):
                    found.extend(self._with_sound(beat._replace(since=since), at))
        return found

    def _with_sound(self, beat: Beat, before: int) -> list[Beat]:
        sound = self._sounds.get(beat.cue.id) if beat.cue is not None else None
        if sound is None or not sound.alone:
            return [beat._replace(sound=sound)]
        return [Beat(before, sound.alone, sound=sound, since=beat.since), beat]

    def _beats(self, told: Sequence[facts.Fact], at: int, shows: int, cue: Cue) -> list[Beat]:
        fact = told[at]
        if isinstance(fact, facts.DebateOpened):
            opens = Beat(shows, 0.0, cue, "debate")
            return [opens._replace(seconds=BREATH)] if self._at_once else self._debate(opens, told[:at])
        if isinstance(fact, facts.WindowOpened):
            opens = Beat(shows, 0.0, cue, "ask", fact.prompt)
            return self._debate(opens, told[:at]) if fact.prompt in self._at_once else self._window(opens, fact)
        if isinstance(fact, facts.Slept):
            asked = self._rules.calls[fact.call].rules
            glow = self._lengths.glow if asked else self._lengths.long_glow
            return [Beat(at, glow, None, "told"), Beat(shows, BREATH, cue)]
        after = self._lengths.look if isinstance(fact, facts.PhaseBegan) and fact.name == "setup" else BREATH
        return [Beat(shows, after, cue)]

    def _debate(self, opens: Beat, before: Sequence[facts.Fact]) -> list[Beat]:
        """A debate of those whom everybody knows to be alive after the facts `before` it."""
        village = View(self._seats)
        for fact in before:
            village.see(fact)
        seconds = self._lengths.debate(len(village.living))
        return [
            opens._replace(seconds=seconds - LAST_HALF_MINUTE),
            opens._replace(seconds=LAST_HALF_MINUTE, cue=Cue("debate.half-minute")),
        ]

    def _window(self, opens: Beat, fact: facts.WindowOpened) -> list[Beat]:
        ballot = self._rules.ballots.get(fact.prompt)
        rule = ballot.rule if ballot is not None else self._rules.prompts[fact.prompt]
        seconds = self._lengths.ballot if fact.asked else self._lengths.windows[fact.prompt]
        if rule.may_pass:
            return [opens._replace(seconds=seconds)]
        return [
            opens._replace(seconds=seconds * REMINDER_AT),
            opens._replace(seconds=seconds * (1 - REMINDER_AT), cue=Cue("reminder")),
        ]


def sounds(rules: Roleset) -> Mapping[str, Sound]:
    """What sounds with which cue at a table of this roleset."""
    found = dict(SOUNDS)
    for function in rules.functions:
        for cue, (effect, alone) in traits_of(function).get("sounds", {}).items():
            found[cue] = Sound(effect, alone=alone)
    return found if rules.night_sounds else {**found, "night.falls": Sound(bed=SILENCE)}


def beginning(told: Sequence[facts.Fact], at: int) -> int:
    """At which fact does a box go on that was cut off while telling this one? At night at the call, else there."""
    asleep = False
    for phase in range(at, -1, -1):
        fact = told[phase]
        if isinstance(fact, facts.PhaseBegan):
            asleep = fact.name == "night"
            break
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
    return cue_of(fact) is not None and not isinstance(fact, facts.Slept)
