"""A vote has chosen a seat: what may happen instead of its elimination? Tried in the roleset's order (BD-21)."""

from __future__ import annotations

from narrator.rules.chain import chain
from narrator.rules.registry import step
from narrator.rules.table import Table


def condemned(table: Table, seat: str, cause: str) -> None:
    """The seat is to die by what a vote has brought, unless a verdict spares it."""
    table.dying.append((seat, cause))
    table.restless = bool(table.rules.quiet)
    verdicts(table, 0)


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
