"""The touch of death: the pack's victim dies only if a werewolf touches it as well (EV-11)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.events.full_moon import no_full_moon
from narrator.rules.facts import Attacked, Noted
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, fate, power
from narrator.rules.table import Table

REACH = ("pack", "in-reach")


@condition
def victims_must_be_touched(table: Table) -> bool:
    """Has the card been drawn, and does the pack hunt tonight?"""
    return "ev-touch-of-death" in table.in_force and no_full_moon(table)


@condition
def victim_in_reach(table: Table) -> bool:
    """Has the pack agreed on somebody tonight, and caught nobody instead?"""
    night, _ = table.noted.get(REACH, (0, ""))
    return night == table.night and all(attack.cause != "fright" for attack in table.attacks)


@fate(needs="events")
def not_touched_yet(table: Table, victim: str) -> bool:
    """Nothing befalls the victim before it is touched."""
    if victims_must_be_touched(table):
        table.record(Noted(*REACH, (table.night, victim)))
        return True
    return False


@power("werewolf.touch", choose="yes", brings="devoured")
def touch(table: Table, given: Mapping[str, Answer]) -> None:
    """One werewolf has touched the victim: it dies at dawn, unless something averts it."""
    _, victim = table.noted[REACH]
    table.record(Attacked(victim, "devoured", by_pack=True))
    table.record(Noted("pack", "victim", victim))
