"""The prejudiced manipulator: wins when the other half of the table is gone, and leaves (PA-54)."""

from __future__ import annotations

from narrator.rules.registry import victory
from narrator.rules.table import Table
from narrator.rules.wins import LEAVES

SIDE = "prejudiced-manipulator"


@victory
def prejudiced_manipulator(table: Table) -> str | None:
    """Nobody of the manipulator's other group lives."""
    return SIDE if SIDE in table.dealt and _winning(table) else None


def _winning(table: Table) -> list[str]:
    groups = {table.group[seat] for seat in table.living}
    return [seat for seat in table.living if len(groups) == 1 and table.side(seat) == SIDE]


LEAVES[SIDE] = lambda table: _winning(table)[0]
