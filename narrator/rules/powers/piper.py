"""The piper: charms the village, and wins when all are charmed (NM-14, PA-53)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Told
from narrator.rules.registry import pool, telling, victory
from narrator.rules.table import Table


@pool
def uncharmed_others(table: Table, asker: str) -> Sequence[str]:
    """Every other living seat that is not charmed yet."""
    charmed = table.marks.get("charmed", ())
    return [seat for seat in table.living if seat != asker and seat not in charmed]


@telling(tells={"charmed": ("what",)})
def charmed(table: Table, seats: Sequence[str]) -> None:
    """Every living charmed seat is told who is charmed, its own seat included (NM-14)."""
    marked = table.marks.get("charmed", ())
    charmed = tuple([seat for seat in table.living if seat in marked])
    for seat in charmed:
        table.record(Told(seat, "charmed", charmed))


@victory
def piper(table: Table) -> str | None:
    """The piper lives and all others alive are charmed (NM-16); a piper in love with another side wins only so."""
    if "piper" not in table.dealt:
        return None
    charmed = table.marks.get("charmed", ())
    for seat in [seat for seat in table.living if table.card[seat] == "piper" and table.side(seat) == "piper"]:
        if all(other == seat or other in charmed for other in table.living):
            return "piper"
    return None


@telling(tells={"charmed": ("what",)})
def charmed_already(table: Table, seats: Sequence[str]) -> None:
    """Those called for the first time are told who is charmed already (PA-44)."""
    marked = table.marks.get("charmed", ())
    charmed = tuple([seat for seat in table.living if seat in marked])
    for seat in seats:
        if charmed and table.fresh.get(seat) == table.night:
            table.record(Told(seat, "charmed", charmed))
