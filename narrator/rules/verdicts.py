"""A vote has chosen a seat: what may happen instead of its elimination? Tried in the roleset's order (BD-21)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.chain import chain
from narrator.rules.registry import step
from narrator.rules.table import Table


def condemned(table: Table, seat: str, cause: str) -> None:
    """The seat is to die by what a vote has brought, unless a verdict spares it."""
    table.dying.append((seat, cause))
    table.restless = bool(table.rules.quiet)
    verdicts(table, 0)


def all_condemned(table: Table, seats: Sequence[str]) -> None:
    """All these seats are to die by a vote; each whom a verdict spares, lives."""
    table.restless = bool(table.rules.quiet)
    table.plan(("condemned-together", (tuple(seats), ())))


@step("condemned-together")
def condemned_together(table: Table, about: tuple[Sequence[str], Sequence[tuple[str, str]]]) -> None:
    """Try the verdicts for one after another; whom none has spared die together."""
    left, dying = about
    dying = (*dying, *table.dying)
    table.dying = []
    if left:
        table.dying = [(left[0], "vote")]
        table.plan(("verdict-of-one", 0), ("condemned-together", (left[1:], dying)))
    else:
        table.dying = list(dying)
        chain(table)


@step("verdict-of-one")
def verdict_of_one(table: Table, at: int) -> None:
    """Try the verdicts from this one on, for one of several condemned."""
    if table.dying and at < len(table.rules.verdicts):
        table.plan(("verdict-of-one", at + 1))
        table.rules.verdicts[at](table, table.dying[0][0])


@step
def verdicts(table: Table, at: int) -> None:
    """Try the verdicts from this one on; after the last the elimination takes its course."""
    if at == len(table.rules.verdicts):
        chain(table)
    elif table.dying:
        table.plan(("verdicts", at + 1))
        table.rules.verdicts[at](table, table.dying[0][0])
    else:
        table.restless = False
