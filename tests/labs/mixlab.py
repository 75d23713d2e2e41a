"""Sounds to experiment with, and what a listener hears of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import soundfile

from narrator.folders import SOUNDS
from narrator.telling.sound.mix import AudioMix
from narrator.telling.sound.playing import RATE, Sound

BLOCKS = [1200, 1200, 480, 1, 2048, 1200]  # PortAudio promises no size
HOWL = SOUNDS / "howl.ogg"


def steady(level: float, seconds: float = 1.0) -> Sound:
    """A sound that is one number, so that what is heard is the volume."""
    return np.full((int(seconds * RATE), 2), int(level * 32767), np.int16)


def played(mix: AudioMix, seconds: float, blocks: Iterable[int] = BLOCKS) -> np.ndarray:
    """What the left ear hears; the first sample of each call is at `mix.now`."""
    heard, frames, sizes = [], int(seconds * RATE), list(blocks)
    now = getattr(mix, "now", 100.0)
    while frames > 0:
        size = min(frames, sizes[len(heard) % len(sizes)])
        heard.append(mix.render(size, now)[:, 0])
        now += size / RATE
        frames -= size
    mix.now = now  # type: ignore[attr-defined]
    return np.concatenate(heard)


def tone(file: Path, pitch: float = 440.0, seconds: float = 3.0, rate: int = RATE, level: float = 0.1) -> Path:
    """A file with one tone, a little louder on the left."""
    file.parent.mkdir(exist_ok=True)
    wave = level * np.sin(2 * np.pi * pitch * np.arange(int(seconds * rate)) / rate)
    kind = {".opus": {"format": "OGG", "subtype": "OPUS"}}.get(file.suffix, {})
    soundfile.write(file, np.stack([wave, wave / 2], axis=1), rate, **kind)
    return file


def loudness(sound: np.ndarray) -> float:
    """How loud is it in decibels, in the louder half of its moments of 0.4 seconds?"""
    starts = range(0, len(sound) - RATE * 2 // 5 + 1, RATE // 5)
    powers = sorted(float(np.square(sound[start : start + RATE * 2 // 5] / 32768).mean()) for start in starts)
    return float(10 * np.log10(np.mean(powers[len(powers) // 2 :])))
