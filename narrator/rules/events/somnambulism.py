"""Somnambulism: at dawn everybody hears which card the seer saw, never whose (EV-10)."""

from __future__ import annotations

from itertools import takewhile

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
    seen = _seen_tonight(table)
    if seen or lies_hidden(table, "seer"):
        table.record(Announced("seer.aloud", (seen[0] if seen else table.draw(sorted(table.dealt)),)))


def _seen_tonight(table: Table) -> list[str]:
    """The cards that seers saw tonight, as they were when they looked."""
    looked_at: dict[str, str] = {}
    seen: list[str] = []
    tonight = takewhile(lambda fact: not isinstance(fact, PhaseBegan) or fact.name != "night", reversed(table.log))
    for fact in reversed(list(tonight)):
        if isinstance(fact, Chose) and fact.prompt == LOOK:
            looked_at[fact.seat] = fact.choice
        elif isinstance(fact, Noted) and fact.key == ENVISIONED and looked_at.pop(fact.owner, ""):
            seen.append(fact.value)
        elif isinstance(fact, Told) and looked_at.get(fact.seat) == fact.about:
            del looked_at[fact.seat]
            seen.append(fact.what if isinstance(fact.what, str) else fact.what[0])
    return seen
