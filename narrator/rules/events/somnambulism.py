"""Somnambulism: at dawn everybody hears which card the seer saw, never whose (EV-10)."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.rules.appearance import ENVISIONED
from narrator.rules.facts import Announced, Chose, Noted, PhaseBegan, Told
from narrator.rules.hidden_cards import lies_hidden
from narrator.rules.registry import moment
from narrator.rules.table import Table

LOOK = "seer.look"


@moment(needs="events", says={"seer.aloud": ("answer",)}, story={"seer.aloud": ("answer",)})
def sleep_talk(table: Table) -> None:
    """As long as the seer's card is not turned up some card is named: the one that was seen, else one by lot (G-20)."""
    if "ev-somnambulism" not in table.in_force:
        return
    seen = list(_seen(table))
    if seen or lies_hidden(table, "seer"):
        table.record(Announced("seer.aloud", (seen[0] if seen else table.draw(sorted(table.dealt)),)))


def _seen(table: Table) -> Iterator[str]:
    """The cards that seers saw tonight, as they were when they looked."""
    looked_at: dict[str, str] = {}
    for fact in table.log[_nightfall(table) :]:
        if isinstance(fact, Chose) and fact.prompt == LOOK:
            looked_at[fact.seat] = fact.choice
        elif isinstance(fact, Noted) and fact.key == ENVISIONED and fact.owner in looked_at:
            del looked_at[fact.owner]
            yield fact.value
        elif isinstance(fact, Told) and looked_at.get(fact.seat) == fact.about:
            del looked_at[fact.seat]
            yield fact.what if isinstance(fact.what, str) else fact.what[0]


def _nightfall(table: Table) -> int:
    """The number of the fact with which the last night began."""
    return next(
        at
        for at in range(len(table.log) - 1, -1, -1)
        if isinstance(fact := table.log[at], PhaseBegan) and fact.name == "night"
    )
