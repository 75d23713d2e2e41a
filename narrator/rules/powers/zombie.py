"""The zombie: wants more infected than healthy (CO-54)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.pools import other_living
from narrator.rules.registry import pool, victory
from narrator.rules.table import Table


@victory
def zombie(table: Table) -> str | None:
    """It is day, a zombie lives, and of all others alive more are infected than healthy."""
    zombies = table.holders("zombie")
    if not table.phase.startswith("night") and any(table.side(seat) == "zombie" for seat in zombies):
        others = [seat for seat in table.living if seat not in zombies]
        infected = table.marks.get("infected", ())
        if 2 * sum(seat in infected for seat in others) > len(others):
            return "zombie"
    return None


@pool(apart=True)
def uninfected_others(table: Table, asker: str) -> Sequence[str]:
    """Every other living seat that is not infected yet."""
    return [seat for seat in other_living(table, asker) if seat not in table.marks.get("infected", ())]
