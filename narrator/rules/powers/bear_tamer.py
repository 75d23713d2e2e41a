"""The bear tamer: the bear growls when a werewolf sits near (PA-32)."""

from __future__ import annotations

from narrator.rules.appearance import looks_like_a_werewolf
from narrator.rules.facts import Announced
from narrator.rules.registry import moment
from narrator.rules.table import Table


@moment(says={"bear.growl": ()}, sounds={"bear.growl": ("bear-growl", 1.8)})
def bear_growls(table: Table) -> None:
    """The bear growls if its tamer or one of the tamer's living neighbours is a werewolf."""
    near = [seat for tamer in table.holders("bear-tamer") for seat in (tamer, *table.neighbours(tamer))]
    if any(looks_like_a_werewolf(table, seat) for seat in near):
        table.record(Announced("bear.growl"))
