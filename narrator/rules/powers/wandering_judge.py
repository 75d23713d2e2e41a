"""The wandering judge: once a game calls for a second vote, by a secret sign during the first (PA-33)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Announced, Counted
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, power
from narrator.rules.table import Table


@power(
    "wandering-judge.again",
    choose="yes",
    only="beside",
    says={"judge.again": ()},
    sounds={"judge.again": ("gavel", 0.7)},
)
def second_vote(table: Table, given: Mapping[str, Answer]) -> None:
    """The sign was given: the ballot during which it was given is held once more, at once."""
    counted = (fact.ballot for fact in reversed(table.log) if isinstance(fact, Counted))
    held = next(name for name in counted if table.rules.ballots[name].beside)
    table.record(Announced("judge.again"))
    table.plan(("ballot", held))


@condition
def after_day_0(table: Table) -> bool:
    """Has the first night begun?"""
    return table.night > 0
