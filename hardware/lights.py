"""What does a light show at this moment? A glow that lasts, and over it a few blinks.

Time is given, never asked for: seconds of any clock that does not jump.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import inf

from hardware.devices import DARK, Colour


def dimmed(colour: Colour, level: float) -> Colour:
    """A colour at some of its brightness, from 0 to 1."""
    return Colour(*(level * part for part in colour))


def levels(colour: Colour, lamps: Iterable[str]) -> dict[str, float]:
    """How bright must each lamp of a light be to show this colour as well as these can: `red`, `green`, `blue`?

    A colour that would be dark, since the light has no lamps for it, shines in all the lamps that there are.
    """
    found = {name: getattr(colour, name) for name in lamps}
    return found if any(found.values()) and len(found) > 1 else dict.fromkeys(found, max(colour))


WARM = Colour(1.0, 0.35, 0.0)
"""What a light shows where its colour says nothing: eyes stay used to the dark."""
RED, GREEN, CYAN = Colour(1.0, 0.0, 0.0), Colour(0.0, 1.0, 0.0), Colour(0.0, 1.0, 1.0)

OFF, FAINT, ASKED, BRIGHT = DARK, dimmed(WARM, 0.04), dimmed(WARM, 0.15), dimmed(WARM, 0.6)
CONSIDERED = dimmed(CYAN, 0.4)
"""The glow of a seat that somebody's count has reached: another colour, and brighter where there is only one."""

Blinks = tuple[tuple[float, Colour], ...]
"""How long, in seconds, and in which colour, one after the other."""

FLASH: Blinks = ((0.08, BRIGHT),)
CONFIRMED: Blinks = ((0.12, BRIGHT), (0.12, OFF), (0.12, BRIGHT))
PASSED: Blinks = ((0.6, BRIGHT),)

BEFORE = 0.8
SLOT, QUICKEST = 0.4, 0.24
"""Seconds from one blink to the next where few are counted, and where many are."""
SHORT, LONG = 0.2, 0.7
"""How long a blink lasts, as a part of that."""
GROUP = 4
"""After this many blinks there is a gap of one."""
LENGTH = 5.0
"""Seconds that all blinks together may take at the slow pace; where there are more, they come quicker."""


def counted(numbers: Collection[int], most: int, colour: Colour = WARM) -> Blinks:
    """Tell numbers from 1 to `most`: one blink for each, long for those to be told, and a pause after every fourth.

    However many are told, none included, and in whatever colour, it begins, blinks and ends at the same times.
    """
    bright = dimmed(colour, 0.6)
    slot = min(SLOT, max(QUICKEST, LENGTH / (most + most // GROUP)))
    blinks = [(BEFORE, OFF)]
    for number in range(1, most + 1):
        lit = slot * (LONG if number in numbers else SHORT)
        pause = slot if number % GROUP == 0 else 0.0
        blinks += [(lit, bright), (slot - lit + pause, OFF)]
    return (*blinks, (BEFORE, OFF))


def duration(most: int) -> float:
    """How many seconds does it take to tell numbers from 1 to `most`?"""
    return sum(seconds for seconds, _ in counted((), most))


class Light:
    """One light. `glow` is what it shows when it does not blink."""

    def __init__(self) -> None:
        self.glow = OFF
        self._blinks: list[tuple[float, Colour]] = []

    def blink(self, blinks: Blinks, at: float) -> None:
        """Blink from now on, instead of what it was blinking."""
        self._blinks = []
        for seconds, colour in blinks:
            at += seconds
            self._blinks.append((at, colour))

    def shows(self, now: float) -> Colour:
        """What does it show now?"""
        while self._blinks and now >= self._blinks[0][0]:
            del self._blinks[0]
        return self._blinks[0][1] if self._blinks else self.glow

    @property
    def due(self) -> float:
        """When does it change, if nothing happens? Infinite, when it does not."""
        return self._blinks[0][0] if self._blinks else inf
