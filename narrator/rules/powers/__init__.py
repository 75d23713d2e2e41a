"""What only one card does: a named function a power, called from the card's YAML as `power: witch.heal`.

One module a character. A power is handed the table and the answers by seat, `PASS` where a seat declined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from narrator.rules.prompts import Answer
from narrator.rules.registry import Registry
from narrator.rules.table import Table

Power = Callable[[Table, Mapping[str, Answer]], None]

power: Registry[Power] = Registry("power")

CHOOSE = {
    "angel.in-love": "two",
    "cursed-wolf-father.infect": "yes",
    "defender.protect": "card",
    "scapegoat.silence": "one",
    "little-girl.caught": "one",
    "thief.swap": "card",
    "werewolf.switch": "two",
    "wild-child.model": "one",
    "witch.heal": "this",
    "wolf-hound.choose": "word",
}
"""What must be chosen under `choose:` where a power is used."""

CAUSE = {"little-girl.caught": "fright"}
"""The cause of death by night that a power brings."""

from narrator.rules.powers import (  # noqa: E402, F401
    angel,
    big_bad_wolf,
    cursed_wolf_father,
    defender,
    little_girl,
    prejudiced_manipulator,
    scapegoat,
    thief,
    village_idiot,
    werewolf,
    white_werewolf,
    wild_child,
    witch,
    wolf_hound,
)
