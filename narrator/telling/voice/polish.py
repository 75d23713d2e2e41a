"""How does a synthesiser's raw file become a line the mixer can play? Trimmed, even, as loud as all others, 48 kHz.

Needs numpy."""

from __future__ import annotations

import math
import os
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

from narrator.errors import NarratorError

RATE = 48_000
LOUDNESS = -20.0  # in LUFS, before the mood's own volume
PEAK = 0.86  # between two samples a wave may be a little higher: below -1 dBTP
NEAR, RAISED = 0.5, 5  # LU that a line may lack, and times at most that it is raised
AUDIBLE = 0.01  # as a fraction of the peak
LEAD, TAIL, FADE = 0.010, 0.080, 0.005  # seconds kept before, kept after, and faded
MOMENT = RATE // 200  # frames
SYLLABLE = RATE // 25  # frames over which a voice is louder or softer
BLOCK, STEP = RATE * 2 // 5, RATE // 10  # frames over which loudness is heard, and between their beginnings
ECHO, SIZE = RATE // 2, RATE  # frames for which the ear's filters ring, and the step in which spectra grow
UNHEARD, SOFT = -70.0, 10.0  # blocks below the one, or by the other below the rest, are pauses
# How the ear weighs pitches: the two filters of ITU-R BS.1770 at 48 kHz, numerator and denominator of each.
FILTERS = (
    ((1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585)),
    ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621)),
)

Wave = npt.NDArray[np.floating]
"""A sound in single precision, which is finer than the file and half the work, or in double precision."""


class Unheard(NarratorError):
    """A rendered file is missing, empty or silent (code `voice-failed`)."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__("voice-failed", f"The voice engine wrote no sound to {path} ({why}).")


def polish(raw: Path, target: Path, volume: float) -> float:
    """Read `raw`, write `target` (mono FLAC, 48 kHz, safely on the disk) and return its length in seconds.

    `volume` is in decibels, relative to the usual loudness. Raises `Unheard`.
    """
    try:
        sound, rate = soundfile.read(raw, dtype="float32", always_2d=True)
    except (soundfile.SoundFileError, OSError) as error:
        raise Unheard(raw, str(error)) from None
    wave = sound.mean(axis=1)
    if not len(wave) or np.abs(wave).max() < 0.001:
        raise Unheard(raw, f"{len(wave)} frames of silence")
    wave = loud(even(resampled(trimmed(wave, rate), rate)), LOUDNESS + volume)
    with target.open("wb") as file:
        soundfile.write(file, wave, RATE, format="FLAC", subtype="PCM_16")
        file.flush()
        os.fsync(file.fileno())
    return len(wave) / RATE


def trimmed(wave: Wave, rate: int) -> Wave:
    """This sound without the silence at both ends."""
    heard = np.flatnonzero(np.abs(wave) > AUDIBLE * np.abs(wave).max())
    start, end = max(0, heard[0] - int(LEAD * rate)), heard[-1] + int(TAIL * rate)
    wave = np.array(wave[start:end])
    fade = np.linspace(0, 1, min(len(wave), int(FADE * rate)), dtype=wave.dtype)
    wave[: len(fade)] *= fade
    wave[len(wave) - len(fade) :] *= fade[::-1]
    return wave


def even(wave: Wave) -> Wave:
    """This sound at 48 kHz with its louder syllables softer: what rises above the usual rises half as far."""
    slots = np.pad(np.square(wave), (0, -len(wave) % SYLLABLE)).reshape(-1, SYLLABLE).mean(axis=1)
    usual = slots[slots > AUDIBLE**2 * slots.max()].mean()
    gains = np.minimum(1.0, (usual / np.maximum(slots, usual)) ** 0.25)
    return _shaped(wave, gains, SYLLABLE)


def loud(wave: Wave, target: float) -> Wave:
    """This sound at 48 kHz as loud as `target`, in LUFS; what would then be above `PEAK` is softened for a moment, and
    where that has taken too much from it, the rest is raised."""
    lacking = target - loudness(wave)
    for _ in range(1 + RAISED):
        wave = wave * 10 ** (lacking / 20)
        if np.abs(wave).max() <= PEAK:
            break
        wave = _softened(wave)
        lacking = target - loudness(wave)
        if lacking <= NEAR:
            break
    return wave


def _softened(wave: Wave) -> Wave:
    slots = np.pad(np.abs(wave), (MOMENT, 2 * MOMENT - len(wave) % MOMENT)).reshape(-1, MOMENT).max(axis=1)
    highest = np.maximum(np.maximum(slots[:-2], slots[1:-1]), slots[2:])
    return _shaped(wave, PEAK / np.maximum(highest, PEAK), MOMENT)


def _shaped(wave: Wave, gains: npt.NDArray[np.floating], step: int) -> Wave:
    """This sound, louder or softer by one gain for the middle of every `step` frames and evenly in between."""
    centres = (np.arange(len(gains)) + 0.5) * step
    shaped: Wave = wave * np.interp(np.arange(len(wave)), centres, gains).astype(wave.dtype)
    return shaped


def loudness(wave: Wave) -> float:
    """How loud is this sound at 48 kHz to the ear, without its pauses? In LUFS, by ITU-R BS.1770."""
    square = np.square(_weighed(wave))
    starts = range(0, max(1, len(square) - BLOCK + 1), STEP)
    heard = np.array([square[start : start + BLOCK].mean() for start in starts])
    for least in (_power(UNHEARD), heard[heard > _power(UNHEARD)].mean() / 10 ** (SOFT / 10)):
        heard = heard[heard > least]
    return float(10 * np.log10(heard.mean()) - 0.691)


def _power(lufs: float) -> float:
    return float(10 ** ((lufs + 0.691) / 10))


def _weighed(wave: Wave) -> Wave:
    frames = -(-(len(wave) + ECHO) // SIZE) * SIZE
    weighed: Wave = np.fft.irfft(np.fft.rfft(wave, frames) * _weights(frames), frames)[: len(wave)]
    return weighed


@cache
def _weights(frames: int) -> npt.NDArray[np.complex64]:
    """How the ear weighs each pitch in a spectrum of this many frames."""
    turn = np.exp(-2j * np.pi * np.arange(frames // 2 + 1) / frames)
    weights = np.ones(len(turn), np.complex128)
    for above, below in FILTERS:
        weights *= np.polyval(above[::-1], turn) / np.polyval(below[::-1], turn)
    return weights.astype(np.complex64)


def resampled(wave: Wave, rate: int) -> Wave:
    """This sound at 48 kHz, by its spectrum: exact for a wave that begins and ends in silence."""
    step = rate // math.gcd(rate, RATE)
    steps = -(-len(wave) // step)
    coarse = 1 << max(0, steps.bit_length() - 4)  # the spectrum of a length with many small factors is quickly found
    frames = -(-steps // coarse) * coarse * step
    more = frames * RATE // rate
    finer: Wave = np.fft.irfft(np.fft.rfft(wave, frames)[: more // 2 + 1], more) * (RATE / rate)
    return finer[: -(-len(wave) * RATE // rate)]
