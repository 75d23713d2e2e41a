"""How fast does this table choose? Learned only from what everybody can see: the practice night, and votes by day.

Nothing of a night that counts is looked at here, so that no window tells how another was answered.
"""

from __future__ import annotations

from collections import deque

from narrator.telling.pace import NEW

MOST, USUAL = 0.75, 5.0
"""At a table of the usual speed this share of the people choose within this many seconds of a question."""
FASTEST, SLOWEST = 0.85, 1.4
"""Windows are never shorter or longer than this many times their usual length."""
FEW = 4
"""From fewer people nothing is learned."""
REMEMBERED = 3
"""How many votes count: the latest."""


class TableSpeed:
    """The speed of one table, as long as its box runs: its windows are `stretch` times as long as usual.

    In a vote people also think and talk, so votes make the windows shorter, never longer than after the practice.
    """

    def __init__(self) -> None:
        self.stretch = 1.0
        self._practised = 1.0
        self._votes: deque[float] = deque(maxlen=REMEMBERED)
        self._learned_from = 0

    def see(self, question: int, practice: bool, asked: int, waiting: int, seconds: float) -> None:
        """These `seconds` after a question was put for everybody to see, in a practice night or in a vote, the table is
        still `waiting` for some of those `asked`. From each question, known by its number, it learns once."""
        if question == self._learned_from or asked < FEW or asked - waiting < MOST * asked:
            return
        self._learned_from = question
        stretch = min(SLOWEST, max(FASTEST, seconds / (USUAL * NEW if practice else USUAL)))
        if practice:
            self._practised = stretch
        else:
            self._votes.append(stretch)
        self.stretch = min(self._practised, *self._votes) if self._votes else self._practised
