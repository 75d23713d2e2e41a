"""The bonesetter: gives somebody the spent power of their building back (BD-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.prompts import Answer
from narrator.rules.registry import pool, power
from narrator.rules.table import Table
from narrator.rules.village_facts import PowerMended


@pool(same_for_all=True)
def spent_buildings(table: Table, asker: str) -> Sequence[str]:
    """Every living seat whose building has a unique power, and has spent it."""
    return [seat for seat in table.living if seat in table.spent and table.rules.buildings[table.house[seat]].unique]


@power("bonesetter.mend", choose="one")
def mend(table: Table, given: Mapping[str, Answer]) -> None:
    """The power of the building named is whole again."""
    for (seat,) in given.values():
        table.record(PowerMended(seat, table.house[seat]))
