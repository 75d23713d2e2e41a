"""The insomniac: learns who was awake (CO-34)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Called, PhaseBegan, Told, Turned
from narrator.rules.powers import power
from narrator.rules.prompts import Answer
from narrator.rules.table import Table


@power.named("insomniac.ask")
def ask(table: Table, given: Mapping[str, Answer]) -> None:
    """The insomniac is told whether the seat named had to wake to a call of this night."""
    for seat, answer in given.items():
        table.record(Told(seat, "sees", "yes" if _was_called(table, answer[0]) else "no"))


def _was_called(table: Table, seat: str) -> bool:
    """Was this seat's card called tonight, or the lovers and it is one, or the pack and it belonged to it then?"""
    in_pack, called = seat in table.wolves, []
    for fact in reversed(table.log):
        if isinstance(fact, PhaseBegan):
            break
        if isinstance(fact, Called):
            called.append(fact.call)
        elif fact == Turned(seat):
            in_pack = False
    charmed = seat in table.marks.get("charmed", ())
    own = dict.fromkeys(table.powers(seat), True)
    reached = {**own, "lovers": seat in table.lover, "werewolf": in_pack, "charmed": charmed}
    return any(reached.get(call) for call in called)
