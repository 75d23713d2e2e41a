"""The schoolmarm: keeps up to two from voting today, and has no vote (BD-13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.ballots import decided_by_event, entitled
from narrator.rules.events.flood import no_vote
from narrator.rules.facts import Noted, VotesLost
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, pool, power
from narrator.rules.table import Table


@power(
    "schoolmarm.forbid",
    choose="up_to_two",
    says={"votes.barred-today": ("names",)},
    story={"barred-today": ("names",)},
)
def forbid(table: Table, given: Mapping[str, Answer]) -> None:
    """Those named have no vote in any ballot of this day."""
    for answer in given.values():
        table.record(VotesLost(answer, table.night, today=True))
        table.record(Noted("schoolmarm", "forbidden", (table.night, answer)))


@condition
def village_votes_today(table: Table) -> bool:
    """Does anybody vote today? No schoolmarm does in the village's vote."""
    vote = table.rules.ballots["village.vote"]
    instead = decided_by_event(table, vote)
    return instead is not no_vote and bool(table.voters() if instead else entitled(table, vote))


@pool(same_for_all=True)
def all_but_schoolmarms(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that lives in no school, or in one whose power is spent."""
    schoolmarms = table.occupants("schoolmarm")
    return [seat for seat in table.living if seat not in schoolmarms]


@pool(same_for_all=True, oneself=True)
def voters_in_spite_of_a_ban(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that has a vote today where a schoolmarm's ban does not hold: anywhere but in the village's
    vote itself (EV-63)."""
    night, forbidden = table.noted.get(("schoolmarm", "forbidden"), (0, ()))
    barred = [*table.away, *table.voteless.get(None, ()), *table.voteless.get(table.night, ())]
    if night == table.night:
        for seat in forbidden:
            barred.remove(seat)
    return [seat for seat in table.living if seat not in barred]
