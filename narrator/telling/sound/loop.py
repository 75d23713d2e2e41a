"""How is a long loop played that is in memory nowhere as a whole? It is decoded while it is played."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
import soundfile

from narrator.errors import Trouble
from narrator.telling.sound.playing import RATE, Sound, overlap, seam

SKIPPED = RATE // 2
"""So many frames are decoded at a time on the way to another place: libsndfile does not find every place in a file."""


class Decoder(Protocol):
    """A sound that is read from its beginning on, such as a `soundfile.SoundFile`."""

    name: str

    def __len__(self) -> int:
        """How many frames does it have?"""

    def tell(self) -> int:
        """Which frame is read next?"""

    def seek(self, frames: int, /) -> int:
        """Begin again: at frame 0."""

    def read(self, frames: int, dtype: str, always_2d: bool) -> Sound:
        """The next frames, or what is left of it."""


class Loop:
    """A sound as a loop without a seam, of which any part can be had; the one after the last is had at once."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._lap = overlap(len(decoder))
        self._frames = len(decoder) - self._lap

    def __len__(self) -> int:
        return self._frames

    def __getitem__(self, part: slice) -> Sound:
        start, stop, _ = part.indices(self._frames)
        if start >= self._lap:
            return self._read(start, stop - start)
        rest = max(0, stop - self._lap)
        return np.concatenate([self._beginning[start:stop], self._read(self._lap, rest)])

    @cached_property
    def _beginning(self) -> Sound:
        end = self._read(self._frames, self._lap)
        return seam(self._read(0, self._lap), end)

    def _read(self, start: int, frames: int) -> Sound:
        try:
            if start < self._decoder.tell():
                self._decoder.seek(0)
            while (left := start - self._decoder.tell()) > 0:
                self._decoder.read(min(left, SKIPPED), dtype="int16", always_2d=True)
            return self._decoder.read(frames, dtype="int16", always_2d=True)
        except (soundfile.SoundFileError, OSError) as error:
            raise Trouble("unplayable-sound", file=self._decoder.name, why=str(error)) from None


def loop_in(path: Path) -> Loop:
    """The loop in this file. Raises `Trouble` (`unplayable-sound`) if it cannot be played."""
    try:
        opened = soundfile.SoundFile(str(path))
    except (soundfile.SoundFileError, OSError) as error:
        raise Trouble("unplayable-sound", file=str(path), why=str(error)) from None
    if opened.samplerate != RATE or opened.channels > 2:
        found = opened.samplerate
        raise Trouble("unplayable-sound", "sound-of-another-rate", file=str(path), rate=RATE, found=found)
    return Loop(opened)
