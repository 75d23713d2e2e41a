"""The tough guy: is told of the bite that did not kill (CO-41)."""

from __future__ import annotations

from narrator.rules.facts import LifeLost, PhaseBegan, Told
from narrator.rules.registry import moment
from narrator.rules.table import Table


@moment(tells={"tough": ()})
def toughness(table: Table) -> None:
    """A tough guy who survived a bite tonight is told."""
    for fact in reversed(table.log):
        if isinstance(fact, PhaseBegan):
            return
        if isinstance(fact, LifeLost) and table.card[fact.seat] == "tough-guy":
            table.record(Told(fact.seat, "tough", "yes"))
