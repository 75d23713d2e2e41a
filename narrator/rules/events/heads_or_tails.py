"""Heads or tails: after today's verdict a coin decides whether it holds (EV-40)."""

from __future__ import annotations

from narrator.rules.facts import Announced
from narrator.rules.registry import verdict
from narrator.rules.table import Table

CARD = "ev-heads-or-tails"


@verdict(needs="events", says={"coin.pardoned": (), "coin.dead": ()}, story={"coin.pardoned": (), "coin.dead": ()})
def heads_or_tails(table: Table, seat: str) -> None:
    """The one whom a vote has chosen is pardoned or eliminated, as the coin falls."""
    if CARD in table.in_force and table.dying[0][1] in ("vote", "scapegoat"):
        fell = table.draw(("pardoned", "dead"))
        table.record(Announced(f"coin.{fell}"))
        if fell == "pardoned":
            table.dying.clear()
