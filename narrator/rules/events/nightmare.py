"""The nightmare: everybody accuses somebody, and the most accused die, all of them (EV-42)."""

from __future__ import annotations

from narrator.rules.asking import able, put
from narrator.rules.chain import all_condemned, nobody_condemned
from narrator.rules.facts import Counted
from narrator.rules.pools import living_but_own_lover
from narrator.rules.registry import pool, procedure, step
from narrator.rules.table import Table

ACCUSE = "village.accuse"


@procedure("nightmare", at_once=True, puts={ACCUSE: "one"}, says={ACCUSE: ()})
def accuse(table: Table) -> None:
    """Every living player accuses another, all at the same time."""
    rule, among = table.rules.prompts[ACCUSE], table.present(table.living)
    if put(table, rule, able(table, rule, ()), among=among):
        table.plan("accused")
    else:
        nobody_condemned(table)


@step
def accused(table: Table) -> None:
    """The most accused are condemned: no tie is broken."""
    votes = tuple((seat, answer[0]) for seat, answer in table.answered(ACCUSE).items() if answer)
    named = [seat for _, seat in votes]
    tally = {seat: named.count(seat) for seat in table.in_seat_order(set(named))}
    table.record(Counted(ACCUSE, votes, tuple(tally.items())))
    most = max(tally.values(), default=0)
    if votes:
        all_condemned(table, [seat for seat, number in tally.items() if number == most])
    else:
        nobody_condemned(table)


@pool
def others_but_own_lover(table: Table, asker: str) -> list[str]:
    """Every other living seat but the one that the asker loves (MH-35)."""
    return [seat for seat in living_but_own_lover(table, asker) if seat != asker]
