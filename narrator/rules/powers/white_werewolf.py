"""The white werewolf: hunts with the pack, and wants to be alone (PA-50)."""

from __future__ import annotations

from narrator.rules.table import Table
from narrator.rules.wins import victory


@victory
def white_werewolf(table: Table) -> str | None:
    """The white werewolf is the only one alive."""
    alone = len(table.living) == 1 and table.side(table.living[0]) == "white-werewolf"
    return "white-werewolf" if alone else None
