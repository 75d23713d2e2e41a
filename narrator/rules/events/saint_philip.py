"""Saint Philip: the sheriff is dismissed, and a new one elected (EV-43)."""

from __future__ import annotations

from narrator.rules.conditions import election_due
from narrator.rules.facts import OfficeTaken
from narrator.rules.registry import condition, event
from narrator.rules.table import Table

CARD = "ev-saint-philip"


@event(CARD)
def drawn(table: Table) -> None:
    """The office is vacant, due for an election today."""
    table.record(OfficeTaken("sheriff", None))


@condition
def sheriff_is_in_office(table: Table) -> bool:
    """Is there a sheriff?"""
    return table.office.get("sheriff") is not None


@condition
def sheriff_to_be_elected(table: Table) -> bool:
    """Is an election due anyway, or was the sheriff dismissed this morning, with no other elected yet?"""
    if CARD not in table.in_force:
        return election_due(table)
    return table.office.get("sheriff") is None and ("sheriff", "ended") not in table.noted
