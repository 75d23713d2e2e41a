"""The prejudiced manipulator: wins when the other half of the table is gone, and leaves (PA-54)."""

from __future__ import annotations

from narrator.rules.registry import victory
from narrator.rules.table import Table

SIDE = "prejudiced-manipulator"


def _winning(table: Table) -> list[str]:
    groups = {table.noted[seat, "group"] for seat in table.living if (seat, "group") in table.noted}
    return [
        seat
        for seat in table.living
        if len(groups) == 1 and (seat, "group") in table.noted and table.side(seat) == SIDE
    ]


@victory(leaves=lambda table: _winning(table)[0], says={"group.formed": ("group", "names")})
def prejudiced_manipulator(table: Table) -> str | None:
    """Nobody of the manipulator's other group lives."""
    return SIDE if SIDE in table.dealt and _winning(table) else None
