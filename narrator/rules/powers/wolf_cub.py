"""The wolf cub: in the night after its death the pack devours two (CO-42)."""

from __future__ import annotations

from narrator.rules.conditions import condition
from narrator.rules.table import Table


@condition
def wolf_cub_died(table: Table) -> bool:
    """Did a wolf cub die since the last night fell?"""
    since = (f"dawn {table.night - 1}", f"day {table.night - 1}")
    return any(table.card[seat] == "wolf-cub" for seat, phase in table.died_in.items() if phase in since)
