"""Which line is rendered next? The most urgent one; one that failed rests first, and so does a voice that failed.

What is only learned, for some later day, comes when nothing else is wanted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from narrator.telling.voice.line import Line


class Clip(NamedTuple):
    """A line, or a piece of one, and whether the natural voice says it."""

    line: Line
    natural: bool = False


RESTS = (1.0, 2.0, 5.0, 10.0, 20.0, 60.0)
"""Seconds before the next try: after two failures in a row, after three, …; the last one holds for all further ones."""


class Tries:
    """How many times in a row something has `failed`, and at which second it may be tried again."""

    def __init__(self) -> None:
        self.failed = 0
        self.due = 0.0

    def fail(self, now: float) -> None:
        """It has failed again; the first failure costs no rest."""
        if self.failed:
            self.due = now + RESTS[min(self.failed, len(RESTS)) - 1]
        self.failed += 1


class Wishes:
    """The lines that are wanted, by key, the most urgent first.

    A line that fails is tried again and again, until it is rendered or `missed`; from its second failure on, lines
    that have rested longer come first. `voice` holds the tries of the voice as a whole, whatever the line: while it
    rests, nothing is tried. All lines are of one `language`: a box speaks one at a time. Seconds are those of any one
    clock that runs evenly. What is only learned comes after all that, and its failures hold up nothing else.
    """

    def __init__(self) -> None:
        self.voice = Tries()
        self.language = ""
        self._lines: dict[str, tuple[Clip, Tries]] = {}
        self._learned: dict[str, tuple[Clip, Tries]] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._lines

    def turn_to(self, language: str) -> None:
        """Want no line of any other language, whose voice may fail for ever, and try this voice at once."""
        if language != self.language:
            self.language, self.voice, self._lines, self._learned = language, Tries(), {}, {}

    def learn(self, clips: Mapping[str, Clip]) -> None:
        """Learn these, the first one first, and nothing else any more."""
        self._learned = {key: self._learned.get(key, (clip, Tries())) for key, clip in clips.items()}

    @property
    def unlearned(self) -> int:
        """How many are still to be learned?"""
        return len(self._learned)

    def is_learning(self, key: str) -> bool:
        """Is this wanted only to be learned?"""
        return key in self._learned and key not in self._lines

    def add(self, lines: Mapping[str, Clip]) -> None:
        """Want these lines before all others, the first one first."""
        added = {key: self._lines.pop(key, (line, Tries())) for key, line in lines.items()}
        self._lines = added | self._lines

    def next(self, now: float) -> tuple[str, Clip] | None:
        """What is to be tried now, with its key."""
        for wanted, due in self._queues:
            key = min(wanted, key=lambda key: wanted[key][1].due)
            if max(due, wanted[key][1].due) <= now:
                return key, wanted[key][0]
        return None

    def rest(self, now: float) -> float | None:
        """Seconds until there is something to be tried; None if nothing is wanted."""
        dues = [max(due, min(tries.due for _, tries in wanted.values())) for wanted, due in self._queues]
        return max(0.0, min(dues) - now) if dues else None

    @property
    def _queues(self) -> list[tuple[dict[str, tuple[Clip, Tries]], float]]:
        """What is wanted, the most urgent queue first, and when each may go on."""
        return [queue for queue in ((self._lines, self.voice.due), (self._learned, 0.0)) if queue[0]]

    def rendered(self, key: str) -> None:
        """This is done; a voice that was asked for it works."""
        if not self.is_learning(key):
            self.voice = Tries()
        self._lines.pop(key, None)
        self._learned.pop(key, None)

    def failed(self, key: str, now: float) -> None:
        """This could not be rendered."""
        if self.is_learning(key):
            self._learned[key][1].fail(now)
            return
        self.voice.fail(now)
        if key in self._lines:
            self._lines[key][1].fail(now)

    def missed(self, key: str) -> None:
        """The call of this line has come: if it has failed, it is not tried for that call any more."""
        if key in self._lines and self._lines[key][1].failed:
            del self._lines[key]
