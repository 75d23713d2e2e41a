"""The town crier: an office that the sheriff gives; announces an event of a morning's choice (EV-04)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.asking import hold, put
from narrator.rules.event_cards import CRIER, play
from narrator.rules.facts import Noted, Told
from narrator.rules.offices import serves
from narrator.rules.powers.sheriff import heirs
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, moment, pool, power
from narrator.rules.table import Table

ANNOUNCE = "crier.announce"


def _left(table: Table) -> tuple[str, ...]:
    left: tuple[str, ...] = table.noted.get((CRIER, "cards"), ())
    return left


@condition
def crier_serves(table: Table) -> bool:
    """Is there a living town crier who is not the sheriff?"""
    return serves(table, CRIER)


@pool
def would_be_criers(table: Table, asker: str) -> Sequence[str]:
    """Every other living seat that may hold an office, is not about to die, and is not the crier already."""
    return [seat for seat in heirs(table, asker) if seat != table.office.get(CRIER)]


@power("crier.appointed", choose="one", puts={ANNOUNCE: "card"}, tells={"crier": ("what",)}, of="cards")
def appointed(table: Table, given: Mapping[str, Answer]) -> None:
    """The new crier is told the cards that are left, and announces from the next morning on."""
    for (seat,) in given.values():
        table.record(Noted(CRIER, "since", table.night))
        table.record(Told(seat, "crier", _left(table)))


@moment(needs="events")
def crier_announces(table: Table) -> None:
    """The crier may announce one of the cards."""
    crier = table.office.get(CRIER)
    if crier not in table.living or crier in table.away or table.noted[CRIER, "since"] >= table.night:
        return
    if put(table, table.rules.prompts[ANNOUNCE], [crier]):
        table.plan(("take", ANNOUNCE))


@pool(holds="card", same_for_all=True)
def crier_cards(table: Table, asker: str) -> Sequence[str]:
    """The crier's cards that are left and can be played now."""
    return [card for card in _left(table) if hold(table, table.rules.events[card].when)]


@power(ANNOUNCE, choose="card", says={ANNOUNCE: ("names",)})
def announce(table: Table, given: Mapping[str, Answer]) -> None:
    """The card takes effect as if it had been drawn, and is gone."""
    for seat, (card,) in given.items():
        table.record(Noted(CRIER, "cards", tuple([other for other in _left(table) if other != card])))
        play(table, card, seat)
