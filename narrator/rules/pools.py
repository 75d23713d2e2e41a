"""Whom or what a prompt lets choose, and who is asked. A pool answers in seat order.

Each is named in a roleset's YAML with hyphens: `other_living` is `other-living`. `asker` is the seat that chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.rules.registry import Registry
from narrator.rules.table import Table

Pool = Callable[[Table, str], Sequence[str]]

pool: Registry[Pool] = Registry("pool")

SAME_FOR_ALL = ("living", "prey", "centre", "bitten", "pack", "yes")
"""Pools whose choices do not depend on who asks."""
SAME_WITHOUT_LOVERS = ("living-but-own-lover",)
"""Pools whose choices depend on who asks only where there are lovers."""
NO_SEATS = {"centre": "card", "yes": "yes"}
"""Pools that hold no seats, and what they hold."""


@pool
def living(table: Table, asker: str) -> Sequence[str]:
    """Every living seat, one's own too."""
    return table.living


@pool
def other_living(table: Table, asker: str) -> Sequence[str]:
    """Every living seat but one's own."""
    return [seat for seat in table.living if seat != asker]


@pool
def prey(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that is no werewolf."""
    return table.prey


@pool
def pack(table: Table, asker: str) -> Sequence[str]:
    """Every living werewolf."""
    return table.wolves


@pool
def living_but_own_lover(table: Table, asker: str) -> Sequence[str]:
    """Every living seat but the one that the asker loves (MH-35)."""
    beloved = table.lover.get(asker)
    return [seat for seat in table.living if seat != beloved] if beloved else table.living


@pool
def centre(table: Table, asker: str) -> Sequence[str]:
    """The cards in the centre, each kind once."""
    return list(dict.fromkeys(table.centre))


@pool
def bitten(table: Table, asker: str) -> Sequence[str]:
    """The seats that the pack attacked tonight, the girl caught peeping included."""
    return [attack.seat for attack in table.attacks if attack.cause in ("devoured", "fright")]


@pool
def yes(table: Table, asker: str) -> Sequence[str]:
    """The one word of a question that is answered yes or passed."""
    return ("yes",)
