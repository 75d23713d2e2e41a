"""What is heard at night, and what by day? The list of it: to change how a place sounds, change a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

ROOMS = {"hushed": "hearth", "cheerful": "clearing", "solemn": "hall", "ghost": "hall"}
"""Where the narrator stands, by the mood of the line: close when hushed, far when solemn."""


class Layer(NamedTuple):
    """A loop that is heard all the time, now louder and now softer.

    Its level is in decibels: `early` in a game, and `late`, when few are left. It falls below that by up to `depth`,
    and rises again. `chance` is in how many of the nights it is heard at all, from 0 to 1.
    """

    sound: str
    early: float
    late: float
    depth: float = 6.0
    chance: float = 1.0


class PassingSound(NamedTuple):
    """One of these sounds is heard about once in `every` seconds, from somewhere; levels are as for a layer."""

    sounds: tuple[str, ...]
    every: float
    early: float = 0.0
    late: float = 0.0


class Scene(NamedTuple):
    """All that is heard in one place."""

    layers: tuple[Layer, ...]
    calls: tuple[PassingSound, ...]


def alone(sound: str) -> Scene:
    """A scene that is nothing but this loop."""
    return Scene((Layer(sound, early=0.0, late=0.0, depth=0.0),), ())


SCENES: Mapping[str, Scene] = {
    "night": Scene(
        layers=(
            Layer("wind", early=-4, late=-1, depth=7),
            Layer("leaves", early=-10, late=-6, depth=8),
            Layer("crickets", early=-2, late=-14),
            Layer("river", early=-7, late=-9, depth=4, chance=0.4),
            Layer("rain", early=-10, late=-8, depth=10, chance=0.3),
            Layer("fire", early=-5, late=-10, depth=5, chance=0.4),
            Layer("dread", early=-38, late=-7),
        ),
        calls=(
            PassingSound(("owl", "owl-answers"), every=32),
            PassingSound(("twig",), every=75, early=-10, late=-2),
            PassingSound(("fox",), every=160, early=-8, late=-6),
            PassingSound(("howl-far",), every=190, early=-20, late=-14),
            PassingSound(("far-bell",), every=240, early=-8, late=-6),
        ),
    ),
    "day": Scene(
        layers=(
            Layer("wind", early=-9, late=-5),
            Layer("leaves", early=-11, late=-9, depth=8),
            Layer("square", early=-3, late=-9, depth=5),
            Layer("market", early=-7, late=-18, depth=9, chance=0.6),
        ),
        calls=(
            PassingSound(("blackbird", "blackbird-sings-on"), every=15, early=-2, late=-6),
            PassingSound(("tit",), every=24, early=-2, late=-8),
            PassingSound(("sparrows",), every=19, early=-2, late=-8),
            PassingSound(("cuckoo",), every=70),
            PassingSound(("anvil",), every=45, early=-3, late=-12),
            PassingSound(("dog",), every=80, early=-6, late=-3),
            PassingSound(("far-bell",), every=170, early=-6, late=-4),
        ),
    ),
}
"""The beds there are. A table's own file with the name of a bed replaces all of it."""

LEVELS: Mapping[str, Mapping[str, float]] = {
    "night": {"window": 1.0, "between": 0.4, "silence": 0.0},
    "day": {"window": 0.6, "between": 0.35, "silence": 0.0},
}
"""How loud each bed is, from 0 to 1: in a window, between windows, and where a silence is kept before something is
said. By day people talk, so the day is quieter."""
