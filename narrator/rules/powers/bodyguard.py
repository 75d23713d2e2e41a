"""The bodyguard: keeps somebody alive for a night and a day (CO-30)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Shielded
from narrator.rules.prompts import Answer
from narrator.rules.registry import power
from narrator.rules.table import Table


@power("bodyguard.protect", choose="one", apart=True, says={"bodyguard.failed": ()}, story={"guarded": ("names",)})
def protect(table: Table, given: Mapping[str, Answer]) -> None:
    """Until the next nightfall nothing kills the seat named, not even a vote, except grief and a mistake of its own."""
    for answer in given.values():
        causes = (*table.rules.avertable, "vote")
        table.record(Shielded(answer[0], causes, "guarded", "nightfall", said="bodyguard.failed", unfailing=True))
