"""Dracula: wants three brides to live through a day and a night (CO-53)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.pools import other_living
from narrator.rules.registry import pool, victory
from narrator.rules.table import Table

ENOUGH = 3


@victory
def dracula(table: Table) -> str | None:
    """At dawn Dracula lives, and so do three whom Dracula had married before the last day began."""
    if table.phase.startswith("dawn"):
        for seat in table.holders("dracula"):
            if table.side(seat) == "dracula":
                wed = [table.marked.get((seat, bride, "bride"), table.night) for bride in table.living]
                if sum(night < table.night for night in wed) >= ENOUGH:
                    return "dracula"
    return None


@pool
def unwed_others(table: Table, asker: str) -> Sequence[str]:
    """Every other living seat that the asker has not married yet."""
    return [seat for seat in other_living(table, asker) if (asker, seat, "bride") not in table.marked]
