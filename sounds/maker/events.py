"""What is played when something befalls the whole village? Short: the line that tells of it begins within a second."""

from __future__ import annotations

import numpy as np

from sounds.maker.music import drum, flute, harp, hertz, little_bell, played, row, strings
from sounds.maker.waves import RATE, Rng, Wave, band, curve, echoes, far, noise, swell, time, wandering


def put(track: Wave, wave: Wave, second: float) -> None:
    """Add a wave to a track from this second on, as far as there is room."""
    begin = int(second * RATE)
    track[begin : begin + len(wave)] += wave[: len(track) - begin]


def hand_bell() -> Wave:
    """The crier's bell is swung to and fro: hear, hear."""
    rng = np.random.default_rng(61)
    ring = np.zeros(int(2.2 * RATE))
    for start, gain in ((0.0, 1.0), (0.24, 0.8), (0.47, 0.95), (0.7, 0.7)):
        at = time(1.4)
        partials = ((1.0, 0.8, 3.4), (2.0, 0.5, 4.6), (2.99, 1.0, 5.5), (4.12, 0.4, 8.0), (5.43, 0.25, 11.0))
        wave = sum(weight * np.sin(2 * np.pi * 598 * k * at) * np.exp(-at * fade) for k, weight, fade in partials)
        clap = noise(rng, len(at), band(2500, 8000)) * np.exp(-at * 120) * 0.3
        put(ring, (wave + clap) * np.clip(at / 0.001, 0, 1) * swell(len(at), 0.001, 0.5) * gain, start)
    return far(ring, echoes(62, 1.0, 4800, 0.03), 0.25)


def blaze() -> Wave:
    """A roof catches fire: a rush of flame, and beams that crack in it."""
    rng = np.random.default_rng(63)
    at = time(2.6)
    flame = noise(rng, len(at), band(90, 900, 0.7)) * (0.6 + 0.4 * wandering(rng, len(at), 8, 40))
    flame += 0.5 * noise(rng, len(at), band(900, 5000)) * wandering(rng, len(at), 10, 60) ** 2
    fire = flame * curve(2.6, (0, 0), (0.35, 1.0), (0.9, 0.55), (1.5, 0.2), (2.6, 0.0))[: len(at)]
    for start in np.sort(rng.uniform(0.25, 1.7, 26)):
        crack = time(0.06)
        wave = noise(rng, len(crack), band(700, 7000)) * np.exp(-crack * rng.uniform(60, 160))
        put(fire, wave * np.clip(crack / 0.0005, 0, 1) * rng.uniform(0.3, 1.6), start)
    return far(fire, echoes(64, 1.2, 2600, 0.04), 0.3)


def rattle() -> Wave:
    """A leper's wooden clapper: keep away."""
    rng = np.random.default_rng(65)
    wood = np.zeros(int(1.6 * RATE))
    for number, start in enumerate((0.0, 0.11, 0.22, 0.33, 0.5, 0.61, 0.72, 0.83)):
        at = time(0.16)
        knock = sum(
            weight * np.sin(2 * np.pi * f * rng.normal(1, 0.01) * at) * np.exp(-at * fade)
            for f, weight, fade in ((520, 1.0, 38), (980, 0.8, 50), (1710, 0.5, 70))
        )
        knock += noise(rng, len(at), band(800, 4500)) * np.exp(-at * 110) * 0.5
        put(
            wood, knock * np.clip(at / 0.0007, 0, 1) * swell(len(at), 0.001, 0.05) * (1.0 - 0.06 * number), start + 0.01
        )
    return far(wood, echoes(66, 1.3, 2400, 0.05), 0.35)


def miracle() -> Wave:
    """Somebody opens their eyes again: a harp that rises, and a light above it."""
    keys: list[float] = [60, 64, 67, 71, 74, 79, 83]
    return played(
        67, 0.5, 2.6,
        [(harp, 0.8, -0.2, row(keys, 0.16, 0.4)), (little_bell, 0.22, 0.4, [(1.1, 88, 1), (1.35, 91, 1)]),
         (strings, 0.25, 0.1, [(0, 67, 1.8), (0.3, 76, 1.6)])],
    )  # fmt: skip


def flood() -> Wave:
    """The dam has broken: a wave that comes, passes, and runs away between the houses."""
    rng = np.random.default_rng(68)
    frames = int(2.8 * RATE)
    sides = []
    for late in (0.0, 0.18):
        roar = noise(rng, frames, band(60, 700, 0.6)) + 0.6 * noise(rng, frames, band(500, 4200, 0.6))
        roar *= 0.7 + 0.3 * wandering(rng, frames, 12, 70)
        points = ((0, 0.0), (0.2 + late, 0.45), (0.55 + late, 1.0), (1.0 + late, 0.35), (1.8, 0.1), (2.8, 0.0))
        sides.append(roar * curve(2.8, *points)[:frames])
    return far(np.stack(sides, axis=1), echoes(69, 1.4, 2200, 0.05), 0.2)


def trance() -> Wave:
    """Eyes that do not let go: two high notes that turn around each other, over a slow drum."""
    at = time(2.8)
    sides = []
    for turn in (0.0, np.pi):
        sway = 1 + 0.028 * np.sin(2 * np.pi * 1.3 * at + turn)
        phase = 2 * np.pi * np.cumsum(hertz(69) * sway) / RATE
        sides.append((np.sin(phase) + 0.3 * np.sin(2 * phase) + 0.12 * np.sin(3 * phase)) * swell(len(at), 0.12, 1.9))
    beat = played(70, 0.5, 2.8, [(drum, 0.9, 0.0, [(0, 33, 1), (1.1, 33, 1)])])[: len(at)]
    return far(0.35 * np.stack(sides, axis=1) + 0.8 * beat, echoes(71, 1.6, 3000, 0.03), 0.3)


def festival() -> Wave:
    """The barn doors open: two bars of a dance, on a flute and a drum."""
    tune = [(0, 74, 0.4), (0.5, 78, 0.4), (1.0, 81, 0.4), (1.5, 78, 0.4), (2.0, 86, 0.9)]
    return played(
        72, 0.38, 2.4,
        [(flute, 0.5, 0.2, tune), (harp, 0.6, -0.3, [(0, 50, 1), (1, 57, 1), (2, 62, 1.5)]),
         (drum, 0.6, 0.0, [(0, 36, 1), (1, 36, 1), (1.5, 36, 1), (2, 36, 1)])],
    )  # fmt: skip


def cart() -> Wave:
    """A cart with all that somebody has: hooves, wheels on cobbles, and pots that swing."""
    rng = np.random.default_rng(73)
    frames = int(2.4 * RATE)
    wheels = noise(rng, frames, band(70, 420, 0.8)) * (0.3 + 0.7 * wandering(rng, frames, 12, 50) ** 2)
    road = 0.5 * wheels * curve(2.4, (0, 0.2), (0.6, 1.0), (1.2, 0.45), (2.4, 0.0))[:frames]
    for number in range(8):
        put(road, _hoof(rng) * 2.4 * (1 - 0.1 * number), 0.02 + 0.21 * number + rng.normal(0, 0.008))
    for start, pitch in ((0.3, 1900), (0.52, 2300), (0.95, 1750)):
        at = time(0.3)
        put(road, 0.3 * np.sin(2 * np.pi * pitch * at) * np.exp(-at * 16) * np.clip(at / 0.001, 0, 1), start)
    return far(road, echoes(74, 0.9, 3200, 0.03), 0.25, pan=-0.15)


def _hoof(rng: Rng) -> Wave:
    at = time(0.09)
    knock = np.sin(2 * np.pi * rng.normal(640, 25) * at) + 0.6 * np.sin(2 * np.pi * 1150 * at)
    return knock * np.exp(-at * 60) * np.clip(at / 0.001, 0, 1) * swell(len(at), 0.001, 0.03)


def coin() -> Wave:
    """A coin is flicked up, falls on the table, and rings faster and faster until it lies."""
    ring = np.zeros(int(1.9 * RATE))
    falls, start, gap = [0.0, 0.42], 0.42, 0.16
    while gap > 0.018:
        start += gap
        falls.append(start)
        gap *= 0.84
    for number, fall in enumerate(falls):
        at = time(0.35)
        partials = ((3120, 1.0, 16), (4870, 0.7, 20), (6940, 0.45, 28), (9100, 0.2, 36))
        wave = sum(weight * np.sin(2 * np.pi * f * at) * np.exp(-at * fade) for f, weight, fade in partials)
        put(ring, wave * np.clip(at / 0.0006, 0, 1) * swell(len(at), 0.0008, 0.1) * 0.9**number, fall + 0.005)
    return far(ring, echoes(75, 0.5, 5500, 0.01), 0.15)


def gavel() -> Wave:
    """A judge's hammer falls twice."""
    rng = np.random.default_rng(76)
    court = np.zeros(int(1.2 * RATE))
    for start, gain in ((0.0, 1.0), (0.34, 0.85)):
        at = time(0.3)
        partials = ((185, 1.0, 22), (410, 0.9, 30), (905, 0.6, 45))
        knock = sum(weight * np.sin(2 * np.pi * f * at) * np.exp(-at * fade) for f, weight, fade in partials)
        knock += noise(rng, len(at), band(700, 5000)) * np.exp(-at * 130) * 0.6
        put(court, knock * np.clip(at / 0.001, 0, 1) * swell(len(at), 0.001, 0.1) * gain, start + 0.01)
    return far(court, echoes(77, 1.2, 3600, 0.02), 0.3)


def candle() -> Wave:
    """A breath, and a wick that hisses."""
    rng = np.random.default_rng(78)
    at = time(1.3)
    breath = (
        noise(rng, len(at), band(300, 2400, 0.8)) * curve(1.3, (0, 0), (0.18, 1.0), (0.5, 0.15), (1.3, 0))[: len(at)]
    )
    wick = noise(rng, len(at), band(3500, 9000)) * curve(1.3, (0, 0), (0.4, 0), (0.5, 0.18), (1.3, 0))[: len(at)]
    return far(breath + wick, echoes(79, 0.6, 4000, 0.01), 0.15)
