"""What the box tells in private, at a call or before a question. `seats` are those called, or those asked."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import Noted, Told
from narrator.rules.pools import bitten
from narrator.rules.registry import telling, told_about
from narrator.rules.table import Table

UNAWARE = "unaware"
"""Noted of a seat that became a werewolf and has not been told yet."""


def subjects() -> tuple[str, ...]:
    """What a seat may be told about, besides seats."""
    return ("card", *told_about())


@telling(tells={"pack": ("what",), "turned": ()}, of="wolves", apart=True)
def pack(table: Table, seats: Sequence[str]) -> None:
    """Every living werewolf is told the whole pack, when somebody is in it who was not named before (MH-21); those
    who became one without knowing are told that first (PA-47)."""
    for seat in [seat for seat in table.wolves if table.noted.get((seat, UNAWARE))]:
        table.record(Told(seat, "turned", "yes"))
        table.record(Noted(seat, UNAWARE, False))
    for seat in table.wolves:
        tell_of_newcomers(table, seat, "pack", table.wolves)


@telling(tells={"lover": ("what",)})
def lovers(table: Table, seats: Sequence[str]) -> None:
    """Each lover is told who the other is, by seat, never by card (MH-13), unless told before."""
    for seat in table.in_seat_order(list(table.lover)):
        one, *others = table.lover[seat]
        what = (one, *others) if others else one
        if table.told.get((seat, "lover")) != what:
            table.record(Told(seat, "lover", what))


@telling(tells={"centre": ("what",)}, of="cards")
def centre(table: Table, seats: Sequence[str]) -> None:
    """The asked are told the cards in the centre."""
    for seat in seats:
        table.record(Told(seat, "centre", tuple(table.centre)))


@telling(tells={"victim": ("what",), "no-victim": ()})
def victim(table: Table, seats: Sequence[str]) -> None:
    """The asked are told whom the pack attacked tonight, nobody included (MH-24)."""
    for seat in seats:
        table.record(Told(seat, "victim", tuple(bitten(table, seat))))


def tell_of_newcomers(table: Table, seat: str, about: str, now: tuple[str, ...]) -> None:
    """Tell a seat who belongs with it, unless it knows them all."""
    told = table.told.get((seat, about))
    if told is None or any(other not in told for other in now):
        table.record(Told(seat, about, now))
