"""The scapegoat: dies when the village cannot agree, and has the last word about the next day's votes."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.chain import condemned
from narrator.rules.facts import Noted, VotesLost
from narrator.rules.prompts import Answer
from narrator.rules.registry import power, tie
from narrator.rules.table import Table

PERMITTED = ("scapegoat", "permitted")
"""Noted: the day on which only those vote whom a scapegoat has named."""


@tie(kills=True, says={"scapegoat.dead": ("names",)}, story={"died.scapegoat": ("names",)})
def scapegoat(table: Table, name: str, tied: list[str], voted_again: bool) -> bool:
    """A living scapegoat who is here and still has the power dies instead, tied or not (NM-24, PA-27); at a harvest
    festival the scapegoat dies for neighbours instead (VA-07)."""
    holders = table.present(table.holders("scapegoat"))
    if not holders or "harvest_festival" in table.in_force:
        return False
    condemned(table, holders[0], "scapegoat")
    return True


@power("scapegoat.silence", choose="one", says={"votes.barred": ("names",)})
def silence(table: Table, given: Mapping[str, Answer]) -> None:
    """Those named have no vote in any ballot of the next day (NM-25)."""
    for answer in given.values():
        table.record(VotesLost(answer, table.night + 1))


@power("scapegoat.permit", choose="some", says={"votes.barred": ("names",)})
def permit(table: Table, given: Mapping[str, Answer]) -> None:
    """Those not named have no vote in any ballot of the next day (PA-27)."""
    for answer in given.values():
        barred = tuple(seat for seat in table.living if seat not in answer)
        if barred:
            table.record(VotesLost(barred, table.night + 1))
        table.record(Noted(*PERMITTED, table.night + 1))


def bar_unnamed(table: Table, seat: str) -> None:
    """Somebody who was not here when a scapegoat named who may vote on a day has no vote on it, if it is still to come
    or nothing has been counted on it."""
    day, today = table.noted.get(PERMITTED, -1), table.night
    if day > today or (day == today and table.counted_in != table.phase):
        table.record(VotesLost((seat,), day, today=day == today))
