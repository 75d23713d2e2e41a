"""The wandering judge: once a game calls for a second vote, by a secret sign during the first (PA-33)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.conditions import condition
from narrator.rules.facts import Announced
from narrator.rules.powers import power
from narrator.rules.prompts import Answer
from narrator.rules.table import Table


@power.named("wandering-judge.again")
def second_vote(table: Table, given: Mapping[str, Answer]) -> None:
    """If the sign was given, the village votes once more, at once."""
    if any(given.values()):
        table.record(Announced("judge.again"))
        table.plan(("ballot", "village.vote"))


@condition
def after_day_0(table: Table) -> bool:
    """Has a night fallen yet?"""
    return table.night > 0
