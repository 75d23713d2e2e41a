"""What is heard in the wood and on the roofs?"""

from __future__ import annotations

import numpy as np

from sounds.maker.waves import RATE, Rng, Wave, band, curve, echoes, far, lay, noise, swell, time, voiced, wandering


def cricket(rng: Rng, circle: Wave, pitch: float, chirps: int, gain: float, pan: float) -> None:
    """A field cricket: chirps of three or four short pulses, spaced almost evenly around the loop."""
    seconds = len(circle) / RATE
    resting = wandering(rng, 1000, 1, 4)
    for number in range(chirps):
        if resting[number * 1000 // chirps] < 0.22:
            continue
        start = seconds * number / chirps + rng.normal(0, 0.012)
        for pulse in range(4):
            at = time(0.019)
            wave = np.sin(2 * np.pi * pitch * (at - 0.6 * at**2)) + 0.12 * np.sin(4 * np.pi * pitch * at)
            lay(circle, wave * np.hanning(len(at)), start + pulse * 0.031, gain * (0.55 + 0.15 * pulse), pan)


def owl(rng: Rng, pitch: float = 1.0) -> Wave:
    """A tawny owl: a long hoot, a rest, a short one, and a trembling one that dies away."""
    call = np.zeros(int(5.2 * RATE))
    for start, length, trembling in ((0.0, 0.9, 0.0), (2.35, 0.16, 0.0), (2.85, 1.6, 1.0)):
        at = time(length)
        line = 760 + 45 * np.sin(np.pi * at / length) - 30 * at / length + 4 * np.sin(2 * np.pi * 5.5 * at)
        phase = 2 * np.pi * np.cumsum(pitch * line) / RATE
        wave = np.sin(phase) + 0.10 * np.sin(2 * phase) + 0.03 * np.sin(3 * phase)
        wave += 0.02 * noise(rng, len(at), band(600, 1100))
        shake = 1 - trembling * 0.55 * (0.5 - 0.5 * np.cos(2 * np.pi * 11 * at)) * np.clip(1 - at / 1.1, 0, 1)
        begin = int(start * RATE)
        call[begin : begin + len(at)] += wave * shake * swell(len(at), 0.09, min(0.5, length * 0.6))
    return call


def tit(rng: Rng, times: int) -> Wave:
    """A great tit: two notes, high and low, over and over."""
    song = np.zeros(int((times * 0.42 + 0.3) * RATE))
    for number in range(times):
        for start, pitch, length in ((0.0, 5300, 0.11), (0.17, 3950, 0.17)):
            at = time(length)
            wave = np.sin(2 * np.pi * (pitch + rng.normal(0, 15)) * (at + 0.0008 * np.sin(2 * np.pi * at / length)))
            begin = int((number * 0.42 + start) * RATE)
            song[begin : begin + len(at)] += wave * swell(len(at), 0.02, 0.05)
    return song


def blackbird(rng: Rng) -> Wave:
    """A blackbird: five to seven flute notes that slide, and a twitter at the end."""
    song = np.zeros(int(3.2 * RATE))
    begin = 0.0
    for _ in range(int(rng.integers(5, 8))):
        length = rng.uniform(0.14, 0.34)
        pitch = rng.uniform(1750, 2750)
        middle, end = pitch * rng.uniform(0.88, 1.15), pitch * rng.uniform(0.85, 1.1)
        glide = curve(length, (0, pitch), (length * 0.5, middle), (length, end))
        phase = 2 * np.pi * np.cumsum(glide) / RATE
        wave = (np.sin(phase) + 0.08 * np.sin(2 * phase)) * swell(len(phase), 0.03, 0.06)
        song[int(begin * RATE) : int(begin * RATE) + len(wave)] += wave
        begin += length + rng.uniform(0.02, 0.10)
    for _ in range(6):
        at = time(0.035)
        wave = np.sin(2 * np.pi * (rng.uniform(5200, 6800) * at - 14000 * at**2)) * np.hanning(len(at))
        song[int(begin * RATE) : int(begin * RATE) + len(wave)] += 0.35 * wave
        begin += 0.055
    return song


def sparrow(rng: Rng, times: int) -> Wave:
    """Sparrows on a roof: short chirps up and down, none like the last."""
    song = np.zeros(int((times * 0.5 + 0.3) * RATE))
    begin = 0.0
    for _ in range(times):
        length = rng.uniform(0.05, 0.10)
        low, high = rng.uniform(2900, 3700), rng.uniform(4300, 5600)
        glide = curve(length, (0, low), (length * 0.4, high), (length, low * 0.95))
        phase = 2 * np.pi * np.cumsum(glide) / RATE
        wave = (np.sin(phase) + 0.3 * np.sin(2 * phase)) * swell(len(phase), 0.012, 0.03)
        song[int(begin * RATE) : int(begin * RATE) + len(wave)] += wave * rng.uniform(0.5, 1)
        begin += rng.uniform(0.16, 0.48)
    return song


def cuckoo() -> Wave:
    """A cuckoo, far off: a falling third, three times."""
    song = np.zeros(int(5.0 * RATE))
    for start in (0.0, 1.45, 2.9):
        for after, pitch, length in ((0.0, 672, 0.20), (0.42, 548, 0.32)):
            at = time(length)
            wave = np.sin(2 * np.pi * pitch * at) + 0.06 * np.sin(4 * np.pi * pitch * at)
            begin = int((start + after) * RATE)
            song[begin : begin + len(at)] += wave * swell(len(at), 0.05, 0.10)
    return song


def wolf(rng: Rng, pitch: float, seconds: float) -> Wave:
    """One wolf: up with a break, a long held note that wavers, and a slow fall."""
    line = curve(
        seconds, (0, pitch * 0.52), (0.35, pitch * 0.66), (0.75, pitch * 0.98), (0.80, pitch * 1.06),
        (seconds * 0.45, pitch * 1.02), (seconds * 0.62, pitch * 0.97), (seconds * 0.8, pitch * 0.80),
        (seconds, pitch * 0.58),
    )  # fmt: skip
    at = time(seconds)[: len(line)]
    waver = 1 + 0.010 * np.sin(2 * np.pi * 5.1 * at + 0.8 * np.sin(2 * np.pi * 0.7 * at)) * np.clip(at - 0.9, 0, 1)
    line = line * waver * (1 + 0.004 * (wandering(rng, len(at), 5, 40) - 0.5))
    wave = voiced(line, [(560, 330, 1.0), (1150, 350, 0.50), (2300, 700, 0.16)], tilt=0.35, top=7000)
    breath = noise(rng, len(wave), band(450, 1700)) * 0.05
    return (wave / np.abs(wave).max() + breath) * swell(len(wave), 0.45, seconds * 0.42)


def pack(seed: int, wolves: list[tuple[float, float, float, float, float]], answer: Wave, wet: float) -> Wave:
    """Wolves that howl: the pitch of each, how long, when, how loud and where; heard through the `answer` of a wood."""
    rng = np.random.default_rng(seed)
    heard = np.zeros((int(7.0 * RATE), 2))
    for pitch, seconds, begin, gain, pan in wolves:
        lay(heard, wolf(rng, pitch, seconds), begin, gain, pan)
    return far(heard, answer, wet)


def howl_far() -> Wave:
    """One wolf, beyond the hills."""
    return pack(8, [(505, 4.4, 0.0, 1.0, 0.25)], echoes(14, 3.2, 1100, 0.16), 0.8)


def howl() -> Wave:
    """A wolf on the hill, and two that answer from the wood."""
    wolves = [(520, 4.6, 0.0, 1.0, -0.15), (437, 3.6, 2.0, 0.30, 0.75), (611, 3.2, 2.9, 0.20, -0.85)]
    return pack(7, wolves, echoes(5, 2.6, 2600, 0.07), 0.42)


def howl_near() -> Wave:
    """The whole pack, at the last house."""
    wolves = [
        (498, 4.2, 0.0, 1.0, -0.5), (560, 4.0, 0.9, 0.85, 0.6), (437, 3.8, 1.7, 0.7, 0.1), (622, 3.4, 2.3, 0.5, -0.9),
    ]  # fmt: skip
    return pack(9, wolves, echoes(15, 0.9, 4800, 0.02), 0.16)


def cock_crow() -> Wave:
    """Cock-a-doodle-doo: three short notes and a long one that breaks and falls."""
    rng = np.random.default_rng(5)
    crow = np.zeros(int(2.6 * RATE))
    for start, length, points in (
        (0.00, 0.20, ((0, 430), (0.06, 620), (0.20, 560))),
        (0.27, 0.17, ((0, 560), (0.05, 740), (0.17, 690))),
        (0.50, 0.26, ((0, 640), (0.08, 830), (0.26, 760))),
        (0.82, 1.45, ((0, 690), (0.12, 905), (0.55, 930), (0.85, 870), (1.15, 700), (1.45, 480))),
    ):
        pitch = curve(length, *points)
        at = np.arange(len(pitch)) / RATE
        rough = 1 + 0.012 * np.sin(2 * np.pi * 62 * at) + 0.006 * (wandering(rng, len(at), 10, 60) - 0.5)
        wave = voiced(pitch * rough, [(900, 350, 0.55), (1850, 500, 1.0), (3300, 900, 0.55)], tilt=0.15)
        rasp = 1 - 0.35 * (0.5 + 0.5 * np.sin(2 * np.pi * 58 * at)) * np.clip(at / length - 0.35, 0, 1)
        hiss = 0.035 * noise(rng, len(at), band(1500, 5000)) * np.abs(wave).max()
        begin = int(start * RATE)
        crow[begin : begin + len(at)] += (wave * rasp + hiss) * swell(len(at), 0.035, min(0.35, length * 0.5))
    return far(crow, echoes(6, 1.3, 4200, 0.05), 0.28, pan=0.1)


def bear_growl() -> Wave:
    """A bear, close by: a slow rattle in a deep throat that swells and fades."""
    rng = np.random.default_rng(17)
    seconds = 2.8
    pitch = curve(seconds, (0, 58), (0.5, 78), (1.2, 88), (2.0, 70), (seconds, 50))
    pitch = pitch * (1 + 0.12 * (wandering(rng, len(pitch), 10, 60) - 0.5))
    throat = [(310, 160, 1.0), (640, 230, 0.75), (1250, 400, 0.35), (2500, 700, 0.12)]
    wave = voiced(pitch, throat, tilt=0.1, top=4500)
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    rattle = 0.55 + 0.45 * np.sin(phase / 3 + 0.7 * np.sin(phase / 7))
    breath = noise(rng, len(wave), band(220, 1500)) * (0.5 + 0.5 * np.sin(phase)) * wave.std() * 0.4
    growl = np.tanh(1.8 * (wave + breath) * rattle / wave.std() / 2.5)
    return far(growl * swell(len(growl), 0.5, 1.2), echoes(8, 0.9, 2500), 0.18)


def fox() -> Wave:
    """A fox, twice: a hoarse scream that breaks off."""
    rng = np.random.default_rng(31)
    cry = np.zeros(int(2.6 * RATE))
    for start, length in ((0.0, 0.55), (1.3, 0.7)):
        pitch = curve(length, (0, 620), (0.12, 930), (length * 0.7, 860), (length, 560))
        rough = 1 + 0.03 * (wandering(rng, len(pitch), 20, 90) - 0.5)
        wave = voiced(pitch * rough, [(1100, 400, 1.0), (2300, 700, 0.6)], tilt=0.2, top=8000)
        hoarse = noise(rng, len(wave), band(700, 4000)) * wave.std() * 0.6
        begin = int(start * RATE)
        cry[begin : begin + len(wave)] += (wave + hoarse) * swell(len(wave), 0.06, 0.2)
    return far(cry, echoes(16, 2.4, 2000, 0.09), 0.7)


def twig() -> Wave:
    """A dry branch breaks, and something waits."""
    rng = np.random.default_rng(32)
    step = np.zeros(int(1.2 * RATE))
    for start, gain in ((0.0, 1.0), (0.035, 0.7), (0.09, 0.35), (0.62, 0.18)):
        at = time(0.12)
        crack = noise(rng, len(at), band(500, 5200)) * np.exp(-at * 75) * np.clip(at / 0.0006, 0, 1)
        begin = int(start * RATE)
        step[begin : begin + len(at)] += gain * crack
    return far(step, echoes(17, 1.3, 2600, 0.02), 0.3)


def dog() -> Wave:
    """A dog in a yard barks four times."""
    rng = np.random.default_rng(33)
    yard = np.zeros(int(2.6 * RATE))
    for start in (0.0, 0.42, 1.35, 1.75):
        length = rng.uniform(0.16, 0.2)
        pitch = curve(length, (0, 330), (0.04, 520), (length, 300))
        wave = voiced(pitch, [(700, 300, 1.0), (1500, 500, 0.5)], tilt=0.2, top=6000)
        wave += noise(rng, len(wave), band(500, 3000)) * wave.std() * 0.5
        begin = int(start * RATE)
        yard[begin : begin + len(wave)] += wave * swell(len(wave), 0.015, 0.1)
    return far(yard, echoes(18, 1.2, 2600, 0.05), 0.5)


def in_trees(song: Wave) -> Wave:
    """A bird's song, in the trees around the square."""
    return far(song, echoes(3, 1.1, 5000), 0.35)


def in_wood(call: Wave) -> Wave:
    """A call from the wood at night."""
    return far(call, echoes(2, 2.8, 2200, 0.06), 0.5)
