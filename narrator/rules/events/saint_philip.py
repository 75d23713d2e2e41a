"""Saint Philip: the sheriff is dismissed, and a new one elected (EV-43)."""

from __future__ import annotations

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
def sheriff_dismissed_today(table: Table) -> bool:
    """Was the sheriff dismissed this morning, with no other elected yet?"""
    return CARD in table.in_force and table.office.get("sheriff") is None
