"""The lord: pardons somebody whom a vote chose and who pleads for it (BD-19)."""

from __future__ import annotations

from narrator.rules.asking import put
from narrator.rules.facts import Announced
from narrator.rules.registry import step, verdict
from narrator.rules.table import Table
from narrator.rules.village_facts import PowerSpent

PLEAD, PARDON = "convict.plead", "lord.pardon"


@verdict(needs="buildings", says={"lord.pardoned": ("names",)}, story={"lord.pardoned": ("names",)})
def lord(table: Table, seat: str) -> None:
    """The one whom a vote chose may plead, as long as a lord with a crest is there."""
    if table.dying[0][1] == "vote" and table.at_home("lord"):
        put(table, table.rules.prompts[PLEAD], [seat], about=(seat,))
        table.plan("convict-pleads")


@step("convict-pleads")
def convict_pleads(table: Table) -> None:
    """The lord is asked where somebody pleads."""
    rule, lords, convict = table.rules.prompts[PARDON], table.at_home("lord"), table.dying[0][0]
    if any(table.answered(PLEAD).values()) and put(table, rule, lords, about=(convict,)):
        table.plan("lord-pardons")


@step("lord-pardons")
def lord_pardons(table: Table) -> None:
    """Nobody dies if the lord says yes, and the crest is spent."""
    for seat, answer in table.answered(PARDON).items():
        if answer:
            table.record(Announced("lord.pardoned", (table.dying[0][0],)))
            table.dying.clear()
            table.record(PowerSpent(seat, "lord"))
