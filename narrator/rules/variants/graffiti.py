"""Graffiti: before nightfall everybody may write a line on the wall, and the box reads them all (VA-04)."""

from __future__ import annotations

from narrator.rules.asking import put
from narrator.rules.facts import Announced
from narrator.rules.registry import moment, step
from narrator.rules.table import Table

WRITE = "village.graffiti"


@moment(
    needs="graffiti",
    evening=True,
    puts={WRITE: "text"},
    says={WRITE: (), "graffiti.line": ("line",)},
    story={"graffiti.line": ("line",)},
)
def graffiti(table: Table) -> None:
    """Every living player who is here may write a line."""
    here = table.present(table.living)
    if put(table, table.rules.prompts[WRITE], here):
        table.plan("graffiti-are-read")


@step("graffiti-are-read")
def graffiti_are_read(table: Table) -> None:
    """The lines are read in random order, never whose they are."""
    lines = [answer[0] for answer in table.answered(WRITE).values() if answer]
    for line in sorted(lines, key=lambda _: table.dice.random()):
        table.record(Announced("graffiti.line", (line,)))
