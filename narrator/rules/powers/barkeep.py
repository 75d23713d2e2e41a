"""The barkeep: votes first, and cannot be chosen in the vote until an accomplice of a verdict (BD-16)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Counted
from narrator.rules.registry import pool, verdict
from narrator.rules.table import Table
from narrator.rules.village_facts import Housed, PowerSpent


@pool(same_for_all=True)
def barkeeps(table: Table, asker: str) -> Sequence[str]:
    """Every living barkeep whose power is whole."""
    return table.occupants("barkeep")


@verdict(needs="buildings")
def barkeep_is_complicit(table: Table, seat: str) -> None:
    """Whoever was a barkeep when the votes were counted, and voted for the one chosen, loses what kept them safe."""
    barkeeps = list(table.occupants("barkeep")) if table.dying[0][1] == "vote" else []
    for fact in reversed(table.log) if barkeeps else ():
        if isinstance(fact, Housed) and fact.seat in barkeeps:
            barkeeps.remove(fact.seat)
        elif isinstance(fact, Counted):
            for barkeep in [barkeep for barkeep in barkeeps if (barkeep, seat) in fact.votes]:
                table.record(PowerSpent(barkeep, "barkeep"))
            return
