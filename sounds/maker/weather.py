"""What does a night in the open sound like, and a village by day? Loops: the end of each runs into its beginning.

Noise is made in the frequency domain, and what happens in it is laid on a circle, so that there is no seam.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sounds.maker.animals import cricket
from sounds.maker.village import chatter
from sounds.maker.waves import RATE, Rng, Wave, band, echoes, far, lay, noise, swell, time, wandering


def gusts(rng: Rng, frames: int) -> tuple[Wave, list[Wave]]:
    """How strong the wind is at each moment, and the same for each side: a gust crosses from left to right."""
    gust = wandering(rng, frames, 1, 6)
    return gust, [0.25 + 0.75 * np.roll(gust, side * RATE // 3) ** 1.5 for side in range(2)]


def restless(rng: Rng, frames: int, gain: Callable[[Wave], Wave], depth: float, slowest: int, fastest: int) -> Wave:
    """Noise of this `gain` on both sides; each falls by up to `depth`, and rises again, in its own time."""
    sides = [
        noise(rng, frames, gain) * (1 - depth + depth * wandering(rng, frames, slowest, fastest)) for _ in range(2)
    ]
    return np.stack(sides, axis=1)


def wind() -> Wave:
    """Wind in slow gusts: a low body, and a hollow whistle that follows the gust."""
    rng, frames = np.random.default_rng(13), 23 * RATE
    gust, strength = gusts(rng, frames)
    body = [noise(rng, frames, lambda f: band(90, 480, 0.75)(f) / f**0.2) for _ in range(3)]
    hollow = [
        noise(rng, frames, band(centre * 0.96, centre * 1.05, 3)) * np.clip(gust - 0.25, 0, 1) * tremble
        for centre, tremble in ((410, wandering(rng, frames, 5, 25)), (590, wandering(rng, frames, 8, 30)))
    ]
    sides = [
        0.7 * (body[2] + body[side]) * strength[side] + 0.6 * (hollow[side] + 0.5 * hollow[1 - side])
        for side in range(2)
    ]
    return np.stack(sides, axis=1)


def leaves() -> Wave:
    """Leaves that stir in the strongest part of each gust."""
    rng, frames = np.random.default_rng(14), 17 * RATE
    _, strength = gusts(rng, frames)
    sides = [
        noise(rng, frames, band(1800, 6500, 0.5)) * (0.1 + one**2) * (0.4 + 0.6 * wandering(rng, frames, 30, 160))
        for one in strength
    ]
    return np.stack(sides, axis=1)


def crickets() -> Wave:
    """Field crickets near and far, and tree crickets far off: one even trill on each side."""
    rng, frames = np.random.default_rng(15), 19 * RATE
    meadow = np.zeros((frames, 2))
    for pitch, chirps, gain, pan in (
        (4350, 27, 0.60, -0.5), (4620, 31, 0.38, 0.6), (4180, 24, 0.22, 0.15),
        (4810, 33, 0.15, -0.85), (4480, 28, 0.12, 0.9),
    ):  # fmt: skip
        cricket(rng, meadow, pitch, chirps, gain, pan)
    at = np.arange(frames) / RATE
    for pitch, beat, side in ((2950, 38, 0), (3080, 43, 1)):
        trill = np.sin(2 * np.pi * pitch * at) * (0.5 - 0.5 * np.cos(2 * np.pi * beat * at)) ** 2
        meadow[:, side] += 0.035 * trill * (0.4 + 0.6 * wandering(rng, frames, 1, 4))
    return far(meadow, echoes(1, 0.5, 6000), 0.25, loop=True)


def river() -> Wave:
    """Water over stones: a rush without end, and bubbles that rise in pitch as they burst."""
    rng, frames = np.random.default_rng(16), 16 * RATE
    water = restless(rng, frames, lambda f: band(250, 1600, 0.6)(f) / f**0.3, 0.25, 8, 60)
    for _ in range(1500):
        at = time(rng.uniform(0.012, 0.06))
        pitch = rng.uniform(380, 1500)
        bubble = np.sin(2 * np.pi * pitch * at * (1 + 3 * at)) * np.exp(-at * 70) * np.clip(at / 0.002, 0, 1)
        lay(water, bubble, rng.uniform(0, 16), rng.exponential(0.5), rng.uniform(-0.9, 0.9))
    return water


def rain() -> Wave:
    """Rain on leaves: a hiss that swells slowly, and drops, each with its own note."""
    rng, frames = np.random.default_rng(17), 18 * RATE
    shower = restless(rng, frames, lambda f: band(700, 7000, 0.4)(f) / f**0.35, 0.2, 1, 5)
    for _ in range(1300):
        at = time(0.03)
        drop = np.sin(2 * np.pi * rng.uniform(900, 4200) * at) * np.exp(-at * rng.uniform(120, 420))
        lay(shower, drop * np.clip(at / 0.0008, 0, 1), rng.uniform(0, 18), rng.exponential(0.55), rng.uniform(-1, 1))
    return shower


def fire() -> Wave:
    """A fire on the hearth: it breathes and crackles, now and then a log snaps."""
    rng, frames = np.random.default_rng(18), 21 * RATE
    hearth = restless(rng, frames, lambda f: band(70, 420, 0.6)(f) / f**0.3, 0.6, 20, 90)
    crackling = wandering(rng, 1000, 2, 9)
    for _ in range(700):
        second = rng.uniform(0, 21)
        at = time(rng.uniform(0.004, 0.022))
        snap = rng.normal(0, 1, len(at)) * np.exp(-at * rng.uniform(180, 700)) * np.clip(at / 0.0004, 0, 1)
        strength = rng.exponential(0.5) * crackling[int(second / 21 * 1000)] ** 2
        lay(hearth, snap, second, min(4.0, 2.2 * strength), rng.uniform(-0.6, 0.6))
    return far(hearth, echoes(11, 0.3, 4000, 0.005), 0.12, loop=True)


def dread() -> Wave:
    """Low strings that never settle: two notes a narrow step apart, which come and go."""
    rng, frames = np.random.default_rng(19), 24 * RATE
    at = np.arange(frames) / RATE
    sides = []
    for side in range(2):
        wave = np.zeros(frames)
        for pitch, weight in ((73.5, 1.0), (110.0, 0.8), (116.5, 0.45), (147.0, 0.4), (220.0, 0.2)):
            rounded = round(pitch * 24 + side) / 24  # whole turns in a loop
            voice = sum(np.sin(2 * np.pi * k * rounded * at + rng.uniform(0, 6)) / k**1.3 for k in range(1, 7))
            wave += weight * voice * (0.25 + 0.75 * wandering(rng, frames, 1, 4))
        sides.append(wave)
    return far(np.stack(sides, axis=1), echoes(12, 2.0, 900), 0.5, loop=True)


def square() -> Wave:
    """A village that goes about its business: voices without words near and far."""
    rng, frames = np.random.default_rng(29), 28 * RATE
    village = np.zeros((frames, 2))
    for _ in range(9):
        lay(village, chatter(rng, rng.uniform(6, 13)), rng.uniform(0, 28), 0.5, rng.uniform(-0.8, 0.8))
    breeze = np.stack([noise(rng, frames, lambda f: band(120, 700, 0.6)(f) / f**0.3) for _ in range(2)], axis=1)
    return 0.04 * breeze + far(village, echoes(4, 1.9, 1800, 0.05), 0.75, loop=True)


def market() -> Wave:
    """Market day: many voices, a cart on the stones, pots and pans."""
    rng, frames = np.random.default_rng(30), 26 * RATE
    stalls = np.zeros((frames, 2))
    for _ in range(22):
        lay(stalls, chatter(rng, rng.uniform(4, 9)), rng.uniform(0, 26), 0.5, rng.uniform(-0.9, 0.9))
    rumble = noise(rng, 9 * RATE, band(60, 320)) * (0.5 + 0.5 * wandering(rng, 9 * RATE, 25, 70))
    lay(stalls, rumble * swell(9 * RATE, 3.0, 4.0), 4.0, 0.16, -0.4)
    for _ in range(14):
        at, pitch = time(0.5), rng.uniform(900, 2400)
        pan_of_iron = sum(np.sin(2 * np.pi * pitch * k * at) * np.exp(-at * 9 * k) / k for k in (1.0, 2.76, 5.4))
        lay(stalls, pan_of_iron * np.clip(at / 0.001, 0, 1), rng.uniform(0, 26), 0.05, rng.uniform(-0.9, 0.9))
    return far(stalls, echoes(13, 1.4, 2400, 0.04), 0.6, loop=True)
