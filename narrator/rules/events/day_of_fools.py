"""The day of fools: until the next dawn some have each other's powers, and lovers fall out (EV-48)."""

from __future__ import annotations

from narrator.rules.facts import PowersSwapped
from narrator.rules.registry import event, moment
from narrator.rules.table import Table

CARD = "ev-day-of-fools"
PAIRS = (("witch", "seer"), ("hunter", "little-girl"), ("defender", "elder"))


@event(CARD)
def day_of_fools(table: Table) -> None:
    """The living holders of each pair of cards swap powers; what is spent belongs to the card."""
    for one, other in PAIRS:
        for seats in zip(table.holders(one)[:1], table.holders(other)[:1], strict=False):
            table.record(PowersSwapped(seats))


@moment(needs="events")
def fools_no_more(table: Table) -> None:
    """The powers go back to the cards that they belong to."""
    for one, other in {tuple(sorted((seat, other))) for seat, other in table.swapped.items()}:
        table.record(PowersSwapped((one, other)))
