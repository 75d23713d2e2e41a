"""Where do the sounds come from? From here: `python sounds/make.py [NAME...]` writes each one beside this file.

All is arithmetic on random numbers with fixed seeds, so the sounds are our own and every run gives the same ones. The
two beds are loops: their noise is made in the frequency domain and their events are laid on a circle, so that the end
runs into the beginning without a seam. 48 kHz, Ogg Vorbis; peak or loudness as `PEAKS` and `BEDS` say.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

RATE = 48_000
Wave = npt.NDArray[np.float64]  # mono: (frames,), stereo: (frames, 2)
Rng = np.random.Generator

BED_SECONDS = 42


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


# ---------------------------------------------------------------------------------------------------- the beds


def wind(rng: Rng, frames: int, rumble: float, whistle: float, leaves: float) -> Wave:
    """Wind in slow gusts: a low body, a hollow whistle that follows the gust, and leaves in the strongest part."""
    gust = wandering(rng, frames, 2, 9)
    body = [noise(rng, frames, lambda f: band(90, 480, 0.75)(f) / f**0.2) for _ in range(3)]
    high = [noise(rng, frames, band(2200, 6500, 0.5)) for _ in range(2)]
    hollow = [
        noise(rng, frames, band(centre * 0.96, centre * 1.05, 3)) * np.clip(gust - 0.25, 0, 1) * tremble
        for centre, tremble in ((410, wandering(rng, frames, 5, 25)), (590, wandering(rng, frames, 8, 30)))
    ]
    sides = []
    for side in range(2):
        strength = 0.25 + 0.75 * np.roll(gust, side * RATE // 3) ** 1.5  # a gust crosses from left to right
        wave = rumble * (0.7 * body[2] + 0.7 * body[side]) * strength
        wave += whistle * (hollow[side] + 0.5 * hollow[1 - side])
        wave += leaves * high[side] * strength**2.5 * (0.4 + 0.6 * wandering(rng, frames, 30, 160))
        sides.append(wave)
    return np.stack(sides, axis=1)


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


def owl(rng: Rng) -> Wave:
    """A tawny owl: a long hoot, a rest, a short one, and a trembling one that dies away."""
    call = np.zeros(int(5.2 * RATE))
    for start, length, trembling in ((0.0, 0.9, 0.0), (2.35, 0.16, 0.0), (2.85, 1.6, 1.0)):
        at = time(length)
        pitch = 760 + 45 * np.sin(np.pi * at / length) - 30 * at / length + 4 * np.sin(2 * np.pi * 5.5 * at)
        phase = 2 * np.pi * np.cumsum(pitch) / RATE
        wave = np.sin(phase) + 0.10 * np.sin(2 * phase) + 0.03 * np.sin(3 * phase)
        wave += 0.02 * noise(rng, len(at), band(600, 1100))
        shake = 1 - trembling * 0.55 * (0.5 - 0.5 * np.cos(2 * np.pi * 11 * at)) * np.clip(1 - at / 1.1, 0, 1)
        begin = int(start * RATE)
        call[begin : begin + len(at)] += wave * shake * swell(len(at), 0.09, min(0.5, length * 0.6))
    return call


def night() -> Wave:
    """Wind in slow gusts, crickets near and far, an owl now and then."""
    rng = np.random.default_rng(13)
    frames = BED_SECONDS * RATE
    bed = wind(rng, frames, rumble=1.0, whistle=0.7, leaves=0.16)
    meadow = np.zeros((frames, 2))
    for pitch, chirps, gain, pan in (
        (4350, 59, 0.60, -0.5), (4620, 67, 0.38, 0.6), (4180, 53, 0.22, 0.15),
        (4810, 71, 0.15, -0.85), (4480, 62, 0.12, 0.9),
    ):  # fmt: skip
        cricket(rng, meadow, pitch, chirps, gain, pan)
    at = np.arange(frames) / RATE
    for pitch, beat, side in ((2950, 38, 0), (3080, 43, 1)):  # tree crickets, far off: one even trill each side
        trill = np.sin(2 * np.pi * pitch * at) * (0.5 - 0.5 * np.cos(2 * np.pi * beat * at)) ** 2
        meadow[:, side] += 0.035 * trill * (0.4 + 0.6 * wandering(rng, frames, 1, 5))
    bed += 2.2 * far(meadow, echoes(1, 0.5, 6000), 0.25, loop=True)
    wood = np.zeros((frames, 2))
    lay(wood, owl(rng), 11.0, 1.5, -0.6)
    lay(wood, owl(rng), 29.0, 0.8, 0.7)
    return bed + far(wood, echoes(2, 2.8, 2200, 0.06), 0.5, loop=True)


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


def chatter(rng: Rng, seconds: float) -> Wave:
    """Somebody talking across the square: a voice without words, syllable after syllable, with rests."""
    frames = int(seconds * RATE)
    pitch = np.zeros(frames)
    loud = np.zeros(frames)
    colour = np.zeros((frames, 2))
    base = rng.choice([105.0, 125.0, 190.0, 220.0])
    begin, phrase = 0, 0.0
    while begin < frames:
        length = min(frames - begin, int(rng.uniform(0.10, 0.24) * RATE))
        phrase += length / RATE
        speaking = rng.random() > 0.12 and phrase < 2.6
        if phrase > rng.uniform(3.0, 5.5):
            phrase = 0.0
        part = slice(begin, begin + length)
        pitch[part] = base * rng.uniform(0.88, 1.2) * (1.12 - 0.08 * phrase)
        colour[part] = (rng.uniform(350, 750), rng.uniform(900, 2000))
        loud[part] = speaking * rng.uniform(0.5, 1.0) * np.hanning(length + 2)[1:-1] ** 0.5
        begin += length
    width = int(0.03 * RATE)
    soft = np.hanning(width) / np.hanning(width).sum()
    pitch = np.convolve(np.pad(pitch, width, mode="edge"), soft, mode="same")[width:-width]
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    wave = np.zeros(frames)
    for k in range(1, 13):
        f = k * pitch
        wave += np.sin(k * phase) / k * sum(np.exp(-(((f - colour[:, i]) / 220) ** 2)) + 0.05 for i in range(2))
    return wave * loud * swell(frames, 0.5, 0.5)


def anvil(rng: Rng, blows: int) -> Wave:
    """A smith at work: a bright stroke and its bounce, again and again."""
    work = np.zeros(int((blows * 0.75 + 1.5) * RATE))
    for number in range(blows):
        for after, gain in ((0.0, 1.0), (0.19, 0.28)):
            at = time(0.9)
            wave = sum(
                weight * np.sin(2 * np.pi * f * at) * np.exp(-at * fade)
                for f, weight, fade in ((2130, 0.5, 9), (3270, 1.0, 11), (4920, 0.6, 15), (6810, 0.3, 22))
            )
            wave = wave * np.clip(at / 0.0008, 0, 1) * gain * rng.uniform(0.7, 1)
            begin = int((number * 0.75 + after + rng.normal(0, 0.012) + 0.1) * RATE)
            work[begin : begin + len(wave)] += wave
    return work


def day() -> Wave:
    """A mild breeze, birds near and far, and a village that goes about its business: voices, a smith."""
    rng = np.random.default_rng(29)
    frames = BED_SECONDS * RATE
    bed = 0.5 * wind(rng, frames, rumble=0.6, whistle=0.06, leaves=0.22)
    trees = np.zeros((frames, 2))
    for second, gain, pan in ((1.0, 0.50, -0.6), (9.5, 0.42, -0.55), (21.0, 0.50, -0.6), (33.0, 0.36, -0.5)):
        lay(trees, blackbird(rng), second, gain, pan)
    for second, times, gain, pan in ((5.0, 5, 0.16, 0.7), (16.5, 7, 0.20, 0.75), (36.5, 6, 0.15, 0.65)):
        lay(trees, tit(rng, times), second, gain, pan)
    for second, times, gain, pan in (
        (3.0, 9, 0.18, 0.2), (13.0, 6, 0.14, -0.1), (25.0, 11, 0.20, 0.3), (38.0, 7, 0.14, 0.0),
    ):  # fmt: skip
        lay(trees, sparrow(rng, times), second, gain, pan)
    bed += 1.5 * far(trees, echoes(3, 1.1, 5000), 0.35, loop=True)
    village = np.zeros((frames, 2))
    for _ in range(11):
        lay(village, chatter(rng, rng.uniform(7, 16)), rng.uniform(0, BED_SECONDS), 0.5, rng.uniform(-0.8, 0.8))
    lay(village, anvil(rng, 6), 11.5, 0.10, 0.85)
    lay(village, anvil(rng, 5), 28.5, 0.10, 0.85)
    lay(village, cuckoo(), 18.0, 0.45, -0.9)
    return bed + 0.8 * far(village, echoes(4, 1.9, 1800, 0.05), 0.75, loop=True)


# ------------------------------------------------------------------------------------------------- the effects


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


def howl() -> Wave:
    """A wolf on the hill, and two that answer from the wood."""
    rng = np.random.default_rng(7)
    heard = np.zeros((int(7.0 * RATE), 2))
    lay(heard, wolf(rng, 520, 4.6), 0.0, 1.0, -0.15)
    lay(heard, wolf(rng, 437, 3.6), 2.0, 0.30, 0.75)
    lay(heard, wolf(rng, 611, 3.2), 2.9, 0.20, -0.85)
    return far(heard, echoes(5, 2.6, 2600, 0.07), 0.42)


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


def bell() -> Wave:
    """One stroke of the church bell: the partials of a minor-third bell, each with its own decay."""
    rng = np.random.default_rng(3)
    at = time(6.0)
    prime = 262.0
    wave = np.zeros(len(at))
    for ratio, weight, fade in (
        (0.5, 0.55, 0.55), (1.0, 0.60, 0.9), (1.19, 0.75, 1.0), (1.5, 0.30, 1.4), (2.0, 1.0, 1.5), (2.51, 0.35, 2.3),
        (2.66, 0.30, 2.5), (3.01, 0.40, 2.9), (4.02, 0.28, 4.2), (5.11, 0.14, 6.0), (6.35, 0.08, 8.0),
    ):  # fmt: skip
        for split in (-0.0006, 0.0006):  # no bell is perfectly round: each partial beats with itself
            f = prime * ratio * (1 + split)
            wave += 0.5 * weight * np.sin(2 * np.pi * f * at + rng.uniform(0, 6)) * np.exp(-at * fade)
    stroke = noise(rng, len(at), band(900, 6000)) * np.exp(-at * 60) * 0.4
    wave = (wave + stroke) * np.clip(at / 0.002, 0, 1) * swell(len(at), 0.001, 1.5)
    return far(wave, echoes(7, 2.0, 3500, 0.03), 0.25)


def heartbeat() -> Wave:
    """Four beats of a heart, 72 a minute; a loop. The overtones are for speakers too small for the low notes."""
    frames = int(4 * 60 / 72 * RATE)
    loop = np.zeros((frames, 2))
    for beat in range(4):
        for after, pitch, gain in ((0.0, 62, 1.0), (0.29, 78, 0.65)):
            at = time(0.26)
            glide = 2 * np.pi * np.cumsum(pitch * (1 + 1.1 * np.exp(-at * 38))) / RATE
            thump = sum(weight * np.sin(k * glide) for k, weight in ((1, 1.0), (2, 0.45), (3, 0.2), (4, 0.08)))
            wave = np.tanh(1.6 * thump) * np.exp(-at * 15) * np.clip(at / 0.006, 0, 1)
            lay(loop, wave * swell(len(at), 0.001, 0.08), beat * 60 / 72 + after + 0.03, gain)
    return loop


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


def drum_roll() -> Wave:
    """A snare drum that rolls louder and louder, and one stroke that ends it."""
    rng = np.random.default_rng(23)
    frames = int(2.4 * RATE)
    roll = np.zeros(frames)
    strokes = [(start, 0.45 + 0.55 * (start / 1.7) ** 2) for start in np.arange(0, 1.7, 1 / 26)]
    for start, gain in (*strokes, (1.74, 1.5)):
        at = time(0.32)
        skin = sum(np.sin(2 * np.pi * f * at) * np.exp(-at * fade) for f, fade in ((176, 22), (292, 30), (431, 42)))
        wires = noise(rng, len(at), band(1400, 7500)) * np.exp(-at * 28)
        wave = (0.8 * skin + 0.55 * wires) * np.clip(at / 0.001, 0, 1) * gain * rng.uniform(0.8, 1.1)
        begin = int((start + rng.normal(0, 0.003) + 0.02) * RATE)
        roll[begin : begin + len(wave)] += wave[: frames - begin]
    roll = np.tanh(1.2 * roll / np.abs(roll).max())
    return far(roll, echoes(10, 0.8, 4000, 0.03), 0.22)


def chime() -> Wave:
    """Two soft notes: look here."""
    wave = np.zeros(int(2.2 * RATE))
    for start, pitch in ((0.0, 659.26), (0.22, 987.77)):
        at = time(1.9)
        note = sum(
            weight * np.sin(2 * np.pi * pitch * k * at) * np.exp(-at * fade)
            for k, weight, fade in ((1, 1.0, 3.0), (2, 0.30, 5.0), (3.01, 0.16, 8.0), (5.2, 0.06, 16.0))
        )
        begin = int(start * RATE)
        wave[begin : begin + len(at)] += note * swell(len(at), 0.006, 0.4)
    return far(wave, echoes(9, 0.8, 5000), 0.2)


SOUNDS: dict[str, Callable[[], Wave]] = {
    "night": night, "day": day, "howl": howl, "cock-crow": cock_crow, "bell": bell, "heartbeat": heartbeat,
    "bear-growl": bear_growl, "chime": chime, "drum-roll": drum_roll,
}  # fmt: skip
BEDS = {"night": -25.0, "day": -25.0}  # loudness (RMS) in decibels
LOOPS = {"heartbeat"}
PEAKS = {
    "howl": 0.75, "cock-crow": 0.6, "bell": 0.7, "heartbeat": 0.8, "bear-growl": 0.75, "chime": 0.4, "drum-roll": 0.6,
}  # fmt: skip


def made(name: str) -> Wave:
    """The sound of this name, at its level."""
    wave = SOUNDS[name]()
    if name in BEDS:
        wave = wave * 10 ** (BEDS[name] / 20) / np.sqrt((wave**2).mean())
        loud = np.abs(wave).max()
        assert loud < 0.9, f"{name} peaks at {loud:.2f}"
        return wave
    wave = wave * PEAKS[name] / np.abs(wave).max()
    if name in LOOPS:
        return wave
    heard = np.flatnonzero(np.abs(wave).max(axis=1) > 0.001)
    wave = wave[: heard[-1] + RATE // 10]
    wave[-RATE // 10 :] *= np.linspace(1, 0, RATE // 10)[:, np.newaxis]
    return wave


def main(names: list[str]) -> None:
    for name in names or SOUNDS:
        wave = made(name)
        with soundfile.SoundFile(
            Path(__file__).with_name(f"{name}.ogg"), "w", RATE, 2, format="OGG", subtype="VORBIS", compression_level=0.5
        ) as file:
            for start in range(0, len(wave), 4096):  # libsndfile overflows its stack on one long write
                file.write(wave[start : start + 4096])


if __name__ == "__main__":
    main(sys.argv[1:])
