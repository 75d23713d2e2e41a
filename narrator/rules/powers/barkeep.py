"""The barkeep: votes first, and cannot be chosen in the vote until an accomplice of a verdict (BD-16)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Counted
from narrator.rules.registry import pool, verdict
from narrator.rules.table import Table
from narrator.rules.village_facts import PowerSpent


@pool(same_for_all=True)
def barkeeps(table: Table, asker: str) -> Sequence[str]:
    """Every living barkeep whose power is whole."""
    return table.occupants("barkeep")


@verdict(needs="buildings")
def barkeep_is_complicit(table: Table, seat: str) -> None:
    """A barkeep whose vote was for the one chosen loses what kept it safe."""
    barkeeps = table.occupants("barkeep")
    if not barkeeps or table.dying[0][1] != "vote":
        return
    counted = next((fact for fact in reversed(table.log) if isinstance(fact, Counted)), None)
    for barkeep in barkeeps:
        if counted is not None and (barkeep, seat) in counted.votes:
            table.record(PowerSpent(barkeep, "barkeep"))
