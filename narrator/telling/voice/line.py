"""What is a line, what do the moods do to it, and how long is it when nobody says it aloud?"""

from __future__ import annotations

from typing import NamedTuple


class Mood(NamedTuple):
    """How a mood bends the voice: `rate` and `pitch` multiply the voice's own, `volume` is in decibels."""

    rate: float
    pitch: float
    volume: float


MOODS = {
    "hushed": Mood(rate=0.96, pitch=0.80, volume=-5.0),
    "solemn": Mood(rate=0.86, pitch=0.65, volume=-1.0),
    "cheerful": Mood(rate=1.06, pitch=1.20, volume=0.0),
    "ghost": Mood(rate=0.74, pitch=0.35, volume=-4.0),
}


OTHER = "other"
"""The voice that speaks for the dead, spirits and the crier, where a language has a second one."""


class Line(NamedTuple):
    """One thing to say: the `text` as a caption shows it, the `mood` (a key of `MOODS`) it is said in, the code of its
    `language`, and how much faster than usual it is said. Where names and the like were put into it, `pieces` are what
    it was put together from. `voice` is who says it, if it is not the usual voice: `OTHER`, or a voice by its name."""

    text: str
    mood: str = "hushed"
    language: str = "en"
    speed: float = 1.0
    pieces: tuple[str, ...] = ()
    voice: str = ""

    @property
    def spliced(self) -> list[Line]:
        """Its pieces as lines of their own: said one after the other they are the whole line."""
        return [self._replace(text=piece, pieces=()) for piece in self.pieces or (self.text,)]

    @property
    def is_sample(self) -> bool:
        """Is it said only so that somebody hears how a voice sounds?"""
        return self.voice not in ("", OTHER)

    @property
    def manner(self) -> Mood:
        """How the voice is bent for it."""
        mood = MOODS[self.mood]
        return mood._replace(rate=mood.rate * self.speed)


def reading_time(line: Line, rate: int) -> float:
    """The seconds this line takes at `rate` words a minute, guessed from its letters (6 to a word, with the space)."""
    return 0.3 + len(line.text) / (rate * line.manner.rate * 6 / 60)
