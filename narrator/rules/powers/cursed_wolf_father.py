"""The cursed wolf-father: once a game the pack's victim does not die but joins the pack (PA-12)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Attacked
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, power
from narrator.rules.table import Table
from narrator.rules.turning import turned_at_once


@power("cursed-wolf-father.infect", choose="yes", turns=True, tells={"infected": ()}, of="wolves")
def infect(table: Table, given: Mapping[str, Answer]) -> None:
    """The pack's victim becomes a werewolf instead of dying, unless it has more than one life left (PA-14)."""
    attack = _bites(table)[0]
    kept = any(shield.seat == attack.seat and "infected" in shield.causes for shield in table.shields)
    if table.on_last_life(attack.seat) and not kept:
        turned_at_once(table, attack, "infected")


@condition
def pack_has_a_victim(table: Table) -> bool:
    """Has the pack agreed tonight on somebody to devour?"""
    return bool(_bites(table))


def _bites(table: Table) -> list[Attacked]:
    bites = [attack for attack in table.attacks if attack.cause == "devoured" and not attack.certain]
    return [bite for bite in bites if bite.seat in table.prey]
