"""The angel: wins by an early death, and is a villager afterwards (PA-51)."""

from __future__ import annotations

from narrator.rules.facts import LEFT, AimEnded, Announced, Counted, Died
from narrator.rules.registry import moment, victory
from narrator.rules.table import Table
from narrator.rules.wins import judge


@victory
def angel(table: Table) -> str | None:
    """An angel has been eliminated in time: before the first night, in it, or at the first dawn."""
    if table.sides.get("angel") == "angel" and "angel" in table.dealt:
        for seat in table.died_of:
            aims = (seat, "served") not in table.noted and LEFT not in table.died_of[seat]
            if aims and table.side(seat) == "angel" and not _died_before_the_vote(table, seat):
                return "angel"
    return None


def _died_before_the_vote(table: Table, seat: str) -> bool:
    """Was it something else than the vote of day 0 that killed this seat on that day, a razor for example?"""
    if table.died_in[seat] != "day 0":
        return False
    for fact in table.log:
        if isinstance(fact, Counted) and table.rules.ballots[fact.ballot].condemns:
            return False
        if isinstance(fact, Died) and fact.seat == seat:
            return True
    return False


def give_up_for_love(table: Table) -> None:
    """An angel in love is a simple villager."""
    if any(table.card[seat] == "angel" for seat in table.lover):
        table.record(AimEnded("angel"))


@moment(says={"angel.reminder": ()})
def angel_reminder(table: Table) -> None:
    """Everybody is told that there is an angel in the village who wants to die."""
    table.record(Announced("angel.reminder"))


@moment
def angel_stays(table: Table) -> None:
    """After the first dawn the angel is a simple villager, and so is one who comes from another village later."""
    if table.night == 1 and ("angel" in table.dealt or ("hamlets", "villages") in table.noted):
        table.record(AimEnded("angel"))
        judge(table)
