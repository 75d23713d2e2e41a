"""The barber: kills somebody by day, and dies with them if that was no werewolf (BD-15)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, power
from narrator.rules.table import Table


@condition
def before_the_vote(table: Table) -> bool:
    """Has no vote that might cost a life been counted yet today?"""
    return table.counted_in != table.phase


@power(
    "barber.shave",
    choose="one",
    says={"razor.dead": ("names",), "recoil.dead": ("names",)},
    story={"died.razor": ("names",), "died.recoil": ("names",)},
)
def shave(table: Table, given: Mapping[str, Answer]) -> None:
    """The seat named dies, and at the same moment the barber that erred."""
    for barber, (seat,) in given.items():
        table.dying.append((seat, "razor"))
        if seat not in table.wolves:
            table.dying.append((barber, "recoil"))
    table.plan("chain")
