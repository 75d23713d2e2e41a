"""Who becomes a werewolf instead of dying from a bite? At once by a power, or at dawn by the card that was bitten."""

from __future__ import annotations

from narrator.rules.base_facts import Attacked
from narrator.rules.facts import AttackEnded, Noted, Told, Turned
from narrator.rules.table import Table
from narrator.rules.tellings import UNAWARE


def turned_at_once(table: Table, attack: Attacked, told: str) -> None:
    """The victim is a werewolf from now on and is told with this word; nothing else comes of the attack."""
    table.record(AttackEnded(attack))
    if attack.seat in table.wolves:
        return
    table.record(Turned(attack.seat))
    table.record(Told(attack.seat, told, "yes"))


def turned_at_dawn(table: Table, attack: Attacked) -> bool:
    """Does the victim's card make it a werewolf instead? It learns of that when the pack is next called."""
    turns = any(attack.cause in table.rules.cards[card].turned_by for card in table.powers(attack.seat))
    if not turns or attack.seat in table.wolves:
        return False
    table.record(Turned(attack.seat))
    table.record(Noted(attack.seat, UNAWARE, True))
    return True
