"""The wolf-hound: chooses on the first night what it is (PA-48)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.facts import Turned
from narrator.rules.prompts import Answer
from narrator.rules.registry import pool, power
from narrator.rules.table import Table


@power("wolf-hound.choose", choose="word")
def choose(table: Table, given: Mapping[str, Answer]) -> None:
    """A wolf-hound that chooses `werewolf` is one from now on."""
    for seat, answer in given.items():
        if answer == ("werewolf",):
            table.record(Turned(seat))


@pool(holds="word", same_for_all=True, words=("villager", "werewolf"))
def natures(table: Table, asker: str) -> Sequence[str]:
    """What a wolf-hound can be: a `villager` or a `werewolf`."""
    return ("villager", "werewolf")
