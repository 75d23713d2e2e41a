"""The full moon rises: for one night the werewolves look, and hunter, witch and seer devour (EV-25)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.appearance import SEEMING
from narrator.rules.facts import Noted
from narrator.rules.registry import condition, event, moment, pool
from narrator.rules.table import Table

NIGHT = ("full-moon", "night")
"""Noted: in which night it is full moon."""
THREE = ("hunter", "witch", "seer")


@event("ev-full-moon-rising")
def rises_tonight(table: Table) -> None:
    """The next night is the one."""
    table.record(Noted(*NIGHT, table.night + 1))


@condition
def full_moon(table: Table) -> bool:
    """Is it full moon tonight?"""
    return bool(table.noted.get(NIGHT) == table.night)


@condition
def no_full_moon(table: Table) -> bool:
    """Is it a night like any other?"""
    return not full_moon(table)


@pool(same_for_all=True)
def moonstruck(table: Table, asker: str) -> Sequence[str]:
    """At full moon, the living hunter, witch and seer."""
    if not full_moon(table):
        return ()
    return table.in_seat_order({seat for card in THREE for seat in table.holders(card)})


@moment(needs="events")
def moon_rises(table: Table) -> None:
    """The three count as werewolves tonight for anybody who looks for one."""
    if full_moon(table):
        table.record(Noted(*SEEMING, tuple(moonstruck(table, ""))))


@moment(needs="events")
def moon_sets(table: Table) -> None:
    """All is as it was before."""
    if table.noted.get(SEEMING):
        table.record(Noted(*SEEMING, ()))
