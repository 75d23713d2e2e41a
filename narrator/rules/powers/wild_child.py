"""The wild child: becomes a werewolf when its model dies (PA-47)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Noted, Turned
from narrator.rules.registry import wave_effect
from narrator.rules.table import Table
from narrator.rules.tellings import UNAWARE

MODEL = "wild-child.model"


@wave_effect("wild-child")
def turn(table: Table, wave: Sequence[str]) -> None:
    """Where the model is among the dead the child, if alive, becomes a werewolf at once, and nobody is told."""
    for (seat, prompt), (_, chosen) in table.last_choice.items():
        if prompt == MODEL and chosen in wave and seat in table.prey:
            table.record(Turned(seat))
            table.record(Noted(seat, UNAWARE, True))
