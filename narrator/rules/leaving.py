"""Who goes home in the middle of a game? It is an elimination like any other, but nobody is there to say anything.

The host decides it, by day, while nothing is half answered and nobody votes for a draw (G-35). What was open is put
again afterwards.
"""

from __future__ import annotations

from typing import Any

from narrator.rules.any_time import interrupt
from narrator.rules.facts import LEFT
from narrator.rules.prompts import IllegalAnswer
from narrator.rules.table import Table

LEAVES = "table.leaves"
"""By what id a scenario lets somebody leave."""


def leave(table: Table, seat: Any) -> None:
    """This seat leaves the game; raises `IllegalAnswer` where nobody alive has it, or this is not the time for it."""
    if table.winner is not None:
        raise IllegalAnswer("over")
    half_answered = bool(table.fingers) or any(table.answers[asked.id] for asked in table.prompts if not asked.aside)
    drawing = any(asked.id == "village.draw" for asked in table.prompts)
    if not table.phase.startswith("day") or table.restless or half_answered or drawing:
        raise IllegalAnswer("not-now", "leave-by-day")
    if seat not in table.seats:
        raise IllegalAnswer("not-a-choice", "leave-one", seat=seat, seats=table.seats)
    if seat not in table.living:
        raise IllegalAnswer("not-a-choice", "leave-alive", seat=seat, choices=table.living)
    table.dying.append((seat, LEFT))
    interrupt(table, "chain")
