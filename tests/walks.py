"""Which modules does one event enter, and how often? `python -m tests.walks`, or only `tap`, `window` or `press`.

A walk is what a reader has to follow. It is counted in the real box with a table of eight: every module of the project
that is entered, in the order in which it is first, and how many calls are made in it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from narrator.game.game import Game
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES, ButtonTable, taps

CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"}
OURS = ("narrator.", "web.", "hardware.")
AFTER = 2.0
"""Seconds after which a press changes no light any more."""

Walk = Counter[str]
"""How many calls were made in each module, in the order in which they were entered."""


def walked(walk: Walk, event: Callable[..., Any], *given: Any) -> Any:
    """Let an event happen, and count in `walk` what it enters."""

    def note(frame: FrameType, what: str, _: Any) -> None:
        module = frame.f_globals["__name__"]
        if what == "call" and module.startswith(OURS):
            walk[module] += 1

    sys.setprofile(note)
    try:
        return event(*given)
    finally:
        sys.setprofile(None)


def dealt(table: Table) -> None:
    """The same game for every walk."""
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=1))


def voting(folder: Path) -> Table:
    """A table of eight at which the first vote of the village is open."""
    table = Table(folder, NAMES)
    dealt(table)
    table.until("village.vote")
    return table


def tap() -> Walk:
    """One player answers in an open ballot: from the message to its reply."""
    walk: Walk = Counter()
    with tempfile.TemporaryDirectory() as folder:
        table = voting(Path(folder))
        number = table.page("Ann")["screen"]["number"]
        message = {"do": "answer", "token": table.tokens["Ann"], "number": number, "value": ["Dan"]}
        walked(walk, table.box.handle, message)
    return walk


def window() -> Walk:
    """The window of a ballot is over: it is closed, and the next thing begins."""
    walk: Walk = Counter()
    with tempfile.TemporaryDirectory() as folder:
        table = voting(Path(folder))
        for name in NAMES:
            table.answer(name, "Dan")
        while table.round.beats:
            table.step()
        table.time.now += table.round.left
        walked(walk, table.box.turn)
    return walk


def press() -> Walk:
    """The seer, who plays with a button, has counted to a seat at night and confirms with a long press.

    Counted is what the panel does, until the box takes the message and from its reply to the last change of a light;
    what the box does with the message is like a tap.
    """
    walk: Walk = Counter()
    with tempfile.TemporaryDirectory() as folder:
        table = ButtonTable(Path(folder))
        dealt(table)
        table.until("seer.look")
        table.hands({"Cid": taps(3)})
        table.pass_time(table.time.now + 0.2)
        assert table.page("Cid")["screen"]["chosen"] is None
        table.finger = partial(walked, walk, table.finger)  # type: ignore[method-assign]
        table.panel.turn = partial(walked, walk, table.panel.turn)  # type: ignore[method-assign]
        table.hands({"Cid": taps(0, then=0.8)})
        table.pass_time(table.time.now + AFTER)
        assert table.page("Cid")["screen"]["chosen"] == ["Fay"]
    return walk


WALKS: dict[str, Callable[[], Walk]] = {"tap": tap, "window": window, "press": press}


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
