"""Which modules does one press of a seat's button enter, and how often? `python -m tests.walk_press`

Eight play by buttons, at night; the seer has counted to a seat, and now confirms with a long press. Counted is what the
panel does, from the closing of the contact until the box takes the message, and from the box's reply to the last change
of a light. What the box itself does with the message is another walk.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from narrator.game.game import Game
from tests.labs.buttonlab import NAMES, ButtonTable, taps

CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"}
OURS = ("narrator.", "hardware.")
AFTER = 2.0
"""Seconds after which the press changes no light any more."""

Walk = Counter[str]
"""How many calls were made in each module, in the order in which they were entered."""


def walked(walk: Walk, function: Callable[..., Any], *given: Any) -> Any:
    """Call a function, and count in `walk` what it enters."""

    def note(frame: FrameType, what: str, _: Any) -> None:
        module = frame.f_globals["__name__"]
        if what == "call" and module.startswith(OURS):
            walk[module] += 1

    sys.setprofile(note)
    try:
        return function(*given)
    finally:
        sys.setprofile(None)


def press() -> Walk:
    """The walk of one press that answers a question of the night."""
    walk: Walk = Counter()
    with tempfile.TemporaryDirectory() as folder:
        table = ButtonTable(Path(folder))
        table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=1))
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


def main() -> None:
    """Print the walk."""
    walk = press()
    for module, calls in walk.items():
        print(f"{calls:6} {module}")
    print(f"{walk.total():6} calls in {len(walk)} modules")


if __name__ == "__main__":
    main()
