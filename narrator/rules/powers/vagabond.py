"""The vagabonds: live in no building, and many powers of the village do not reach them (BD-20)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.registry import pool
from narrator.rules.table import Table


@pool(same_for_all=True, oneself=True)
def householders(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that lives in a building."""
    return [seat for seat in table.living if table.house.get(seat, "vagabond") != "vagabond"]


@pool
def other_householders(table: Table, asker: str) -> Sequence[str]:
    """Every other living seat that lives in a building."""
    return [seat for seat in householders(table, asker) if seat != asker]


@pool(same_for_all=True)
def vagabonds(table: Table, asker: str) -> Sequence[str]:
    """Every living seat without a building."""
    return [seat for seat in table.living if table.house.get(seat) == "vagabond"]
