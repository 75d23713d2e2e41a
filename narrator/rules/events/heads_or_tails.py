"""Heads or tails: after today's verdict a coin decides whether it holds (EV-40)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Announced
from narrator.rules.registry import Places, verdict
from narrator.rules.table import Table

CARD = "ev-heads-or-tails"
FALLS: Mapping[str, Places] = {"coin.pardoned": ("names",), "coin.dead": ("names",)}


@verdict(needs="events", says=FALLS, sounds=dict.fromkeys(FALLS, ("coin", 0.9)), story=FALLS)
def heads_or_tails(table: Table, seat: str) -> None:
    """The one whom a vote has chosen is pardoned or eliminated, as the coin falls."""
    (condemned, cause) = table.dying[0]
    if CARD in table.in_force and cause in ("vote", "scapegoat"):
        fell = table.draw(("pardoned", "dead"))
        table.record(Announced(f"coin.{fell}", (condemned,)))
        if fell == "pardoned":
            table.dying.clear()
