"""Sisters and brothers: know each other (PA-29)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.registry import condition, telling
from narrator.rules.table import Table
from narrator.rules.tellings import tell_of_newcomers


@condition
def siblings_wake(table: Table) -> bool:
    """Is it a night in which first calls sound, or, where the option says so, night 3, 5, 7 … (PA-29)?"""
    every_other = table.options.get("siblings_wake") == "every-other-night"
    return table.night == max(1, table.renewed) or (every_other and table.night % 2 == 1)


@telling(tells={"siblings": ("what",), "no-siblings": ()}, apart=True)
def siblings(table: Table, seats: Sequence[str]) -> None:
    """Each is told who the others are, even that there are none, when one of them was not told of before."""
    for seat in seats:
        tell_of_newcomers(table, seat, "siblings", tuple(other for other in seats if other != seat))
