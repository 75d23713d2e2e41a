"""Which line is rendered next? The most urgent one; one that failed rests first, and so does a voice that failed."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.telling.voice.line import Line

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
    clock that runs evenly.
    """

    def __init__(self) -> None:
        self.voice = Tries()
        self.language = ""
        self._lines: dict[str, tuple[Line, Tries]] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._lines

    def turn_to(self, language: str) -> None:
        """Want no line of any other language, whose voice may fail for ever, and try this voice at once."""
        if language != self.language:
            self.language, self.voice, self._lines = language, Tries(), {}

    def add(self, lines: Mapping[str, Line]) -> None:
        """Want these lines before all others, the first one first."""
        added = {key: self._lines.pop(key, (line, Tries())) for key, line in lines.items()}
        self._lines = added | self._lines

    def next(self, now: float) -> tuple[str, Line] | None:
        """The line to be tried now, with its key."""
        if self.rest(now) != 0.0:
            return None
        key = min(self._lines, key=self._due)
        return key, self._lines[key][0]

    def rest(self, now: float) -> float | None:
        """Seconds until there is a line to be tried; None if none is wanted."""
        return max(0.0, max(self.voice.due, min(map(self._due, self._lines))) - now) if self._lines else None

    def _due(self, key: str) -> float:
        return self._lines[key][1].due

    def rendered(self, key: str) -> None:
        """This line is done, and the voice works."""
        self._lines.pop(key, None)
        self.voice = Tries()

    def failed(self, key: str, now: float) -> None:
        """This line could not be rendered."""
        self.voice.fail(now)
        if key in self._lines:
            self._lines[key][1].fail(now)

    def missed(self, key: str) -> None:
        """The call of this line has come: if it has failed, it is not tried for that call any more."""
        if key in self._lines and self._lines[key][1].failed:
            del self._lines[key]
