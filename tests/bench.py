"""The project's figures: how fast, how large. `make bench` prints all, `make bench ARGS=engine` those with that name.

A figure is measured, never judged: machines differ, and so does what else they do. Compare figures from one run. To
add one, write a function with `@figure`, here or in a module `tests/bench_….py` of its own.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from statistics import median

from narrator.game.check import problems
from narrator.game.library import Library
from narrator.game.simulate import BATCH, Series, play_batch
from narrator.rules import calls

Measure = Callable[[], str]
FIGURES: list[tuple[str, str, Measure]] = []

CARDS = {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1}
TWELVE = Series("millers-hollow", players=12, games=10**9, deck=CARDS)
TWENTY = (
    "werewolf", "big-bad-wolf", "cursed-wolf-father", "white-werewolf", "seer", "cupid", "witch", "hunter",
    "little-girl", "defender", "elder", "scapegoat", "village-idiot", "fox", "bear-tamer", "wandering-judge",
    "rusty-knight", "devoted-servant", "wild-child", "wolf-hound",
)  # fmt: skip
PACT = Series("the-pact", players=24, games=10**9, deck={**dict.fromkeys(TWENTY, 1), "werewolf": 3})
VILLAGE = replace(PACT, options={"buildings": "on", "events": "on"})


def figure(name: str, wanted: str) -> Callable[[Measure], Measure]:
    """Make a function a figure: it measures and returns what it found, with the unit; `wanted` is the goal."""

    def keep(measure: Measure) -> Measure:
        FIGURES.append((name, wanted, measure))
        return measure

    return keep


@figure("engine: complete games of 12, seer, witch, hunter, real votes; one core, user time", "4,000 a second")
def engine_speed() -> str:
    return speed(TWELVE)


@figure("engine: complete games of 24, The Pact with 20 characters; one core, user time", "1,500 a second")
def pact_speed() -> str:
    return speed(PACT)


@figure("engine: the same with buildings and events; one core, user time", "1,000 a second")
def village_speed() -> str:
    return speed(VILLAGE)


def speed(series: Series) -> str:
    """How many games of a series are played per second."""
    play_batch(series, 0)
    seconds = []
    for number in range(1, 41):
        began = user_seconds()
        play_batch(series, number)
        seconds.append(user_seconds() - began)
    best, usual = BATCH / min(seconds), BATCH / median(seconds)
    how = "compiled" if calls.__file__.endswith(".so") else "as it stands"
    return f"{best:,.0f} a second in the best of 40 batches, {usual:,.0f} in the median ({how})"


@figure("rolesets: all loaded and checked, with every option and all their words", "under 0.3 s")
def checking() -> str:
    seconds = []
    for _ in range(7):
        began = user_seconds()
        library = Library()
        assert not [problem for name in library.names for problem in problems(library, name)]
        seconds.append(user_seconds() - began)
    return f"{median(seconds):.2f} s of user time in the median of 7"


def user_seconds() -> float:
    """The time that this process has spent computing for itself."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


@figure("engine: resident memory after 1,000 and after 100,000 games", "flat")
def engine_memory() -> str:
    code = "from tests import bench; bench.print_memory()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return " and ".join(done.stdout.split("\n")[:2])


def print_memory() -> None:
    """Print the resident memory of this process after 1,000 and after 100,000 games."""
    for number in range(100_000 // BATCH):
        play_batch(TWELVE, number)
        if (number + 1) * BATCH in (1_000, 100_000):
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
            print(f"{pages * os.sysconf('SC_PAGE_SIZE') / 1e6:.1f} MB")


def main(wanted: list[str]) -> None:
    """Print the figures whose names contain one of these words, or all."""
    for module in sorted(Path(__file__).parent.glob("bench_*.py")):
        import_module(f"tests.{module.stem}")
    for name, goal, measure in FIGURES:
        if not wanted or any(word in name for word in wanted):
            print(f"{name}\n    wanted: {goal}\n    measured: ", end="", flush=True)
            began = time.monotonic()
            print(f"{measure()}   ({time.monotonic() - began:.0f} s)")


if __name__ == "__main__":
    import_module("tests.bench").main(sys.argv[1:])
