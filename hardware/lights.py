"""What does a light show at this moment? A glow that lasts, and over it a few blinks.

Time is given, never asked for: seconds of any clock that does not jump. Brightness goes from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Collection

OFF, FAINT, ASKED, BRIGHT = 0.0, 0.04, 0.25, 0.6

Blinks = tuple[tuple[float, float], ...]
"""How long, in seconds, and how bright, one after the other."""

FLASH: Blinks = ((0.08, BRIGHT),)
CONFIRMED: Blinks = ((0.12, BRIGHT), (0.12, OFF), (0.12, BRIGHT))
PASSED: Blinks = ((0.6, BRIGHT),)

BEFORE = 0.8
SLOT, QUICKEST = 0.4, 0.24
"""Seconds from one blink to the next where few are counted, and where many are."""
SHORT, LONG = 0.2, 0.7
"""How much of that a blink lasts."""
GROUP = 4
"""After so many blinks one is left out."""
LENGTH = 5.0
"""With more blinks than go into so many seconds, they come quicker."""


def counted(numbers: Collection[int], most: int) -> Blinks:
    """Tell numbers from 1 to `most`: so many blinks, of which those told are long, with a pause after every fourth.

    However many are told, none included, it begins, blinks and ends at the same times.
    """
    slot = min(SLOT, max(QUICKEST, LENGTH / (most + most // GROUP)))
    blinks = [(BEFORE, OFF)]
    for number in range(1, most + 1):
        lit = slot * (LONG if number in numbers else SHORT)
        pause = slot if number % GROUP == 0 else 0.0
        blinks += [(lit, BRIGHT), (slot - lit + pause, OFF)]
    return (*blinks, (BEFORE, OFF))


class Light:
    """One light. `glow` is what it shows when it does not blink."""

    def __init__(self) -> None:
        self.glow = OFF
        self._blinks: list[tuple[float, float]] = []

    def blink(self, blinks: Blinks, at: float) -> None:
        """Blink from now on, instead of what it was blinking."""
        self._blinks = []
        for seconds, level in blinks:
            at += seconds
            self._blinks.append((at, level))

    def level(self, now: float) -> float:
        """How bright is it now?"""
        while self._blinks and now >= self._blinks[0][0]:
            del self._blinks[0]
        return self._blinks[0][1] if self._blinks else self.glow

    @property
    def due(self) -> float | None:
        """When does it change, if nothing happens?"""
        return self._blinks[0][0] if self._blinks else None
