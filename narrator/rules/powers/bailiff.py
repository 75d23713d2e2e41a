"""The bailiff: houses vagabonds where a death has freed a building (BD-18)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.asking import put
from narrator.rules.facts import Announced
from narrator.rules.powers.vagabond import vagabonds
from narrator.rules.registry import moment, step
from narrator.rules.table import Table
from narrator.rules.village_facts import Housed

HOUSE, ACCEPT = "bailiff.house", "vagabond.accept"


@moment(needs="buildings", says={"building.free": ("building", "names")})
def bailiff_houses(table: Table) -> None:
    """Each building that was freed is offered, in seat order; the bailiff's own stays empty."""
    freed, table.freed = dict(table.freed), ()
    empty = ("vagabond", "bailiff")
    order = [seat for seat in table.in_seat_order(freed) if freed[seat] not in empty]
    table.plan(*[("house", (seat, freed[seat], ())) for seat in order])


@step
def house(table: Table, about: tuple[str, str, Sequence[str]]) -> None:
    """Ask the bailiff whom to house where somebody has died; who has refused already is not named again."""
    dead, building, refused = about
    homeless = [seat for seat in vagabonds(table, "") if seat not in refused]
    bailiffs = table.at_home("bailiff")
    if homeless and bailiffs and not refused:
        table.record(Announced("building.free", (building, dead)))
    if put(table, table.rules.prompts[HOUSE], bailiffs, among=homeless, about=(dead,)):
        table.plan(("housed", about))


@step
def housed(table: Table, about: tuple[str, str, Sequence[str]]) -> None:
    """Whom the bailiff named is asked whether to move in."""
    answers = [answer for answer in table.answered(HOUSE).values() if answer]
    if answers and put(table, table.rules.prompts[ACCEPT], answers[0], about=about[:1]):
        table.plan(("accepted", about))


@step
def accepted(table: Table, about: tuple[str, str, Sequence[str]]) -> None:
    """Who says yes moves in at once; where nobody does, the bailiff may name another."""
    dead, building, refused = about
    answers = table.answered(ACCEPT)
    newcomers = [seat for seat, answer in answers.items() if answer == ("yes",)]
    if newcomers:
        table.record(Housed(newcomers[0], building, place_of=dead))
    else:
        table.plan(("house", (dead, building, (*refused, *answers))))
