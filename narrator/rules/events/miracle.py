"""Miracle: the pack's last victim had only fainted, and is back as a simple villager (EV-33)."""

from __future__ import annotations

from narrator.rules.facts import Announced, PowersLost
from narrator.rules.registry import condition, event
from narrator.rules.table import Table
from narrator.rules.village_facts import Housed, Revived


def _victim(table: Table) -> str | None:
    """The last one whom the whole pack devoured, and who died of that."""
    bitten = table.noted.get(("pack", "victim"))
    return bitten if bitten is not None and "devoured" in table.died_of.get(bitten, ())[:1] else None


@condition
def pack_has_killed(table: Table) -> bool:
    """Does somebody lie dead whom the pack has devoured last?"""
    return _victim(table) is not None


@event("ev-miracle", says={"miracle.back": ("names",)})
def miracle(table: Table) -> None:
    """The victim lives again: a plain villager without powers, and a vagabond."""
    seat = _victim(table)
    assert seat is not None
    table.record(Revived(seat, table.rules.filler))
    table.record(PowersLost((seat,)))
    if table.rules.buildings:
        table.record(Housed(seat, next(iter(table.rules.buildings))))
    table.record(Announced("miracle.back", (seat,)))
