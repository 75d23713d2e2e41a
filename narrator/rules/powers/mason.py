"""The masons: know each other (CO-13)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Told
from narrator.rules.registry import telling
from narrator.rules.table import Table


@telling(tells={"masons": ("what",), "no-masons": ()})
def masons(table: Table, seats: Sequence[str]) -> None:
    """Each of those called is told who the others are."""
    for seat in seats:
        table.record(Told(seat, "masons", tuple(other for other in seats if other != seat)))
