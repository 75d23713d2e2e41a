"""The lone wolf: wins with the werewolves only as the last of them (CO-52)."""

from __future__ import annotations

from narrator.rules.registry import aim
from narrator.rules.table import Table


@aim
def last_werewolf(table: Table, seat: str) -> bool:
    """The holder must be the only werewolf alive, counting those who became one."""
    return table.wolves == (seat,)
