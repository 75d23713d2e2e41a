"""Does the bed cover the sounds of those who tap at night? Band by band, where taps and clicks are loudest.

A tap is short, a bed lasts: a tap is as loud as the loudest `FRAME` of it, a bed as its softest tenth of moments. What
is compared was recorded by one microphone in one place, so it need not be calibrated. Pure arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

CENTRES = (1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300)
"""The middles, in hertz, of the third octaves in which taps on glass and clicks of buttons are loudest."""
FRAME = 0.02
MOMENT = 13
"""Frames, a quarter of a second: over less time even a steady noise goes up and down."""
CLEAR = 12.0
"""Decibels above the room at which something is a tap."""
FAINT = 3.0
"""Decibels above the room below which nobody hears a tap in a band, bed or not."""
COVERED = 4.0
"""Decibels by which noise in the same band must be louder than a sound for nobody to hear it."""
APART = 0.15
"""Seconds between two taps; what follows sooner is part of the same one."""

Wave = npt.NDArray[np.float32]
Powers = npt.NDArray[np.float64]  # (frames, bands)


class Band(NamedTuple):
    """How loud are tap and bed in the third octave around so many hertz, in decibels? A tap that does not rise above
    the room there is not `audible` anyway."""

    centre: int
    tap: float
    bed: float
    audible: bool

    @property
    def above(self) -> float:
        """By how many decibels is the bed louder than the tap?"""
        return self.bed - self.tap

    @property
    def too_soft_by(self) -> float:
        """By how many decibels must the bed become louder to cover the tap? None, or less than none, if it does."""
        return COVERED - self.above if self.audible else -np.inf


def compared(taps: Wave, bed: Wave, rate: int) -> list[Band]:
    """A recording with taps in a quiet room, and one of the bed; empty where there is no tap, or one is too short."""
    if min(len(taps), len(bed)) < MOMENT * FRAME * rate:
        return []
    tapped = powers(taps, rate)
    room = np.median(tapped, axis=0)
    peaks = [tapped[frames][tapped[frames].sum(axis=1).argmax()] for frames in _taps(tapped)]
    if not peaks:
        return []
    loud = decibels(np.median(peaks, axis=0))
    moments = powers(bed, rate)
    moments = moments[: len(moments) // MOMENT * MOMENT].reshape(-1, MOMENT, len(CENTRES)).mean(axis=1)
    soft = decibels(np.quantile(moments, 0.1, axis=0))
    audible = loud > decibels(room) + FAINT
    return [Band(*band) for band in zip(CENTRES, map(float, loud), map(float, soft), map(bool, audible), strict=True)]


def powers(wave: Wave, rate: int) -> Powers:
    """The power in each band, frame by frame; frames overlap by half."""
    size = int(FRAME * rate)
    frames = np.lib.stride_tricks.sliding_window_view(wave, size)[:: size // 2] * np.hanning(size).astype(np.float32)
    spectrum = np.abs(np.fft.rfft(frames, axis=1)) ** 2 / size**2
    pitch = np.fft.rfftfreq(size, 1 / rate)
    bands = [(pitch >= centre * 2 ** (-1 / 6)) & (pitch < centre * 2 ** (1 / 6)) for centre in CENTRES]
    return np.stack([spectrum[:, band].sum(axis=1) for band in bands], axis=1)


def decibels(power: Powers) -> Powers:
    """Powers in decibels."""
    return 10 * np.log10(power + 1e-14)


def _taps(tapped: Powers) -> Sequence[slice]:
    """The frames of each tap."""
    whole = decibels(tapped.sum(axis=1))
    loud = np.flatnonzero(whole > np.median(whole) + CLEAR)
    apart = int(2 * APART / FRAME)
    firsts = [at for at, before in zip(loud, [-apart, *loud], strict=False) if at - before >= apart]
    return [slice(first, first + apart) for first in firsts]
