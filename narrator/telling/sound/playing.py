"""How is one sound played? At a place that moves on, at a volume that never jumps. Pure arithmetic.

Sounds are kept as int16 (half the memory of floats) and become floats block by block, at 48 kHz in stereo.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

RATE = 48_000
Sound = npt.NDArray[np.int16]  # (frames, 1) or (frames, 2)
Block = npt.NDArray[np.float32]  # (frames, 2)

OVERLAP = 0.25
"""This many seconds of the end of a loop are laid over its beginning."""


class Source(Protocol):
    """Where a sound comes from: from memory, or from a file (`Loop`)."""

    def __len__(self) -> int:
        """How many frames does it have?"""

    def __getitem__(self, part: slice, /) -> Sound:
        """This part of it."""


class Fader:
    """A volume that never jumps: it moves to its goal in a straight line."""

    def __init__(self, level: float) -> None:
        self.level = self.goal = level
        self._step = 0.0

    def to(self, goal: float, seconds: float) -> None:
        """Move to `goal` within `seconds`, from wherever it is now."""
        if goal != self.goal:
            self.goal = goal
            self._step = (goal - self.level) / max(1.0, seconds * RATE)

    @property
    def settled(self) -> bool:
        """Has it reached its goal?"""
        return self.level == self.goal

    def run(self, frames: int) -> float | Block:
        """The next `frames` volumes: one number if they are all the same, otherwise a column."""
        if self.level == self.goal:
            return self.level
        walk = self.level + self._step * np.arange(1, frames + 1, dtype=np.float32)
        walk = walk.clip(max=self.goal) if self._step > 0 else walk.clip(min=self.goal)
        self.level = self.goal if walk[-1] == np.float32(self.goal) else float(walk[-1])
        return np.asarray(walk, np.float32)[:, np.newaxis]


@dataclass
class Playing:
    """A sound that is playing: from `place` on, once or for ever, until its volume is zero; louder on one side than on
    the other, where `sides` says so."""

    name: str
    sound: Source
    loop: bool
    volume: Fader
    place: int = 0
    sides: float | Block = 1.0

    def add_to(self, out: Block) -> None:
        """Add the next block of this sound to `out`."""
        volume = np.broadcast_to(self.volume.run(len(out)) * (self.sides / np.float32(32768)), out.shape)
        done = 0
        while done < len(out) and self.place < len(self.sound):
            part = self.sound[self.place : self.place + len(out) - done]
            now = slice(done, done + len(part))
            out[now] += part * volume[now]
            done += len(part)
            self.place += len(part)
            if self.loop and self.place == len(self.sound):
                self.place = 0

    @property
    def over(self) -> bool:
        """Will nothing of it be heard any more?"""
        return self.place >= len(self.sound) or (self.volume.settled and self.volume.level == 0)


def overlap(frames: int) -> int:
    """How many frames of the end of a sound are laid over its beginning, to make a loop of it?"""
    return min(int(OVERLAP * RATE), frames // 2)


def seam(begin: Sound, end: Sound) -> Sound:
    """How a loop begins: its end fades out over its beginning."""
    fade = np.linspace(0, 1, len(begin), dtype=np.float32)[:, np.newaxis]
    return np.round(begin * fade + end * (1 - fade)).astype(np.int16)


def looped(sound: Sound) -> Sound:
    """This sound as a loop without a seam. It is made in place."""
    lap = overlap(len(sound))
    loop = sound[: len(sound) - lap]
    loop[:lap] = seam(sound[:lap], sound[len(loop) :])
    return loop
