"""Burial: the cards of those whom werewolves kill are never turned up any more (EV-14)."""

from __future__ import annotations

from narrator.rules.registry import concealment
from narrator.rules.table import Table


@concealment(needs="events")
def burial(table: Table, seat: str) -> bool:
    """Was this seat killed by a werewolf since the card was drawn?"""
    return "ev-burial" in table.in_force and not {"devoured", "fright"}.isdisjoint(table.died_of[seat])
