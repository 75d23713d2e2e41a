"""Punishment: the last eliminated names somebody, who dies unless two others vouch (EV-47)."""

from __future__ import annotations

from narrator.rules.asking import put
from narrator.rules.facts import Announced
from narrator.rules.registry import event, step
from narrator.rules.table import Table

NAME, NAMED, SPARED = "punishment.name", "punishment.named", "punishment.spared"
VOUCH = "village.vouch-for"
ENOUGH = 2


@event(
    "ev-punishment",
    puts={NAME: "one", VOUCH: "yes"},
    says={NAME: ("names",), NAMED: ("names",), SPARED: ("names",), VOUCH: (), "event.dead": ("names",)},
)
def punishment(table: Table) -> None:
    """The last eliminated names a living player."""
    if put(table, table.rules.prompts[NAME], table.graves()[-1:]):
        table.plan("punished")


@step
def punished(table: Table) -> None:
    """The one named is said aloud, and all others are asked whether they vouch for them."""
    ((named,),) = table.answered(NAME).values()
    table.record(Announced(NAMED, (named,)))
    others = [seat for seat in table.living if seat != named]
    if put(table, table.rules.prompts[VOUCH], others, about=(named,)):
        table.plan(("vouched-for", named))
    else:
        _die(table, named)


@step("vouched-for")
def vouched_for(table: Table, named: str) -> None:
    """Where fewer than two vouch, the one named is eliminated."""
    if sum(map(bool, table.answered(VOUCH).values())) < ENOUGH:
        _die(table, named)
    else:
        table.record(Announced(SPARED, (named,)))


def _die(table: Table, named: str) -> None:
    table.dying.append((named, "event"))
    table.plan("chain")
