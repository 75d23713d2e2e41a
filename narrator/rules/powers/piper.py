"""The piper: knows at the first call whom an earlier one has charmed (PA-44)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Told
from narrator.rules.table import Table
from narrator.rules.tellings import telling


@telling
def charmed_already(table: Table, seats: Sequence[str]) -> None:
    """Whoever is called for the first time is told who is charmed already (PA-44)."""
    charmed = tuple(seat for seat in table.living if seat in table.marks.get("charmed", ()))
    for seat in seats:
        if charmed and table.fresh.get(seat) == table.night:
            table.record(Told(seat, "charmed", charmed))
