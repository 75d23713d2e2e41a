"""The village idiot: voted out once, found out, and left alive without a vote (NM-20, PA-28)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.days import end_day
from narrator.rules.facts import Announced, CardTurned, OfficeTaken, PowersLost, VotesLost
from narrator.rules.registry import verdict, wave_effect
from narrator.rules.table import Table


@verdict(says={"idiot.revealed": ("names",), "{office}.ended": ()})
def village_idiot(table: Table, seat: str) -> None:
    """The first time, the card is turned up and nobody dies; vote and office are lost for the rest of the game,
    the office itself with them where its vote counts twice."""
    by_vote = table.dying == [(seat, "vote")]
    if not by_vote or seat not in table.holders("village-idiot") or seat in table.voteless.get(None, ()):
        return
    table.dying.clear()
    table.record(Announced("idiot.revealed", (seat,)))
    table.record(CardTurned(seat, table.card[seat], alive=True))
    table.record(VotesLost((seat,)))
    voting = [office for ballot in table.rules.ballots.values() for office in ballot.weighs]
    for office, holder in list(table.office.items()):
        if holder == seat:
            table.record(OfficeTaken(office, None, ended=office in voting))
    end_day(table)


@wave_effect("brave-idiot", says={"despair.dead": ("names",)}, story={"died.despair": ("names",)})
def brave(table: Table, wave: Sequence[str]) -> None:
    """An idiot found out before does not outlive the despair (PA-26)."""
    if table.despair is not None:
        revealed = table.voteless.get(None, ())
        lost = {seat for fact in table.log if isinstance(fact, PowersLost) and fact.despair for seat in fact.seats}
        idiots = [seat for seat in table.living if table.card[seat] == "village-idiot"]
        table.dying.extend((seat, "despair") for seat in idiots if seat in revealed and seat in lost)
