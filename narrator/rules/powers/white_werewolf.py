"""The white werewolf: hunts with the pack, and wants to be alone (PA-50)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Attacked
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, effect, pool, victory
from narrator.rules.table import Table


@victory
def white_werewolf(table: Table) -> str | None:
    """The white werewolf is the only one alive."""
    alone = len(table.living) == 1 and table.side(table.living[0]) == "white-werewolf"
    return "white-werewolf" if alone else None


@condition
def even_night(table: Table) -> bool:
    """Is it night 2, 4, 6 …, or by day, does such a night come next?"""
    return (table.night + table.phase.startswith("day")) % 2 == 0


@pool
def other_pack(table: Table, asker: str) -> Sequence[str]:
    """Every other living werewolf."""
    return [seat for seat in table.wolves if seat != asker]


@effect(takes="cause", kills=True)
def doom(table: Table, asker: str, chosen: Answer, cause: str) -> None:
    """Kill the chosen at dawn by this cause; nothing averts it."""
    for seat in chosen:
        table.record(Attacked(seat, cause, certain=True))
