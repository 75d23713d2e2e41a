"""The double agent: somebody of the village who wins with the werewolves, too (EV-13)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.asking import put
from narrator.rules.facts import Noted, Told
from narrator.rules.prompts import Answer
from narrator.rules.registry import event, power
from narrator.rules.table import Table

NAME = "double-agent.name"


@event("ev-double-agent")
def double_agent(table: Table) -> None:
    """The first eliminated names a living player who is no werewolf."""
    if put(table, table.rules.prompts[NAME], table.graves()[:1], lasting=False):
        table.plan(("take", NAME))


@power(NAME, choose="one", tells={"agent": (), "pack": ("what",)})
def name_agent(table: Table, given: Mapping[str, Answer]) -> None:
    """The agent is told so, and who the werewolves are."""
    for (seat,) in given.values():
        table.record(Noted(seat, "agent", True))
        table.record(Told(seat, "agent", "yes"))
        table.record(Told(seat, "pack", table.wolves))
