"""The minion: knows the werewolves, who do not know it (CO-14)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Told
from narrator.rules.registry import telling
from narrator.rules.table import Table


@telling(tells={"pack": ("what",)})
def masters(table: Table, seats: Sequence[str]) -> None:
    """Those called are told who the werewolves are, once."""
    for seat in seats:
        if (seat, "pack") not in table.told:
            table.record(Told(seat, "pack", table.wolves))
