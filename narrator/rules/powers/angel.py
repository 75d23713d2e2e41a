"""The angel: wins by an early death, and is a villager afterwards (PA-51)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.agenda import step
from narrator.rules.days import moment
from narrator.rules.facts import AimEnded, Announced
from narrator.rules.powers import power
from narrator.rules.prompts import Answer
from narrator.rules.table import Table
from narrator.rules.wins import judge, victory


@victory
def angel(table: Table) -> str | None:
    """An angel has been eliminated in time: before the first night, in it, or at the first dawn."""
    if table.sides.get("angel") == "angel" and "angel" in table.dealt:
        for seat in table.died_of:
            if table.side(seat) == "angel" and seat not in table.sworn:
                return "angel"
    return None


@power.named("angel.in-love")
def in_love(table: Table, given: Mapping[str, Answer]) -> None:
    """An angel who is made to love somebody is a simple villager from then on."""
    if any(table.card[seat] == "angel" for answer in given.values() for seat in answer):
        table.record(AimEnded("angel"))


@step
@moment
def angel_reminder(table: Table) -> None:
    """Everybody is told that there is an angel in the village who wants to die."""
    table.record(Announced("angel.reminder"))


@step
@moment
def angel_stays(table: Table) -> None:
    """After the first dawn the angel is a simple villager."""
    if table.night == 1 and "angel" in table.dealt:
        table.record(AimEnded("angel"))
        judge(table)
