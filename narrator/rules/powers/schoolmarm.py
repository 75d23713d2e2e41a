"""The schoolmarm: keeps up to two from voting today (BD-13)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import VotesLost
from narrator.rules.prompts import Answer
from narrator.rules.registry import power
from narrator.rules.table import Table


@power("schoolmarm.forbid", choose="up_to_two", says={"votes.barred": ("names",)})
def forbid(table: Table, given: Mapping[str, Answer]) -> None:
    """Whoever is named has no vote in any ballot of this day."""
    for answer in given.values():
        table.record(VotesLost(answer, table.night))
