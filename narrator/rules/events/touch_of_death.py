"""The touch of death: the pack's victim dies only if a werewolf touches it as well (EV-11)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.events.flood import same_lodge
from narrator.rules.events.full_moon import no_full_moon
from narrator.rules.facts import Noted
from narrator.rules.powers.werewolf import strike
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
    return bool(_in_reach(table)) and all(attack.cause != "fright" for attack in table.attacks)


def _in_reach(table: Table) -> tuple[str, ...]:
    """Whom the pack has chosen tonight: in the flood there may be two."""
    night, victims = table.noted.get(REACH, (0, ()))
    return victims if night == table.night else ()


@fate(needs="events")
def not_touched_yet(table: Table, victim: str) -> bool:
    """Nothing befalls the victim before it is touched."""
    if victims_must_be_touched(table):
        table.record(Noted(*REACH, (table.night, (*_in_reach(table), victim))))
        return True
    return False


@power("werewolf.touch", choose="yes", brings="devoured")
def touch(table: Table, given: Mapping[str, Answer]) -> None:
    """A victim whom a werewolf has touched dies at dawn, unless something averts it; in the flood, one of its lodge."""
    for victim in _in_reach(table):
        if any(same_lodge(table, werewolf, victim) for werewolf in given):
            strike(table, victim)
