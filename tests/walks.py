"""Which modules does one event enter, and how often? `python -m tests.walks`, or only `tap` or `window`.

A walk is what a reader has to follow. It is counted in the real box with a table of eight who vote: every module of
`narrator` and `web` that is entered, in the order in which it is first, and how many calls are made in it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from narrator.game.game import Game
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"}
OURS = ("narrator.", "web.")

Walk = Counter[str]
"""How many calls were made in each module, in the order in which they were entered."""


def walked(event: Callable[[], object]) -> Walk:
    """The walk of one event."""
    found: Walk = Counter()

    def note(frame: FrameType, what: str, _: Any) -> None:
        module = frame.f_globals["__name__"]
        if what == "call" and module.startswith(OURS):
            found[module] += 1

    sys.setprofile(note)
    try:
        event()
    finally:
        sys.setprofile(None)
    return found


def voting(folder: Path) -> Table:
    """A table of eight at which the first vote of the village is open."""
    table = Table(folder, NAMES)
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=1))
    table.until("village.vote")
    return table


def tap() -> Walk:
    """One player answers in an open ballot: from the message to its reply."""
    with tempfile.TemporaryDirectory() as folder:
        table = voting(Path(folder))
        number = table.page("Ann")["screen"]["number"]
        message = {"do": "answer", "token": table.tokens["Ann"], "number": number, "value": ["Dan"]}
        return walked(lambda: table.box.handle(message))


def window() -> Walk:
    """The window of a ballot is over: it is closed, and the next thing begins."""
    with tempfile.TemporaryDirectory() as folder:
        table = voting(Path(folder))
        for name in NAMES:
            table.answer(name, "Dan")
        while table.round.beats:
            table.step()
        table.time.now += table.round.left
        return walked(table.box.turn)


WALKS: dict[str, Callable[[], Walk]] = {"tap": tap, "window": window}


def main() -> None:
    """Print the walks that were asked for, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.walks", description=__doc__)
    parser.add_argument("walks", nargs="*", choices=[[], *WALKS], metavar="|".join(WALKS))
    for name in parser.parse_args().walks or WALKS:
        walk = WALKS[name]()
        told = [f"{name}: {len(walk)} modules, {walk.total()} calls"]
        told += [f"{calls:7} {module}" for module, calls in walk.items()]
        sys.stdout.write("\n".join(told) + "\n")


if __name__ == "__main__":
    main()
