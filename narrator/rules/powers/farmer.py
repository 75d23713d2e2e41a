"""The farmers: elect the sheriff from among themselves (BD-10)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.powers.sheriff import heirs
from narrator.rules.registry import condition, pool
from narrator.rules.table import Table


@pool(same_for_all=True)
def farmers(table: Table, asker: str) -> Sequence[str]:
    """Every living farmer that may hold an office."""
    without = table.voteless.get(None, ())
    return [seat for seat in table.living if table.house.get(seat) == "farmer" and seat not in without]


@pool
def heirs_or_farmers(table: Table, asker: str) -> Sequence[str]:
    """Those who may inherit the sheriff's office: every eligible other; in a village of farmers only these."""
    others = heirs(table, asker)
    if "farmer" not in table.settled:
        return others
    left = farmers(table, "")
    return [seat for seat in others if seat in left]


@condition
def no_farmer_settled(table: Table) -> bool:
    """Has this village had no farmer, so that all elect the sheriff?"""
    return "farmer" not in table.settled


@condition
def farmers_elect(table: Table) -> bool:
    """Is it day 2 or later, with no sheriff in office, and farmers to elect one?"""
    vacant = table.office.get("sheriff") is None and ("sheriff", "ended") not in table.noted
    return vacant and table.night > 1 and bool(farmers(table, ""))
