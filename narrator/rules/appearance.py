"""What does somebody see who looks at a seat in secret? Seers, foxes and the like ask here, not at the truth.

A card may be `seen_as` another one. Whoever has become a werewolf since the deal looks like one, whatever the card.
"""

from __future__ import annotations

from narrator.rules.table import Table
from narrator.rules.variant_facts import SECOND

SEEMING = ("everybody", "seeming")
"""Noted of the night: who counts as a werewolf in it for anybody who looks, whatever they are."""
ENVISIONED = "envisioned"
"""Noted of somebody who looked at a card and was shown several: the one that was looked at."""
UNSURE = "unsure"
"""Noted of a seat: what showed it to be a werewolf may only have taken it for one."""


def looks_like(table: Table, seat: str) -> str:
    """The card that this seat seems to hold, dead or alive."""
    return table.rules.cards[table.card[seat]].seen_as


def looks_like_a_werewolf(table: Table, seat: str) -> bool:
    """Does this seat seem to be a werewolf, dead or alive?"""
    if table.rules.cards[looks_like(table, seat)].werewolf or seat in table.marks.get("turned", ()):
        return True
    return seat in table.noted.get(SEEMING, ())


def cards_seen(table: Table, seat: str) -> str | tuple[str, ...]:
    """What a look at this seat shows: its card, or both where it holds two of them face down (VA-06)."""
    card = looks_like(table, seat)
    return (card, table.part[seat]) if table.noted.get((seat, SECOND)) == "secret" and seat in table.part else card
