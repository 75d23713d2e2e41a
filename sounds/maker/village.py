"""What is heard in the square? Voices, a smith, bells, hearts, drums."""

from __future__ import annotations

import numpy as np

from sounds.maker.waves import RATE, Rng, Wave, band, echoes, far, lay, noise, swell, time


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
