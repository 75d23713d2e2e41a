"""The cursed wolf-father: once a game the pack's victim does not die but joins the pack (PA-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.events.flood import same_lodge
from narrator.rules.events.full_moon import no_full_moon
from narrator.rules.facts import Attacked
from narrator.rules.prompts import Answer
from narrator.rules.registry import pool, power
from narrator.rules.table import Table
from narrator.rules.turning import turned_at_once


@pool(same_for_all=True)
def fathers_with_a_victim(table: Table, asker: str) -> Sequence[str]:
    """The living cursed wolf-fathers whose pack has agreed tonight on somebody to devour; in the flood, their lodge."""
    return [father for father in table.holders("cursed-wolf-father") if _bites(table, father)]


@power("cursed-wolf-father.infect", choose="yes", turns=True, tells={"infected": ()}, of="wolves")
def infect(table: Table, given: Mapping[str, Answer]) -> None:
    """The pack's victim becomes a werewolf instead of dying, unless it has more than one life left (PA-14)."""
    for attack in [_bites(table, father)[0] for father in given]:
        kept = any(shield.seat == attack.seat and "infected" in shield.causes for shield in table.shields)
        if attack in table.attacks and table.on_last_life(attack.seat) and not kept:
            turned_at_once(table, attack, "infected")


def _bites(table: Table, father: str) -> list[Attacked]:
    """What a father may make an infection of, in seat order: no attack on one of the pack at full moon (EV-25)."""
    infectious = table.living if no_full_moon(table) else table.prey
    bites = [attack for attack in table.attacks if attack.cause == "devoured" and not attack.certain]
    within = [bite for bite in bites if bite.seat in infectious and same_lodge(table, father, bite.seat)]
    return sorted(within, key=lambda bite: table.seats.index(bite.seat))
