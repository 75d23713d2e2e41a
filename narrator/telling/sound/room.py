"""Where does the narrator stand? What is said comes back from the walls of that place, or from the edge of a wood.

The answer of a place is noise that dies away, its treble first. It is convolved with the voice in parts of `PART`
samples, by which a late echo is late anyway; so nothing that is said directly is delayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from narrator.telling.sound.playing import RATE, Block

PART = 2048
RUMBLE = 150.0
"""Hertz below which a place does not answer."""
SPLIT = 1800.0
"""Hertz above which an answer dies away in half the time."""
FALL = 6.9
"""An answer falls by 60 decibels in its time: by this power of e."""


class Surroundings(NamedTuple):
    """How many `seconds` a place answers, up to which pitch (`bright`, in hertz), and how loud, in decibels."""

    seconds: float
    bright: float
    level: float


PLACES: Mapping[str, Surroundings] = {
    "hearth": Surroundings(seconds=0.3, bright=5000, level=-21),
    "clearing": Surroundings(seconds=0.7, bright=3000, level=-20),
    "hall": Surroundings(seconds=1.1, bright=4200, level=-18),
}
"""Three decibels louder, a program mistook 8 of 360 short lines of the natural voice; at these levels, 1."""

Spectra = npt.NDArray[np.complex64]  # (parts, frequencies), or (2, parts, frequencies) for both sides


@cache
def answer(name: str) -> Spectra:
    """The answer of this place, part by part, to a click."""
    place = PLACES[name]
    parts = -(-int(place.seconds * RATE) // PART)
    chance, frames = np.random.default_rng(len(name)), parts * PART
    at, pitch = np.arange(frames) / RATE, np.maximum(np.fft.rfftfreq(frames, 1 / RATE), 1.0)
    sides = np.zeros((2, frames))
    for side in sides:
        for low, high, seconds in ((RUMBLE, SPLIT, place.seconds), (SPLIT, place.bright, place.seconds / 2)):
            gain = 1 / np.sqrt((1 + (low / pitch) ** 4) * (1 + (pitch / high) ** 4))
            noise = np.fft.irfft(gain * np.exp(2j * np.pi * chance.random(len(pitch))), frames)
            side += noise * np.exp(-FALL * at / seconds)
        side *= 10 ** (place.level / 20) / np.sqrt(np.square(side).sum())
    return np.fft.rfft(sides.reshape(2, parts, PART), 2 * PART).astype(np.complex64)


class Room:
    """The place where the voice is: it hears what is said, and answers."""

    def __init__(self) -> None:
        self._most = max(answer(name).shape[1] for name in PLACES)
        self._said: Spectra = np.zeros((self._most, PART + 1), np.complex64)
        self._before, self._now = np.zeros((2, PART), np.float32)
        self._answer = np.zeros((PART, 2), np.float32)
        self._place = 0
        self._quiet = self._most  # parts since something was said
        self._name = ""

    def answer(self, spoken: Block, name: str) -> Block:
        """What the place of this name answers while this is spoken; without a name only what is still in the air."""
        done, heard = 0, np.zeros_like(spoken)
        self._name = name or self._name
        while done < len(spoken):
            part = slice(self._place, min(PART, self._place + len(spoken) - done))
            size = part.stop - part.start
            self._now[part] = spoken[done : done + size, 0] if name else 0.0
            heard[done : done + size] = self._answer[part]
            done += size
            self._place = part.stop % PART
            if not self._place:
                self._answer = self._next()
        return heard

    def _next(self) -> Block:
        """What is answered during the next part."""
        self._quiet = 0 if self._now.any() else self._quiet + 1
        if self._quiet > self._most:
            return np.zeros((PART, 2), np.float32)
        heard = np.fft.rfft(np.concatenate([self._before, self._now])).astype(np.complex64)
        self._said = np.concatenate([heard[np.newaxis], self._said[:-1]])
        self._before, self._now = self._now, self._before
        walls = answer(self._name)
        sides = np.einsum("pf,spf->sf", self._said[: walls.shape[1]], walls)
        return np.fft.irfft(sides)[:, PART:].T.astype(np.float32)
