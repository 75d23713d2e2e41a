"""What is every sound made of? Random numbers, sines, swells and echoes, at 48 kHz."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

RATE = 48_000
Wave = npt.NDArray[np.float64]  # mono: (frames,), stereo: (frames, 2)
Rng = np.random.Generator


def time(seconds: float) -> Wave:
    return np.arange(int(seconds * RATE)) / RATE


def curve(seconds: float, *points: tuple[float, float]) -> Wave:
    """A smooth line through (second, value) points."""
    at, value = np.array(points).T
    line = np.interp(time(seconds), at, value)
    width = int(0.03 * RATE)
    soft = np.hanning(width) / np.hanning(width).sum()
    return np.convolve(np.pad(line, width, mode="edge"), soft, mode="same")[width:-width]


def noise(rng: Rng, frames: int, gain: Callable[[Wave], Wave]) -> Wave:
    """Noise of loudness 1 that repeats every `frames`, with this gain at each frequency."""
    frequency = np.fft.rfftfreq(frames, 1 / RATE)
    spectrum = gain(np.maximum(frequency, 1.0)) * np.exp(2j * np.pi * rng.random(len(frequency)))
    spectrum[0] = 0
    wave = np.fft.irfft(spectrum, frames)
    return wave / wave.std()


def band(low: float, high: float, slope: float = 1.0) -> Callable[[Wave], Wave]:
    """A band from `low` to `high` hertz; a steeper slope is a sharper one."""
    return lambda f: 1 / np.sqrt((1 + (low / f) ** (4 * slope)) * (1 + (f / high) ** (4 * slope)))


def wandering(rng: Rng, frames: int, slowest: int, fastest: int) -> Wave:
    """A random curve from 0 to 1 that repeats every `frames` and rises and falls `slowest` to `fastest` times."""
    turn = 2 * np.pi * np.arange(frames) / frames
    line = sum(np.sin(k * turn + rng.uniform(0, 2 * np.pi)) / np.sqrt(k) for k in range(slowest, fastest + 1))
    return (line - line.min()) / (line.max() - line.min())


def voiced(pitch: Wave, formants: list[tuple[float, float, float]], tilt: float, top: float = 9000) -> Wave:
    """Harmonics of a moving pitch, coloured by formants (hertz, width, gain) and falling by `tilt` (0: not at all)."""
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    wave = np.zeros(len(pitch))
    for k in range(1, int(top / pitch.min()) + 1):
        f = k * pitch
        colour = sum(gain * np.exp(-(((f - centre) / width) ** 2)) for centre, width, gain in formants)
        wave += np.sin(k * phase) * colour * k**-tilt * (f < top)
    return wave


def swell(frames: int, attack: float, release: float) -> Wave:
    """Loudness from 0 to 1 and back: `attack` and `release` in seconds."""
    at = np.arange(frames) / RATE
    rise = np.clip(at / attack, 0, 1)
    fall = np.clip((frames / RATE - at) / release, 0, 1)
    return np.sin(rise * np.pi / 2) ** 2 * np.sin(fall * np.pi / 2) ** 2


def echoes(seed: int, seconds: float, dark: float, gap: float = 0.02) -> Wave:
    """What a wood or a square answers to a clap: stereo noise that dies away, its treble first (`dark` in hertz)."""
    rng = np.random.default_rng(seed)
    frames = int(seconds * RATE)
    fade = np.exp(-6.9 * np.arange(frames) / frames)
    sides = [noise(rng, frames, band(120, dark, 0.5)) * fade for _ in range(2)]
    answer = np.concatenate([np.zeros((int(gap * RATE), 2)), np.stack(sides, axis=1)])
    return answer / np.sqrt((answer**2).sum(axis=0))


def far(wave: Wave, answer: Wave, wet: float, *, loop: bool = False, pan: float = 0.0) -> Wave:
    """The wave heard from a distance, from the left (-1) to the right (1); a loop's echoes run around its circle."""
    if wave.ndim == 1:
        wave = np.stack([wave * np.sqrt((1 - pan) / 2), wave * np.sqrt((1 + pan) / 2)], axis=1)
    frames = len(wave) if loop else len(wave) + len(answer)
    spectrum = np.fft.rfft(wave.mean(axis=1), frames)[:, np.newaxis] * np.fft.rfft(answer, frames, axis=0)
    padded = np.pad(wave, ((0, frames - len(wave)), (0, 0)))
    return (1 - wet) * padded + wet * np.fft.irfft(spectrum, frames, axis=0)


def lay(circle: Wave, wave: Wave, second: float, gain: float = 1.0, pan: float = 0.0) -> None:
    """Add a mono wave to a stereo loop, from this second on, wrapping around at the end if necessary."""
    at = (int(second * RATE) + np.arange(len(wave))) % len(circle)
    circle[at, 0] += wave * gain * np.sqrt((1 - pan) / 2)
    circle[at, 1] += wave * gain * np.sqrt((1 + pan) / 2)
