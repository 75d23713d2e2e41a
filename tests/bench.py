"""The project's figures: how fast, how large. `make bench` prints them all, `make bench ARGS=engine` those so named.

A figure is measured, never judged: machines differ, and so does what else they do. Compare figures of one run. To add
one, write a function with `@figure`, here or in a module `tests/bench_….py` of its own.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median

from narrator.simulate import BATCH, Series, play_batch

Measure = Callable[[], str]
FIGURES: list[tuple[str, str, Measure]] = []

CARDS = {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1}
TWELVE = Series("millers-hollow", players=12, games=10**9, deck=CARDS)


def figure(name: str, wanted: str) -> Callable[[Measure], Measure]:
    """Make a function a figure: it measures and returns what it found, with the unit; `wanted` is what we are after."""

    def keep(measure: Measure) -> Measure:
        FIGURES.append((name, wanted, measure))
        return measure

    return keep


@figure("engine: complete games of 12, seer, witch, hunter, real votes; one core, user time", "4,000 a second")
def engine_speed() -> str:
    play_batch(TWELVE, 0)
    seconds = []
    for number in range(1, 41):
        began = user_seconds()
        play_batch(TWELVE, number)
        seconds.append(user_seconds() - began)
    best, usual = BATCH / min(seconds), BATCH / median(seconds)
    return f"{best:,.0f} a second in the best of 40 batches, {usual:,.0f} in the median"


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
    """Print the figures whose names hold one of these words, or all."""
    for module in sorted(Path(__file__).parent.glob("bench_*.py")):
        import_module(f"tests.{module.stem}")
    for name, goal, measure in FIGURES:
        if not wanted or any(word in name for word in wanted):
            print(f"{name}\n    wanted: {goal}\n    measured: ", end="", flush=True)
            began = time.monotonic()
            print(f"{measure()}   ({time.monotonic() - began:.0f} s)")


if __name__ == "__main__":
    import_module("tests.bench").main(sys.argv[1:])
