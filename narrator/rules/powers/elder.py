"""The elder: if the village kills it, the cards of the village lose their powers (NM-22, PA-26)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import EVERYBODY, VILLAGE, Announced, Noted, PowersLost
from narrator.rules.registry import wave_effect
from narrator.rules.table import Table
from narrator.rules.variant_facts import SECOND

OF_THE_VILLAGE = ("vote", "poison", "shot", "razor")
"""The causes of death that are the village's own deed."""


@wave_effect(says={"elder.despair": ()}, tells={"despair": ()}, story={"despair": ()})
def despair(table: Table, wave: Sequence[str]) -> None:
    """An elder killed by the village's own hands takes the powers of all the village's cards along."""
    cards = table.rules.cards
    lost, turned = table.marks.get("powerless", ()), table.marks.get("turned", ())
    for seat in wave:
        if not _elder(table, seat) or seat in lost:
            continue
        if any(cause in OF_THE_VILLAGE for cause in table.died_of[seat]):
            village = [s for s in table.seats if cards[table.card[s]].side == "villagers" and s not in turned]
            table.record(PowersLost(tuple(village), despair=True))
            table.record(Announced("elder.despair"))
            table.record(Noted(VILLAGE, "despair", table.phase, EVERYBODY))


def _elder(table: Table, seat: str) -> bool:
    """Does this seat die as an elder? One who holds two cards does only if they are of the village (VA-05, VA-06)."""
    if (seat, SECOND) not in table.noted:
        return table.card[seat] == "elder"
    village = table.rules.cards[table.card[seat]].side == "villagers"
    return village and "elder" in (table.card[seat], table.part.get(seat))
