"""The spellcaster: takes a voice for a day (CO-33)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Announced, Told
from narrator.rules.prompts import Answer
from narrator.rules.registry import moment, power
from narrator.rules.table import Table

SILENCE = "spellcaster.silence"


@power(SILENCE, choose="one", apart=True, tells={"silenced": ()})
def silence(table: Table, given: Mapping[str, Answer]) -> None:
    """The seat named is told at once."""
    for answer in given.values():
        table.record(Told(answer[0], "silenced", "yes"))


@moment(says={"silenced.name": ("names",)})
def silenced(table: Table) -> None:
    """The seat silenced tonight is named, if alive."""
    last = table.last_choice.items()
    chosen = [choice for (_, prompt), (night, choice) in last if (prompt, night) == (SILENCE, table.night)]
    for seat in table.in_seat_order(chosen):
        if seat in table.living:
            table.record(Announced("silenced.name", (seat,)))
