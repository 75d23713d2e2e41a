"""How does a table's own sound become as loud as the one that it replaces?

What is too large, too long or damaged is refused, with a sentence that says what to do; the box's own sound plays then.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

from narrator.errors import Trouble
from narrator.telling.sound.loop import Loop
from narrator.telling.sound.playing import RATE, Sound
from narrator.telling.sound.scenes import SCENES
from narrator.telling.voice.polish import resampled

MEGABYTES = 80
LONGEST_BED, LONGEST_EFFECT = 180.0, 20.0
"""In seconds: an effect is kept in memory as long as it plays."""
BED = -25.0
"""How loud a bed is, in decibels; an effect is as loud as the one that it replaces."""
HIGHEST = 0.85
"""The highest sample of a sound; between two samples a wave may be a little higher."""
MOMENT = 0.4
PART, EDGE = 300, 20
"""Sounds of another rate are changed piece by piece, in this many common steps of both rates, with edges that fade."""

Wave = npt.NDArray[np.float64]


def checked(name: str, file: Path) -> float:
    """How many seconds does this file last? Raises `Trouble` (`unplayable-sound`) if it cannot be heard as `name`."""
    most = LONGEST_BED if name in SCENES else LONGEST_EFFECT
    try:
        if file.stat().st_size > MEGABYTES * 1_000_000:
            raise Trouble("unplayable-sound", "own-sound-large", file=str(file), most=MEGABYTES)
        found = soundfile.info(file)
    except (soundfile.SoundFileError, OSError) as error:
        raise _broken(file, error) from None
    if found.channels > 2 or found.samplerate < 8000:
        raise Trouble("unplayable-sound", "own-sound-of-another-kind", file=str(file))
    if found.duration > most:
        raise Trouble("unplayable-sound", "own-sound-long", file=str(file), found=round(found.duration), most=int(most))
    return float(found.duration)


def own(name: str, file: Path, like: Path, level: float = 0.0) -> Sound:
    """The sound in this file, at 48 kHz, as loud as the sound `like` it, or by `level` decibels louder. Raises
    `Trouble`."""
    reader = _evened(name, file, like, level)
    try:
        return reader.read(len(reader))
    except (soundfile.SoundFileError, OSError) as error:
        raise _broken(file, error) from None


def loop(name: str, file: Path, like: Path, level: float = 0.0) -> Loop:
    """The same as a loop, which is in memory nowhere as a whole; a bed is as loud as all beds."""
    return Loop(_evened(name, file, like, level))


def _evened(name: str, file: Path, like: Path, level: float) -> _Evened:
    checked(name, file)
    try:
        loud, highest = _measured(file)
        wanted = BED if name in SCENES else _measured(like)[0]
    except (soundfile.SoundFileError, OSError) as error:
        raise _broken(file, error) from None
    if not highest:
        raise Trouble("unplayable-sound", "own-sound-silent", file=str(file))
    return _Evened(file, min(10 ** ((wanted + level - loud) / 20), HIGHEST / highest))


def _broken(file: Path, error: Exception) -> Trouble:
    return Trouble("unplayable-sound", "own-sound-broken", file=str(file), why=str(error))


def _measured(file: Path) -> tuple[float, float]:
    """How loud is it in decibels, in the louder half of its moments, and how high is its highest sample?"""
    powers, highest = [], 0.0
    with soundfile.SoundFile(file) as opened:
        size = int(opened.samplerate * MOMENT)
        for block in opened.blocks(size, size // 2, dtype="float32", always_2d=True):
            powers.append(float(np.square(block).mean()))
            highest = max(highest, float(np.abs(block).max(initial=0.0)))
    louder = sorted(powers)[len(powers) // 2 :]
    return float(10 * np.log10(np.mean(louder or [0.0]) + 1e-12)), highest


class _Evened:
    """A file that is read at 48 kHz, louder or softer than it is by a factor."""

    def __init__(self, file: Path, gain: float) -> None:
        self.name = str(file)
        self._gain = gain
        self._opened = soundfile.SoundFile(file)
        self.seek(0)

    def __len__(self) -> int:
        return int(np.ceil(len(self._opened) * RATE / self._opened.samplerate))

    def tell(self) -> int:
        return self._read

    def seek(self, frames: int) -> int:
        self._opened.seek(frames)
        self._pieces = _pieces(self._opened)
        self._ready: Sound = np.zeros((0, self._opened.channels), np.int16)
        self._read = frames
        return frames

    def read(self, frames: int, dtype: str = "int16", always_2d: bool = True) -> Sound:
        parts = [self._ready]
        while sum(map(len, parts)) < frames and (piece := next(self._pieces, None)) is not None:
            parts.append(np.round(piece * (self._gain * 32767)).clip(-32767, 32767).astype(dtype))
        whole = np.concatenate(parts)
        self._ready = whole[frames:]
        self._read += min(frames, len(whole))
        return whole[:frames]


def _pieces(opened: soundfile.SoundFile) -> Iterator[Wave]:
    """The file at 48 kHz, piece by piece, so that a long one needs little memory."""
    if opened.samplerate == RATE:
        yield from opened.blocks(RATE, always_2d=True)
        return
    common = int(np.gcd(opened.samplerate, RATE))
    edge, lost = EDGE * opened.samplerate // common, EDGE * RATE // common
    fade = np.sin(np.linspace(0, np.pi / 2, edge))[:, np.newaxis] ** 2
    left, before = len(opened), np.zeros((edge, opened.channels))
    size = PART * opened.samplerate // common
    piece, after = (opened.read(size, always_2d=True, fill_value=0.0) for _ in range(2))
    while left > 0:
        around = np.concatenate([before * fade, piece, after[:edge] * fade[::-1]])
        wave = np.stack([resampled(side, opened.samplerate)[lost:-lost] for side in around.T], axis=1)
        yield wave[: -(-left * RATE // opened.samplerate)].clip(-1, 1)
        left -= len(piece)
        before, piece = piece[-edge:], after
        after = opened.read(size, always_2d=True, fill_value=0.0)
