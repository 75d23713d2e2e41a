"""What is played when something is decided? A few notes for each fall, and a theme for each end.

A tune is a list of notes: the beat on which it begins, the key as on a piano (60 is the middle C), the beats it lasts.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sounds.maker.animals import wolf
from sounds.maker.waves import RATE, Rng, Wave, band, echoes, far, lay, noise, swell, time

Notes = list[tuple[float, float, float]]
Instrument = Callable[[Rng, float, float], Wave]


def hertz(key: float) -> float:
    """The pitch of a key."""
    return float(440 * 2 ** ((key - 69) / 12))


def harp(rng: Rng, pitch: float, seconds: float) -> Wave:
    """A plucked gut string: its overtones die first."""
    at = time(max(seconds, 0.2) + 1.6)
    wave = np.zeros(len(at))
    for k in range(1, 11):
        stretched = pitch * k * (1 + 0.00012 * k * k)
        wave += np.sin(2 * np.pi * stretched * at + rng.uniform(0, 6)) * np.exp(-at * (1.7 + 0.9 * k)) / k**1.15
    return wave * np.clip(at / 0.003, 0, 1) * swell(len(at), 0.001, 0.5)


def strings(rng: Rng, pitch: float, seconds: float) -> Wave:
    """A few fiddles that never agree quite: a soft beginning, a slow end."""
    at = time(seconds + 0.7)
    wave = np.zeros(len(at))
    for _ in range(4):
        shake = 1 + 0.0022 * np.sin(2 * np.pi * rng.uniform(4.6, 5.6) * at + rng.uniform(0, 6))
        phase = 2 * np.pi * np.cumsum(pitch * rng.normal(1, 0.0022) * shake) / RATE
        wave += sum(np.sin(k * phase) / k**1.35 for k in range(1, 9))
    return 0.25 * wave * swell(len(at), min(0.35, seconds / 2), 0.8)


def flute(rng: Rng, pitch: float, seconds: float) -> Wave:
    """A wooden flute, with breath."""
    at = time(seconds + 0.15)
    shake = 1 + 0.003 * np.sin(2 * np.pi * 4.8 * at) * np.clip(at - 0.3, 0, 1)
    phase = 2 * np.pi * np.cumsum(pitch * shake) / RATE
    breath = noise(rng, len(at), band(pitch * 0.9, pitch * 1.15, 2)) * 0.05
    return (np.sin(phase) + 0.22 * np.sin(2 * phase) + 0.07 * np.sin(3 * phase) + breath) * swell(len(at), 0.06, 0.2)


def horn(rng: Rng, pitch: float, seconds: float) -> Wave:
    """A low horn that opens as it grows louder."""
    at = time(seconds + 0.4)
    blown = swell(len(at), 0.25, 0.6)
    phase = 2 * np.pi * np.cumsum(pitch * (1 + 0.0015 * np.sin(2 * np.pi * 3.7 * at))) / RATE
    return sum(np.sin(k * phase) * blown**k / k**0.9 for k in range(1, 8)) * 0.6


def drum(rng: Rng, pitch: float, seconds: float) -> Wave:
    """A large drum that is struck with a soft mallet."""
    at = time(1.4)
    glide = 2 * np.pi * np.cumsum(pitch * (1 + 0.5 * np.exp(-at * 30))) / RATE
    skin = np.sin(glide) + 0.5 * np.sin(1.6 * glide) * np.exp(-at * 5) + 0.35 * np.sin(2.3 * glide) * np.exp(-at * 8)
    thud = noise(rng, len(at), band(120, 700)) * np.exp(-at * 40) * 0.3
    return (skin * np.exp(-at * 4) + thud) * np.clip(at / 0.004, 0, 1) * swell(len(at), 0.001, 0.4)


def little_bell(rng: Rng, pitch: float, seconds: float) -> Wave:
    """A small bell."""
    at = time(2.4)
    partials = ((1.0, 1.0, 1.8), (2.0, 0.5, 2.6), (2.76, 0.35, 3.6), (5.4, 0.15, 7.0))
    wave = sum(weight * np.sin(2 * np.pi * pitch * k * at) * np.exp(-at * fade) for k, weight, fade in partials)
    return wave * np.clip(at / 0.002, 0, 1) * swell(len(at), 0.001, 0.6)


def played(seed: int, beat: float, seconds: float, parts: list[tuple[Instrument, float, float, Notes]]) -> Wave:
    """A tune: each instrument with how loud it is, where it stands, and its notes; `beat` is the length of a beat."""
    rng = np.random.default_rng(seed)
    stage = np.zeros((int(seconds * RATE), 2))
    for instrument, gain, pan, notes in parts:
        for begin, key, beats in notes:
            wave = instrument(rng, hertz(key), beats * beat)
            second = begin * beat + rng.uniform(0, 0.012)
            room = len(stage) - int(second * RATE)
            lay(stage, wave[:room], second, gain * rng.uniform(0.88, 1.0), pan)
    return far(stage, echoes(seed, 1.9, 4200, 0.03), 0.24)


def row(keys: list[float], step: float, lasts: float, begin: float = 0.0) -> Notes:
    """Notes one after the other, `step` beats apart."""
    return [(begin + number * step, key, lasts) for number, key in enumerate(keys)]


def fallen_villager() -> Wave:
    """One of the village was lost: two falling notes over a low drum."""
    return played(
        41, 0.5, 4.2,
        [(strings, 0.5, -0.3, [(0, 62, 1.4), (1.4, 58, 2.6)]), (strings, 0.4, 0.3, [(0, 53, 1.4), (1.4, 50, 2.6)]),
         (drum, 0.8, 0.0, [(0, 33, 1), (1.4, 31, 1)])],
    )  # fmt: skip


def fallen_werewolf() -> Wave:
    """A werewolf was caught: a harp runs up, and a small bell answers."""
    return played(
        42, 0.5, 4.2,
        [(harp, 0.8, -0.2, row([55, 62, 67, 71, 74, 79], 0.26, 0.5)),
         (little_bell, 0.25, 0.4, [(1.6, 83, 1), (1.9, 86, 1)]), (strings, 0.3, 0.2, [(0.2, 55, 2.5), (0.2, 62, 2.5)])],
    )  # fmt: skip


def fallen_loner() -> Wave:
    """Somebody fell who stood on neither side: a question on the flute, without an answer."""
    return played(
        43, 0.5, 4.2,
        [(flute, 0.5, 0.2, [(0, 69, 0.7), (0.75, 75, 0.7), (1.5, 74, 1.8)]),
         (harp, 0.6, -0.3, row([45, 52, 57], 0.5, 1)), (strings, 0.25, 0.0, [(0, 45, 3.0), (0.5, 51, 2.5)])],
    )  # fmt: skip


def village_wins() -> Wave:
    """The village has won: a dance in the square, with bells."""
    tune = [67, 71, 74, 71, 72, 76, 79, 76, 74, 78, 81, 78, 79, 83, 79]
    ground = [(0, 43, 2), (2, 43, 2), (4, 48, 2), (6, 48, 2), (8, 50, 2), (10, 50, 2), (12, 43, 2), (14, 43, 4)]
    return played(
        44, 0.36, 10.5,
        [(harp, 0.7, -0.3, row(tune, 1, 1)), (flute, 0.28, 0.3, row([key + 12 for key in tune[::2]], 2, 1.8)),
         (strings, 0.35, 0.0, ground),
         (strings, 0.3, 0.4, [(start, key + 16, long) for start, key, long in ground[::2]]),
         (drum, 0.5, 0.1, row([36] * 8, 2, 1)), (little_bell, 0.2, 0.6, row([79, 83, 86, 91], 0.5, 1, 14.0)),
         (little_bell, 0.16, -0.6, row([91, 86, 83, 79, 91], 0.5, 1, 16.0))],
    )  # fmt: skip


def wolves_win() -> Wave:
    """The werewolves have won: drums, low horns, and a wolf who sings to them."""
    beat = 0.52
    theme = played(
        45, beat, 11.5,
        [(drum, 0.9, 0.0, [(start + after, 30, 1) for start in range(0, 16, 2) for after in (0, 0.5, 1.25)]),
         (horn, 0.55, -0.3,
          [(2, 38, 2), (4, 41, 1.5), (6, 40, 2), (8, 38, 2), (10, 45, 1.5), (12, 44, 2), (14, 38, 4)]),
         (strings, 0.4, 0.3, [(2, 50, 4), (6, 52, 2), (8, 53, 4), (12, 56, 2), (14, 50, 4)]),
         (strings, 0.3, -0.1, [(6, 57, 2), (8, 62, 4), (12, 59, 2), (14, 57, 4)])],
    )  # fmt: skip
    singer = far(wolf(np.random.default_rng(46), 523, 4.0), echoes(5, 2.6, 2600, 0.07), 0.5, pan=0.4)
    begin = int(5.2 * RATE)
    theme[begin : begin + len(singer)] += 0.5 * singer[: len(theme) - begin]
    return theme


def lovers_win() -> Wave:
    """The lovers have won: a slow waltz for two fiddles and a harp."""
    chords = [(57, 61, 64), (54, 57, 61), (50, 54, 57), (52, 56, 59), (57, 61, 64)]
    waltz = [(3 * bar + beat, key, 1.4) for bar, chord in enumerate(chords) for beat, key in enumerate(chord)]
    first = [(0, 76, 2), (2, 73, 1), (3, 74, 2), (5, 73, 1), (6, 69, 2), (8, 71, 1), (9, 68, 3), (12, 69, 4)]
    second = [(3, 66, 2), (6, 66, 2), (8, 64, 1), (9, 64, 3), (12, 61, 4)]
    return played(
        47, 0.55, 11.0,
        [(harp, 0.7, 0.3, waltz), (strings, 0.5, -0.4, first), (strings, 0.35, 0.4, second),
         (strings, 0.3, 0.0, [(3 * bar, chord[0] - 12, 2.8) for bar, chord in enumerate(chords)])],
    )  # fmt: skip


def loner_wins() -> Wave:
    """One alone has won: a flute in an empty square."""
    tune = [(0, 69, 1.5), (1.5, 72, 0.5), (2, 74, 2), (4, 77, 1.5), (5.5, 76, 0.5), (6, 74, 1), (7, 72, 1), (8, 75, 2),
            (10, 74, 1), (11, 70, 1), (12, 69, 4)]  # fmt: skip
    return played(
        48, 0.62, 11.0,
        [(flute, 0.55, 0.1, tune), (harp, 0.6, -0.3, row([45, 52, 57, 60, 46, 53, 58, 62, 45, 52], 1.5, 1.4)),
         (drum, 0.5, 0.0, row([33, 33, 34, 33], 4, 1))],
    )  # fmt: skip


def nobody_wins() -> Wave:
    """Nobody has won: low strings that sink, and a bell that goes on after them."""
    return played(
        49, 0.7, 11.0,
        [(strings, 0.5, -0.3, [(0, 57, 3), (3, 56, 3), (6, 53, 3), (9, 50, 4)]),
         (strings, 0.45, 0.3, [(0, 50, 3), (3, 48, 3), (6, 46, 3), (9, 45, 4)]),
         (little_bell, 0.4, 0.1, [(1.5, 62, 1), (4.5, 62, 1), (7.5, 62, 1), (10.5, 62, 1)]),
         (drum, 0.6, 0.0, [(0, 29, 1), (3, 29, 1), (6, 29, 1), (9, 26, 1)])],
    )  # fmt: skip
