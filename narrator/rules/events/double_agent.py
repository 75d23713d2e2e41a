"""The double agent: somebody of the village who wins with the werewolves, too (EV-13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.asking import put
from narrator.rules.facts import EYES_ONLY, Announced, Noted, Told
from narrator.rules.prompts import Answer
from narrator.rules.registry import event, pool, power
from narrator.rules.table import Table
from narrator.rules.variants.black_plague import feigned_pack
from narrator.rules.wins import ALSO_WINS

NAME = "double-agent.name"


@event("ev-double-agent", puts={NAME: "one"}, says={NAME: ("names",), EYES_ONLY: ()})
def double_agent(table: Table) -> None:
    """The first eliminated names a living player who is not a werewolf."""
    if put(table, table.rules.prompts[NAME], table.graves()[:1]):
        table.plan(("take", NAME))


@pool(same_for_all=True)
def agents(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that is of the village, or is so but for its love."""
    return [seat for seat in table.prey if table.side(seat, apart=True) == "villagers"]


@power(NAME, choose="one", tells={"agent": (), "pack": ("what",)}, story={"agent.yes": ("names",)})
def name_agent(table: Table, given: Mapping[str, Answer]) -> None:
    """The agent is told about it, and who the werewolves are."""
    for (seat,) in given.values():
        table.record(Noted(seat, ALSO_WINS, "werewolves"))
        table.record(Told(seat, "agent", "yes"))
        table.record(Told(seat, "pack", table.wolves or feigned_pack(table, seat)))
    table.record(Announced(EYES_ONLY))
