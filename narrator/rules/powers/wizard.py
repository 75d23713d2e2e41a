"""The wizard: looks for the seer (CO-26)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.appearance import looks_like
from narrator.rules.facts import Told
from narrator.rules.prompts import Answer
from narrator.rules.registry import power
from narrator.rules.table import Table


@power("wizard.seek", choose="one", apart=True, tells={"sees-yes": ("whom",), "sees-no": ("whom",)})
def seek(table: Table, given: Mapping[str, Answer]) -> None:
    """The wizard is told whether the seat named holds the seer."""
    for seat, answer in given.items():
        table.record(Told(seat, "sees", "yes" if looks_like(table, answer[0]) == "seer" else "no", whom=answer[0]))
