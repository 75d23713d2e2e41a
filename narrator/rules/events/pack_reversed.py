"""Backfire and the specter: the pack's next victim is not killed, but something befalls the pack (EV-21, EV-24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.asking import open_window
from narrator.rules.facts import Attacked, Noted, Told, Turned
from narrator.rules.prompts import Answer
from narrator.rules.registry import fate, pool, power
from narrator.rules.table import Table
from narrator.rules.village_facts import RuleEnded

BACKFIRE, SPECTER, NAME = "ev-backfire", "ev-specter", "specter.name"
SIMPLE = ("villager", "trusted-villager")


@fate(needs="events", tells={"turned": ()})
def backfire(table: Table, victim: str) -> bool:
    """A simple villager becomes a werewolf; for anybody else the first werewolf to the left dies."""
    if BACKFIRE not in table.in_force:
        return False
    table.record(RuleEnded(BACKFIRE))
    if table.card[victim] in SIMPLE:
        _turn(table, victim)
    else:
        at = table.seats.index(victim)
        left = (*table.seats[at + 1 :], *table.seats[:at])
        dies = next((seat for seat in left if seat in table.wolves), None)
        if dies is not None:
            table.record(Attacked(dies, "event", certain=True))
    return True


@fate(needs="events", says={NAME: ()})
def specter(table: Table, victim: str) -> bool:
    """The victim becomes a werewolf, and names one of the former pack, who dies."""
    if SPECTER not in table.in_force:
        return False
    table.record(RuleEnded(SPECTER))
    table.record(Noted("specter", "pack", tuple(seat for seat in table.wolves if seat != victim)))
    _turn(table, victim)
    if open_window(table, table.rules.prompts[NAME], [victim]):
        table.plan(("take", NAME))
    return True


def _turn(table: Table, victim: str) -> None:
    """The victim is a werewolf from now on, unless a candle put out made one of the pack the victim (VA-01)."""
    if victim in table.wolves:
        return
    table.record(Turned(victim))
    table.record(Told(victim, "turned", "yes"))


@pool(same_for_all=True)
def former_pack(table: Table, asker: str) -> Sequence[str]:
    """The living werewolves of before the specter came."""
    return [seat for seat in table.noted.get(("specter", "pack"), ()) if seat in table.living]


@power(NAME, choose="one", brings="event")
def name_one(table: Table, given: Mapping[str, Answer]) -> None:
    """The werewolf named dies at dawn, and nothing averts it."""
    for (seat,) in given.values():
        table.record(Attacked(seat, "event", certain=True))
