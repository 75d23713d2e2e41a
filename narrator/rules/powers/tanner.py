"""The tanner: wants to die, but not too early (CO-55)."""

from __future__ import annotations

from narrator.rules.facts import LEFT
from narrator.rules.registry import aim, victory
from narrator.rules.table import Table

EARLIEST = 4


@aim
def dead_from_day_4(table: Table, seat: str) -> bool:
    """The holder must have died on day 4 or later."""
    name, _, number = table.died_in.get(seat, "day 0").partition(" ")
    return int(number) > EARLIEST or (int(number) == EARLIEST and name == "day")


@victory
def tanner(table: Table) -> str | None:
    """The tanner died on day 4 or later."""
    for seat, causes in table.died_of.items():
        aims = LEFT not in causes and dead_from_day_4(table, seat)
        if aims and table.card[seat] == "tanner" and table.side(seat) == "tanner":
            return "tanner"
    return None
