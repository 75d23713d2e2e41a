"""The bodyguard: keeps somebody alive for a night and a day (CO-30)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Shielded
from narrator.rules.prompts import Answer
from narrator.rules.registry import power
from narrator.rules.table import Table


@power.named("bodyguard.protect")
def protect(table: Table, given: Mapping[str, Answer]) -> None:
    """Until the next nightfall nothing kills whoever is named, no vote either, but grief and an own mistake."""
    for answer in given.values():
        table.record(Shielded(answer[0], (*table.rules.avertable, "vote"), "guarded", "nightfall"))
