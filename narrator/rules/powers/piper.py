"""The piper: charms the village, and wins when all are charmed (NM-14, PA-53)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Told
from narrator.rules.pools import other_living
from narrator.rules.registry import pool, telling, victory
from narrator.rules.table import Table


@pool
def uncharmed_others(table: Table, asker: str) -> Sequence[str]:
    """Every other living seat that is not charmed yet."""
    return [seat for seat in other_living(table, asker) if seat not in table.marks.get("charmed", ())]


@telling(tells={"charmed": ("what",)})
def charmed(table: Table, seats: Sequence[str]) -> None:
    """Every living charmed seat is told who is charmed, its own seat included (NM-14)."""
    charmed = tuple(seat for seat in table.living if seat in table.marks.get("charmed", ()))
    for seat in charmed:
        table.record(Told(seat, "charmed", charmed))


@victory
def piper(table: Table) -> str | None:
    """The piper lives and all others alive are charmed (NM-16); a piper in love with another side wins only so."""
    if "piper" not in table.dealt:
        return None
    for seat in table.living:
        if table.card[seat] == "piper" and table.side(seat) == "piper" and not uncharmed_others(table, seat):
            return "piper"
    return None


@telling(tells={"charmed": ("what",)})
def charmed_already(table: Table, seats: Sequence[str]) -> None:
    """Those called for the first time are told who is charmed already (PA-44)."""
    charmed = tuple(seat for seat in table.living if seat in table.marks.get("charmed", ()))
    for seat in seats:
        if charmed and table.fresh.get(seat) == table.night:
            table.record(Told(seat, "charmed", charmed))
