"""Backfire and the specter: the pack's next victim is not killed, but something befalls the pack (EV-21, EV-24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.facts import Attacked, Noted, Told, Turned
from narrator.rules.powers.werewolf import pack_as_called
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, fate, moment, pool, power
from narrator.rules.table import Table
from narrator.rules.village_facts import RuleEnded

BACKFIRE, SPECTER, NAME = "ev-backfire", "ev-specter", "specter.name"
SIMPLE = ("villager", "trusted-villager")
CAME = ("specter", "came")
"""Noted: to whom the specter has come, and the pack of before."""


@fate(needs="events", turned_by=BACKFIRE, tells={"turned": ()})
def backfire(table: Table, victim: str) -> bool:
    """A simple villager becomes a werewolf; for anybody else the first werewolf to the left dies."""
    if BACKFIRE not in table.in_force:
        return False
    if simple_villager(table, victim):
        _turn(table, victim)
    else:
        pack = pack_as_called(table, "")
        dies = next((seat for seat in table.left_of(victim) if seat in pack), None)
        if dies is not None:
            table.record(Attacked(dies, "event", certain=True))
    return True


@fate(needs="events", turned_by=SPECTER)
def specter(table: Table, victim: str) -> bool:
    """The victim becomes a werewolf, and will name one of the former pack, who dies."""
    if SPECTER not in table.in_force or CAME in table.noted:
        return False
    table.record(Noted(*CAME, (victim, tuple(seat for seat in table.wolves if seat != victim))))
    _turn(table, victim)
    return True


def simple_villager(table: Table, seat: str) -> bool:
    """Does this seat hold the card of a simple villager, and no other one beside it (VA-05, VA-06)?"""
    return table.card[seat] in SIMPLE and table.part.get(seat, SIMPLE[0]) in SIMPLE


def _turn(table: Table, victim: str) -> None:
    """The victim is a werewolf from now on, unless a candle put out made one of the pack the victim (VA-01)."""
    if victim in table.wolves:
        return
    table.record(Turned(victim))
    table.record(Told(victim, "turned", "yes"))


@condition
def specter_may_come(table: Table) -> bool:
    """Does a specter wait for the pack's next victim?"""
    return SPECTER in table.in_force


@pool(same_for_all=True)
def haunted(table: Table, asker: str) -> Sequence[str]:
    """To whom the specter has come."""
    victim, _ = table.noted.get(CAME, ("", ()))
    return [victim] if victim in table.living else []


@pool(same_for_all=True)
def former_pack(table: Table, asker: str) -> Sequence[str]:
    """The living werewolves of before the specter came."""
    _, pack = table.noted.get(CAME, ("", ()))
    return [seat for seat in pack if seat in table.living]


@power(NAME, choose="one", brings="event")
def name_one(table: Table, given: Mapping[str, Answer]) -> None:
    """The werewolf named dies at dawn, and nothing averts it."""
    for (seat,) in given.values():
        table.record(Attacked(seat, "event", certain=True))


@moment(needs="events")
def specter_goes(table: Table) -> None:
    """A specter that has come haunts nobody any more; before dawn nobody may learn that it came (G-20)."""
    if SPECTER in table.in_force and CAME in table.noted:
        table.record(RuleEnded(SPECTER))
