"""The prejudiced manipulator: wins when the other half of the table is gone, and leaves (PA-54)."""

from __future__ import annotations

from narrator.rules.facts import Left
from narrator.rules.table import Table
from narrator.rules.wins import victory, won

SIDE = "prejudiced-manipulator"


@victory
def prejudiced_manipulator(table: Table) -> str | None:
    """Nobody of the manipulator's other group lives. The manipulator leaves, and who has won is judged anew for the
    rest; where there is no rest, the game is the manipulator's."""
    if SIDE not in table.dealt:
        return None
    for seat in table.living:
        if table.side(seat) == SIDE and all(table.group[other] == table.group[seat] for other in table.living):
            if len(table.living) == 1:
                return SIDE
            table.record(Left(seat, SIDE))
            return won(table)
    return None
