"""The woodland gathering gives a living witch one of her potions back (EV-38)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.facts import Regained
from narrator.rules.prompts import Answer
from narrator.rules.registry import pool, power
from narrator.rules.table import Table


@pool(holds="word", words=("heal", "poison"), same_for_all=True)
def potions(table: Table, asker: str) -> Sequence[str]:
    """The witch's two potions, by what they do."""
    return ("heal", "poison")


@power("witch.refill", choose="word")
def refill(table: Table, given: Mapping[str, Answer]) -> None:
    """She has the potion named once more."""
    for seat, (potion,) in given.items():
        table.record(Regained(seat, f"witch.{potion}"))
