"""The insomniac: learns who was awake (CO-34)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Called, PhaseBegan, Told, Turned
from narrator.rules.prompts import Answer
from narrator.rules.registry import power
from narrator.rules.table import Table


@power("insomniac.ask", choose="one", tells={"awake-yes": ("whom",), "awake-no": ("whom",)})
def ask(table: Table, given: Mapping[str, Answer]) -> None:
    """The insomniac is told whether the seat named had to wake to a call of this night."""
    for seat, answer in given.items():
        awake = "yes" if _was_called(table, answer[0]) else "no"
        table.record(Told(seat, "sees", awake, words="awake", whom=answer[0]))


def _was_called(table: Table, seat: str) -> bool:
    """Has a card whose powers this seat had by then been called tonight, or its pack, its lover or the charmed?

    A seat turned tonight may lose its card's powers by that, and then sleeps through the calls that follow.
    """
    awake = {"werewolf": seat in table.wolves, **dict.fromkeys(table.powers(seat), True)}
    awake["lovers"], awake["charmed"] = seat in table.lover, seat in table.marks.get("charmed", ())
    for fact in reversed(table.log):
        if isinstance(fact, PhaseBegan):
            break
        if isinstance(fact, Called) and awake.get(fact.call):
            return True
        if fact == Turned(seat):
            awake["werewolf"], awake[table.card[seat]] = False, True
    return False
