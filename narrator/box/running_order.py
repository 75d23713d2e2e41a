"""What is still to be told and asked, in which order, and how does the table go on after news that could not wait?

Somebody may act at any time of the day. The table hears of it at once; then the debate goes on, or the vote, with the
time that was left. Where last words come in between, the rest is held back until the vote is put again.

    debate ··· | news | ··· debate · vote          vote ·· | news | ·· vote          debate ·· | news, a shot | ·· vote
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from hardware.lights import duration
from narrator.box.introduction import introduces
from narrator.box.venue import Venue
from narrator.game.game import Game
from narrator.rules import facts
from narrator.rules.together import SILENT
from narrator.telling.legend import Legend
from narrator.telling.pace import BALLOT_AGAIN, Tempo
from narrator.telling.script import Cue, cue_of
from narrator.telling.timeline import Beat, Timeline, talks

DAYTIME = (facts.DebateOpened, facts.DayLeftOpen)
"""What opens the time in which somebody may act, besides windows."""


class RunningOrder:
    """The beats that are still to come of one game, as its `timeline` has them, with what is `explained` after them."""

    def __init__(self, game: Game, timeline: Timeline, explained: Callable[[list[Beat]], Iterable[Beat]]) -> None:
        self.beats: deque[Beat] = deque()
        self.planned = 0
        self.spare = 0.0
        self._game = game
        self._timeline = timeline
        self._explained = explained
        self._held: Interruption | None = None
        self._resumed: Beat | None = None

    def begin(self, heard: int, over: int) -> None:
        """Begin where the first `heard` facts were told; windows and debates among the first `over` facts are over."""
        self.beats.clear()
        self.planned = heard
        self._held = None
        self.plan(over)
        if has_news(self._game.facts, over):
            self.beats = deque(reopened(self.beats, self._timeline, self._game.facts, over))

    def plan(self, over: int) -> None:
        """Add everything that has happened since."""
        beats, held = self.news(over), self._held
        again = of_a_window(beats, held.window) if held is not None else ()
        if held is not None and (again or (not held.window and self._is_open(held))):
            beats[len(beats) - len(again) :] = held.resumed(again, self._game.alive)
            self._held = None
        elif held is not None and held.phase != self._game.phase:
            self._held = None
        self.beats.extend(beats)

    def put_first(self, beats: Iterable[Beat]) -> None:
        """Tell these before everything else."""
        self.beats.extendleft(reversed([*self._explained(list(beats))]))

    def plan_after_introduction(self) -> None:
        """Plan the whole game again, at the tempo that the practice night has shown, after the introduction."""
        rest = list(takewhile(introduces, self.beats))
        self.begin(0, 0)
        self.beats.extendleft(reversed(rest))

    def news(self, over: int) -> list[Beat]:
        """The beats of everything that has happened since the last plan."""
        told = self._game.facts
        beats = self._timeline.beats(told, self.planned, over)
        self.planned = len(told)
        return list(self._explained(beats))

    def break_off(self, beat: Beat, left: float, news: list[Beat]) -> None:
        """Put the news first, or after what other news there is, and then what they break off: the rest of this beat,
        `left` seconds, and what goes on."""
        game, coming = self._game, list(self.beats)
        earlier: list[Beat] = []
        if self.tells_news:
            earlier = list(takewhile(lambda one: one is not self._resumed, coming))
            beat, *coming = coming[len(earlier) :]
            left = beat.seconds
        held = broken_off(beat, coming, left, self.spare, game.phase)
        self.spare = 0.0
        again = of_a_window(news, held.window)
        told = news[: len(news) - len(again)]
        if beat.screen == "debate":
            again = again or of_a_window(coming, held.window)
        else:
            again = again or [beat._replace(seconds=held.left or 0.0)]
        open_still = self._is_open(held)
        self._held = None if open_still or game.winner is not None else held
        resumed = held.resumed(again, game.alive) if open_still else []
        self._resumed = next(iter(resumed), None)
        self.beats = deque([*earlier, *told, *resumed])

    def _is_open(self, held: Interruption) -> bool:
        """Is the window open again that comes after what was broken off; where none does, is the day left open?"""
        prompts = self._game.prompts
        if held.window:
            return any(prompt.id == held.window for prompt in prompts)
        return held.phase == self._game.phase and bool(prompts) and all(prompt.standing for prompt in prompts)

    @property
    def tells_news(self) -> bool:
        """Is news being told after which a debate or a window goes on?"""
        return self._resumed is not None and any(beat is self._resumed for beat in self.beats)

    def possible_cues(self) -> Iterator[Cue]:
        """What may have to be said right after the open ballots and last words, whoever is chosen."""
        for prompt in self._game.prompts:
            cue = None if prompt.lasting else self._game.rules.brings(prompt.id)
            if cue is not None:
                yield from (Cue(cue, (choice,)) for choice in prompt.choices)

    def drop_rest(self, beat: Beat | None) -> None:
        """Leave out what is still to come of the window or the debate of this beat."""
        if beat is not None:
            self._drop(beat.goes_on_in)

    def skip(self, beat: Beat | None) -> None:
        """The same, and with a beat of an introduction all that is to come of that."""
        self.drop_rest(beat)
        if introduces(beat):
            self._drop(introduces)

    def _drop(self, belongs: Callable[[Beat], bool]) -> None:
        while self.beats and belongs(self.beats[0]):
            self.beats.popleft()

    def goes_on(self, beat: Beat | None) -> bool:
        """Does the window or the debate of this beat go on in the next one?"""
        return beat is not None and bool(self.beats) and beat.goes_on_in(self.beats[0])

    def left_after(self, beat: Beat) -> float:
        """The seconds that the window or the debate of this beat still lasts after it; none after a turn in it."""
        return 0.0 if talks(beat) else sum(later.seconds for later in takewhile(beat.goes_on_in, self.beats))


class Interruption(NamedTuple):
    """What was broken off in this `phase`: the `rest` of a debate with what would have been said after it, and the
    `window` that comes then, of which `left` seconds are left if it was open."""

    phase: str
    rest: tuple[Beat, ...]
    window: str
    left: float | None

    def resumed(self, again: Sequence[Beat], living: Collection[str]) -> list[Beat]:
        """What was broken off, with the window as it is put again; those who have died meanwhile talk no more."""
        rest = [beat for beat in self.rest if talks(beat) in (None, *living)]
        return [*rest, *(again if self.left is None else shortened(again, max(self.left, BALLOT_AGAIN)))]


def broken_off(beat: Beat, coming: Sequence[Beat], left: float, spare: float, phase: str) -> Interruption:
    """What is broken off during this beat of a debate or a window, `left` seconds before the beat ends; `spare` are
    those by which the window was cut short when all had answered."""
    same = list(takewhile(beat.goes_on_in, coming))
    later = coming[len(same) :]
    if beat.screen == "ask":
        return Interruption(phase, (), beat.window, left + sum(one.seconds for one in same) + spare)
    rest = beat._replace(cue=None, seconds=left)
    window = next((one.window for one in later if one.screen == "ask"), "")
    return Interruption(phase, (rest, *same, *before_window(later)), window, None)


def of_a_window(beats: Sequence[Beat], window: str) -> Sequence[Beat]:
    """From where this window opens, with what sounds before it; nothing where it does not open."""
    at = next((at for at, beat in enumerate(beats) if (beat.screen, beat.window) == ("ask", window)), len(beats))
    return beats[at - 1 if at and at < len(beats) and _sounds_alone(beats[at - 1]) else at :]


def before_window(beats: Sequence[Beat]) -> Sequence[Beat]:
    """What comes before any window opens."""
    before = list(takewhile(lambda beat: beat.screen != "ask", beats))
    return before[:-1] if before and len(before) < len(beats) and _sounds_alone(before[-1]) else before


def shortened(beats: Sequence[Beat], seconds: float) -> list[Beat]:
    """The same window, of this many seconds if it would be longer."""
    whole = sum(beat.seconds for beat in beats if beat.screen == "ask")
    share = min(1.0, seconds / whole) if whole else 1.0
    return [beat._replace(seconds=beat.seconds * share) if beat.screen == "ask" else beat for beat in beats]


def moments(told: Sequence[facts.Fact], over: int) -> list[int]:
    """The numbers of the facts, not yet over, that opened a debate or a window for all to see, or left a day open."""
    found = []
    for at in range(over, len(told)):
        fact = told[at]
        if fact.asked if isinstance(fact, facts.WindowOpened) else isinstance(fact, DAYTIME):
            found.append(at)
    return found


def last_debate(told: Sequence[facts.Fact], before: int) -> int:
    """The number of the fact that opened the last debate among this many first facts."""
    return next(at for at in range(before - 1, -1, -1) if isinstance(told[at], facts.DebateOpened))


def step_back(game: Game, shown: int, over: int, window: str | None) -> int:
    """The number of the fact that opened the last window that is over; or the `window` now open, where all see that
    somebody has answered. Whether it was put to anybody, and answered, makes no difference: the table would hear it.
    What somebody has done in a debate, or while a ballot is open, is taken back with that."""
    told = game.facts[:shown]
    if has_news(told, over):
        return moments(told, over)[0]
    windows = [at for at, fact in enumerate(told) if isinstance(fact, facts.WindowOpened)]
    if windows and window is not None:
        public = (prompt for prompt in game.prompts if not prompt.lasting and prompt.id == window)
        if not any(game.waiting(prompt) != prompt.seats for prompt in public):
            windows.pop()
    return windows[-1] if windows else 0


def has_news(told: Sequence[facts.Fact], over: int) -> bool:
    """Has anything been told since a window was opened, or the day left open, and is not over?"""
    opened = [at for at in moments(told, over) if not isinstance(told[at], facts.DebateOpened)]
    return bool(opened) and any(
        cue_of(fact) is not None for fact in told[opened[0] :] if not isinstance(fact, facts.WindowOpened)
    )


def reopened(beats: Iterable[Beat], timeline: Timeline, told: Sequence[facts.Fact], over: int) -> list[Beat]:
    """These beats in the order in which they are told after a break: news, the debate that was going on, and what is
    asked now; windows that were put again since take no time."""
    now = moments(told, over)
    debate = [at for at in now if isinstance(told[at], facts.DebateOpened)]
    found = [beat for beat in beats if beat.screen not in ("ask", "debate") and not _sounds_alone(beat)]
    for at in (*debate, *[at for at in now if at not in debate][-1:]):
        again = timeline.beats(told[: at + 1], at, over)
        found += [beat._replace(shows=len(told)) for beat in again]
    return found


def _sounds_alone(beat: Beat) -> bool:
    return beat.sound is not None and beat.cue is None and beat.screen == "rest"


def tempo(venue: Venue, game: Game, legend: Legend, beginners: bool) -> Tempo:
    """The pace, what those play with who have no page and must hear that they are called, who is new, and the bots."""
    buttons = bool(venue.lobby.buttons and venue.without_page["buttons"])
    tokens = bool(venue.readers and venue.without_page["tags"])
    telling = duration(legend.most) if buttons or tokens else 0.0
    silent = game.options.get("night") == SILENT and not telling
    pointing = venue.lobby.vote == "pointing"
    bots = frozenset(venue.lobby.bots)
    return Tempo(venue.lobby.pace, buttons, tokens, telling, silent, beginners, venue.speed.stretch, pointing, bots)
