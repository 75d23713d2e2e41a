"""Offices: who takes one over, whether its last holder names an heir or another office gives it (G-30)."""

from __future__ import annotations

from collections.abc import Collection

from narrator.rules.asking import carry_out, made, put
from narrator.rules.facts import LEFT, LotDrawn, OfficeTaken
from narrator.rules.registry import Step, moment, step
from narrator.rules.table import Table


def successions(table: Table, gone: Collection[str]) -> list[Step]:
    """The steps in which the offices of those who are gone pass on; with an office, those that it gives (EV-04)."""
    passed_on = [office for office in table.rules.heirs if table.office.get(office) in gone]
    also = given_anew(table, passed_on)
    return [("succeed", office) for office in table.rules.heirs if office in passed_on or office in also]


def given_anew(table: Table, offices: Collection[str]) -> list[str]:
    """Those of these offices that another one gives, and those that one of them gives."""
    given_by = table.rules.given_by
    return [office for office in given_by if office in offices or given_by[office] in offices]


def serves(table: Table, office: str) -> bool:
    """Is somebody alive in this office who has not risen to the one that gives it?"""
    holder = table.office.get(office)
    return holder in table.living and holder != table.office.get(table.rules.given_by.get(office, ""))


@step
def succeed(table: Table, office: str) -> None:
    """Ask for an heir to an office; with nobody to name one, or nobody to be named, it is vacant (MH-38)."""
    rule, giver = table.rules.prompts[table.rules.heirs[office]], table.rules.given_by.get(office)
    asked = table.office.get(giver or office)
    if asked is not None and LEFT in table.died_of.get(asked, ()):
        _pass_on_by_lot(table, office, asked)
    elif asked is not None and (giver is None or asked in table.living) and put(table, rule, [asked]):
        table.plan(("inherit", office))
    elif table.office.get(office) is not None and not (giver and serves(table, office)):
        table.record(OfficeTaken(office, None))


def _pass_on_by_lot(table: Table, office: str, gone: str) -> None:
    """A player who has gone home names nobody: a lot falls among those who could be named (G-35)."""
    heirs = made(table, table.rules.prompts[table.rules.heirs[office]], [gone])
    if heirs is None:
        table.record(OfficeTaken(office, None))
        return
    heir = table.draw(heirs.choices_of(gone))
    table.record(LotDrawn(heir))
    table.record(OfficeTaken(office, heir))


@step
def inherit(table: Table, office: str) -> None:
    """The one named takes the office; who may keep things as they are names nobody, and so does who died meanwhile."""
    rule = table.rules.prompts[table.rules.heirs[office]]
    for asked, answer in table.answered(rule.id).items():
        if answer:
            table.record(OfficeTaken(office, answer[0]))
            carry_out(table, rule, {asked: answer})


@moment(needs="events")
def offices_given(table: Table) -> None:
    """Before the village talks, whoever may give an office may give it, or pass it to somebody else (EV-04)."""
    here = [office for office, giver in table.rules.given_by.items() if table.office.get(giver) not in table.away]
    table.plan(*[("succeed", office) for office in here])
