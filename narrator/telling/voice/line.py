"""What is a line, what do the moods do to it, and how long is it when nobody says it aloud?"""

from __future__ import annotations

from typing import NamedTuple


class Mood(NamedTuple):
    """How a mood bends the voice: `rate` and `pitch` multiply the voice's own, `volume` is in decibels."""

    rate: float
    pitch: float
    volume: float


MOODS = {
    "hushed": Mood(rate=0.92, pitch=0.80, volume=-5.0),
    "solemn": Mood(rate=0.86, pitch=0.65, volume=-1.0),
    "cheerful": Mood(rate=1.06, pitch=1.20, volume=0.0),
    "ghost": Mood(rate=0.74, pitch=0.35, volume=-4.0),
}


class Line(NamedTuple):
    """One thing to say: the `text` as a caption shows it, the `mood` (a key of `MOODS`) it is said in, and the code of
    its `language`."""

    text: str
    mood: str = "hushed"
    language: str = "en"


def reading_time(line: Line, rate: int) -> float:
    """The seconds this line takes at `rate` words a minute, guessed from its letters (6 to a word, with the space)."""
    return 0.3 + len(line.text) / (rate * MOODS[line.mood].rate * 6 / 60)
