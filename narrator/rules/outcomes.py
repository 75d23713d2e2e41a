"""What comes of a ballot? The seat chosen is eliminated, holds an office or is the witness; or the game is a draw."""

from __future__ import annotations

from narrator.rules.chain import condemned
from narrator.rules.facts import Announced, OfficeTaken, Withdrew
from narrator.rules.registry import outcome
from narrator.rules.table import Table
from narrator.rules.wins import end, judge


@outcome
def condemn(table: Table, name: str, seat: str | None) -> None:
    """The seat chosen is eliminated."""
    if seat is None:
        table.record(Announced("vote.nobody"))
        return
    condemned(table, seat, "vote")


@outcome
def elect(table: Table, name: str, seat: str | None) -> None:
    """The seat chosen holds the office that the ballot elects."""
    office = table.rules.ballots[name].elects
    if seat is None:
        table.record(Announced("office.nobody", (office,)))
    else:
        table.record(OfficeTaken(office, seat))


@outcome
def witness_on_day_0(table: Table, name: str, seat: str | None) -> None:
    """Before the first night the seat chosen becomes the table's witness (WW-51); later it is eliminated."""
    if table.night:
        condemn(table, name, seat)
    elif seat is None:
        table.record(Announced("vote.nobody"))
    else:
        table.record(Withdrew(seat))
        judge(table)


@outcome
def draw(table: Table, name: str, seat: str | None) -> None:
    """The game ends undecided when more than half of the living say yes (G-34)."""
    if seat == "yes":
        end(table, "draw")
