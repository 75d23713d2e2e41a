"""The chupacabra: hunts werewolves as long as there are any, and then everybody (CO-28, CO-56, CO-59)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Attacked
from narrator.rules.prompts import Answer
from narrator.rules.registry import power, victory
from narrator.rules.table import Table


@power("chupacabra.hunt", choose="one", apart=True, brings="hunted")
def hunt(table: Table, given: Mapping[str, Answer]) -> None:
    """The seat named dies if it is a werewolf, or if no werewolf is left alive."""
    for answer in given.values():
        if answer[0] in table.wolves or not table.wolves:
            table.record(Attacked(answer[0], "hunted"))


@victory
def chupacabra(table: Table) -> str | None:
    """The chupacabra is the only one left alive."""
    return "chupacabra" if len(table.living) == 1 and table.side(table.living[0]) == "chupacabra" else None


@victory
def villagers_without_chupacabra(table: Table) -> str | None:
    """Somebody lives, but no werewolf and no chupacabra (CO-50)."""
    if table.wolves or not table.living:
        return None
    return None if any(table.card[seat] == "chupacabra" for seat in table.living) else "villagers"
