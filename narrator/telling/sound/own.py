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
from narrator.telling.sound.playing import RATE, Sound
from narrator.telling.sound.scenes import SCENES
from narrator.telling.voice.polish import resampled

MEGABYTES = 80
LONGEST_BED, LONGEST_EFFECT = 180.0, 20.0
"""In seconds: a sound is kept in memory as long as it plays."""
BED = -25.0
"""How loud a bed is, in decibels; an effect is as loud as the one that it replaces."""
HIGHEST = 0.85
"""The highest sample of a sound; between two samples a wave may be a little higher."""
BLOCK = RATE * 2 // 5
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
        raise Trouble("unplayable-sound", "own-sound-broken", file=str(file), why=str(error)) from None
    if found.channels > 2 or found.samplerate < 8000:
        raise Trouble("unplayable-sound", "own-sound-of-another-kind", file=str(file))
    if found.duration > most:
        raise Trouble("unplayable-sound", "own-sound-long", file=str(file), found=round(found.duration), most=int(most))
    return float(found.duration)


def own(name: str, file: Path, like: Path, level: float = 0.0) -> Sound:
    """The sound in this file, at 48 kHz, as loud as a bed or as the sound `like` it, or by `level` decibels louder.
    Raises `Trouble`."""
    checked(name, file)
    try:
        with soundfile.SoundFile(file) as opened:
            parts = [np.round(part * 32767).astype(np.int16) for part in _pieces(opened)]
    except (soundfile.SoundFileError, OSError) as error:
        raise Trouble("unplayable-sound", "own-sound-broken", file=str(file), why=str(error)) from None
    sound: Sound = np.concatenate(parts or [np.zeros((1, 1), np.int16)])
    highest, loud = np.abs(sound).max(initial=0) / 32767, loudness(sound)
    if not highest:
        raise Trouble("unplayable-sound", "own-sound-silent", file=str(file))
    wanted = BED if name in SCENES else loudness(soundfile.read(like, dtype="int16", always_2d=True)[0])
    gain = min(10 ** ((wanted + level - loud) / 20), HIGHEST / highest)
    for start in range(0, len(sound), RATE):
        sound[start : start + RATE] = np.round(sound[start : start + RATE] * np.float32(gain))
    return sound


def _pieces(opened: soundfile.SoundFile) -> Iterator[Wave]:
    """The file at 48 kHz, piece by piece, so that a long one needs little memory."""
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


def loudness(sound: Sound) -> float:
    """How loud is it in decibels, in the louder half of its moments?"""
    starts = range(0, max(1, len(sound) - BLOCK + 1), BLOCK // 2)
    powers = sorted(float(np.square(sound[start : start + BLOCK] / np.float32(32768)).mean()) for start in starts)
    return float(10 * np.log10(np.mean(powers[len(powers) // 2 :]) + 1e-12))
