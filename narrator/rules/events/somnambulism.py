"""Somnambulism: at dawn everybody hears which card the seer saw, never whose (EV-10)."""

from __future__ import annotations

from narrator.rules.appearance import looks_like
from narrator.rules.facts import Announced
from narrator.rules.hidden_cards import lies_hidden
from narrator.rules.registry import moment
from narrator.rules.table import Table

LOOK = "seer.look"


@moment(needs="events", says={"seer.aloud": ("answer",)}, story={"seer.aloud": ("answer",)})
def sleep_talk(table: Table) -> None:
    """As long as the seer's card is not turned up some card is named: the one that was seen, else one by lot (G-20)."""
    if "ev-somnambulism" not in table.in_force:
        return
    looks = [last for (_, prompt), last in table.last_choice.items() if prompt == LOOK]
    seen = [looks_like(table, seat) for night, seat in looks if night == table.night]
    if seen or lies_hidden(table, "seer"):
        table.record(Announced("seer.aloud", (seen[0] if seen else table.draw(sorted(table.dealt)),)))
