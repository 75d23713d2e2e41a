"""The thing: taps somebody in the dark (CO-31)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Told
from narrator.rules.prompts import Answer
from narrator.rules.registry import power
from narrator.rules.table import Table


@power("thing.tap", choose="one", apart=True, tells={"tapped": ()})
def tap(table: Table, given: Mapping[str, Answer]) -> None:
    """The seat named feels it."""
    for answer in given.values():
        table.record(Told(answer[0], "tapped", "yes"))
