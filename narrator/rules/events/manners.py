"""Good manners, eclipse, and not-me-nor-wolf: breaking the day's rule costs the vote (EV-34, EV-39, EV-46)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import EVERYBODY, Noted, VotesLost
from narrator.rules.powers.schoolmarm import voters_in_spite_of_a_ban
from narrator.rules.prompts import Answer
from narrator.rules.registry import pool, power
from narrator.rules.table import Table

REPORTED = "reported"


@pool(same_for_all=True)
def those_who_have_reported_nobody(table: Table, asker: str) -> list[str]:
    """Every living player who has reported nobody today."""
    return [seat for seat in table.living if table.noted.get((seat, REPORTED), (0, ""))[0] != table.night]


@power("village.report", choose="one", says={"village.report": (), "votes.barred-today": ("names",)})
def report(table: Table, given: Mapping[str, Answer]) -> None:
    """Where more than half of the living report the same seat, it has no vote today."""
    for seat, (named,) in given.items():
        table.record(Noted(seat, REPORTED, (table.night, named), EVERYBODY))
        agreeing = [one for one in table.living if table.noted.get((one, REPORTED)) == (table.night, named)]
        if 2 * len(agreeing) > len(table.living) and named in voters_in_spite_of_a_ban(table, ""):
            table.record(VotesLost((named,), table.night, today=True))
