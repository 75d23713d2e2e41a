"""The doppelganger: becomes what its model was (CO-12)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import CardGiven
from narrator.rules.registry import wave_effect
from narrator.rules.table import Table

COPY = "doppelganger.copy"


@wave_effect
def doppelganger(table: Table, wave: Sequence[str]) -> None:
    """Where the model is among the dead the doppelganger, if alive, holds its card from now on, as if new."""
    for (seat, prompt), (_, model) in list(table.last_choice.items()):
        if prompt == COPY and model in wave and seat in table.living:
            table.record(CardGiven(seat, table.card[model]))
