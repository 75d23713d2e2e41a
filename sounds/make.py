"""Where do the sounds come from? From here: `python -m sounds.make [NAME...]` writes each one beside this file.

Everything is arithmetic on random numbers with fixed seeds (`maker/`), so the sounds are our own and every run gives
the same ones. 48 kHz, Ogg Vorbis. A loop has no seam; the table below says how loud each sound is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import soundfile

from narrator.telling.sound.playing import OVERLAP
from sounds.maker import animals, events, music, village, weather
from sounds.maker.animals import in_trees, in_wood
from sounds.maker.waves import RATE, Wave, echoes, far


def seeded(number: int) -> np.random.Generator:
    return np.random.default_rng(number)


class Loop(NamedTuple):
    """A loop, as loud on average as `level` says, in decibels. Its file goes on for `OVERLAP` into its beginning."""

    make: Callable[[], Wave]
    level: float = -25.0


class Once(NamedTuple):
    """A sound that is heard once; its highest sample is `peak`."""

    make: Callable[[], Wave]
    peak: float


SOUNDS: dict[str, Loop | Once] = {
    "wind": Loop(weather.wind), "leaves": Loop(weather.leaves), "crickets": Loop(weather.crickets),
    "river": Loop(weather.river), "rain": Loop(weather.rain), "fire": Loop(weather.fire), "dread": Loop(weather.dread),
    "square": Loop(weather.square), "market": Loop(weather.market), "heartbeat": Loop(village.heartbeat, -16.0),
    "owl": Once(lambda: in_wood(animals.owl(seeded(21))), 0.35),
    "owl-answers": Once(lambda: in_wood(animals.owl(seeded(22), pitch=1.22)), 0.3),
    "fox": Once(animals.fox, 0.3), "twig": Once(animals.twig, 0.3), "dog": Once(animals.dog, 0.3),
    "blackbird": Once(lambda: in_trees(animals.blackbird(seeded(23))), 0.3),
    "blackbird-sings-on": Once(lambda: in_trees(animals.blackbird(seeded(24))), 0.3),
    "tit": Once(lambda: in_trees(animals.tit(seeded(25), 5)), 0.2),
    "sparrows": Once(lambda: in_trees(animals.sparrow(seeded(26), 9)), 0.22),
    "cuckoo": Once(lambda: in_trees(animals.cuckoo()), 0.22),
    "anvil": Once(lambda: far(village.anvil(seeded(27), 5), echoes(4, 1.9, 1800, 0.05), 0.6), 0.2),
    "far-bell": Once(lambda: far(village.bell(), echoes(19, 2.6, 1400, 0.1), 0.8), 0.25),
    "howl-far": Once(animals.howl_far, 0.5), "howl": Once(animals.howl, 0.75),
    "howl-near": Once(animals.howl_near, 0.8),
    "cock-crow": Once(animals.cock_crow, 0.6), "bell": Once(village.bell, 0.7),
    "bear-growl": Once(animals.bear_growl, 0.75), "drum-roll": Once(village.drum_roll, 0.6),
    "chime": Once(village.chime, 0.4),
    "hand-bell": Once(events.hand_bell, 0.4), "blaze": Once(events.blaze, 0.5), "rattle": Once(events.rattle, 0.5),
    "miracle": Once(events.miracle, 0.45), "flood": Once(events.flood, 0.5), "trance": Once(events.trance, 0.45),
    "festival": Once(events.festival, 0.45), "cart": Once(events.cart, 0.45), "coin": Once(events.coin, 0.35),
    "gavel": Once(events.gavel, 0.6), "candle": Once(events.candle, 0.3),
    "fallen-villager": Once(music.fallen_villager, 0.5), "fallen-werewolf": Once(music.fallen_werewolf, 0.5),
    "fallen-loner": Once(music.fallen_loner, 0.5),
    "village-wins": Once(music.village_wins, 0.6), "wolves-win": Once(music.wolves_win, 0.6),
    "lovers-win": Once(music.lovers_win, 0.6), "loner-wins": Once(music.loner_wins, 0.6),
    "nobody-wins": Once(music.nobody_wins, 0.6),
}  # fmt: skip


def made(name: str) -> Wave:
    """The sound of this name, at its level."""
    sound = SOUNDS[name]
    wave = sound.make()
    if isinstance(sound, Loop):
        wave = wave * 10 ** (sound.level / 20) / np.sqrt((wave**2).mean())
        loud = np.abs(wave).max()
        assert loud < 0.9, f"{name} peaks at {loud:.2f}"
        return np.concatenate([wave, wave[: int(OVERLAP * RATE)]])
    wave = wave * sound.peak / np.abs(wave).max()
    heard = np.flatnonzero(np.abs(wave).max(axis=1) > 0.001)
    wave = wave[: heard[-1] + RATE // 10]
    wave[-RATE // 10 :] *= np.linspace(1, 0, RATE // 10)[:, np.newaxis]
    return wave


def main(names: list[str]) -> None:
    for name in names or SOUNDS:
        wave = made(name)
        with soundfile.SoundFile(
            Path(__file__).with_name(f"{name}.ogg"), "w", RATE, 2, format="OGG", subtype="VORBIS", compression_level=0.6
        ) as file:
            for start in range(0, len(wave), 4096):  # libsndfile overflows its stack on one long write
                file.write(wave[start : start + 4096])


if __name__ == "__main__":
    main(sys.argv[1:])
