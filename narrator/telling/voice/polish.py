"""How does a synthesiser's raw file become a line the mixer can play? Trimmed, evenly loud, 48 kHz. Needs numpy."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

from narrator.errors import NarratorError

RATE = 48_000
LOUDNESS = -20.0  # RMS of the voiced parts, in decibels relative to full scale, before the mood's own volume
PEAK = 0.89  # -1 dB
AUDIBLE = 0.01  # as a fraction of the peak
LEAD, TAIL, FADE = 0.010, 0.080, 0.005  # seconds kept before, kept after, and faded

Wave = npt.NDArray[np.float64]


class Unheard(NarratorError):
    """A rendered file is missing, empty or silent (code `voice-failed`)."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__("voice-failed", f"The voice engine wrote no sound to {path} ({why}).")


def polish(raw: Path, target: Path, volume: float) -> float:
    """Read `raw`, write `target` (mono FLAC, 48 kHz, safely on the disk) and return its length in seconds.

    `volume` is in decibels, relative to the usual loudness. Raises `Unheard`.
    """
    try:
        sound, rate = soundfile.read(raw, always_2d=True)
    except (soundfile.SoundFileError, OSError) as error:
        raise Unheard(raw, str(error)) from None
    wave = sound.mean(axis=1)
    if not len(wave) or np.abs(wave).max() < 0.001:
        raise Unheard(raw, f"{len(wave)} frames of silence")
    wave = resampled(loud(trimmed(wave, rate), rate, LOUDNESS + volume), rate)
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
    fade = np.linspace(0, 1, min(len(wave), int(FADE * rate)))
    wave[: len(fade)] *= fade
    wave[len(wave) - len(fade) :] *= fade[::-1]
    return wave


def loud(wave: Wave, rate: int, loudness: float) -> Wave:
    """This sound at this loudness (of the voiced parts, not of the pauses), or as close as `PEAK` allows."""
    slot = rate // 20
    slots = wave[: max(slot, len(wave) // slot * slot)]
    power = np.mean(np.square(np.resize(slots, (max(1, len(slots) // slot), slot))), axis=1)
    voiced = power[power > power.max() / 100]
    gain = 10 ** (loudness / 20) / np.sqrt(voiced.mean())
    return wave * np.float64(min(gain, PEAK / np.abs(wave).max()))


def resampled(wave: Wave, rate: int) -> Wave:
    """This sound at 48 kHz, by its spectrum: exact for a wave that begins and ends in silence."""
    common = np.gcd(rate, RATE)
    frames = -(-len(wave) // (rate // common)) * (rate // common)
    padded = np.pad(wave, (0, frames - len(wave)))
    more = frames * RATE // rate
    louder: Wave = np.fft.irfft(np.fft.rfft(padded)[: more // 2 + 1], more) * (more / frames)
    return louder
