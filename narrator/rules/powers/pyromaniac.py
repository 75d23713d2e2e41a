"""The pyromaniac: burns a building down once, and with it perhaps a werewolf at its door (BD-30)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import EVERYBODY, Announced, Attacked, AttackEnded, Noted, Shielded
from narrator.rules.hidden_cards import GUESTS
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, moment, power
from narrator.rules.table import Table
from narrator.rules.village_facts import Housed

FIRES, BURNT = ("pyromaniac", "fires"), ("pyromaniac", "burnt")
"""Noted: the seats whose buildings burn tonight, and the night of each fire that there has been."""


@power("pyromaniac.burn", choose="one")
def burn(table: Table, given: Mapping[str, Answer]) -> None:
    """The building named burns tonight, and keeps its occupant from being infected or mesmerised there."""
    for (seat,) in given.values():
        table.record(Noted(*FIRES, (*table.noted.get(FIRES, ()), seat)))
        table.record(Shielded(seat, ("infected", "mesmerised")))


@moment(
    needs="buildings",
    says={"fire.building": ("building", "names")},
    sounds={"fire.building": ("blaze", 0.9)},
    story={"fire.building": ("building", "names"), "burns": ("names",)},
)
def fires(table: Table) -> None:
    """A building is gone; whom the pack has come for there lives, and the first werewolf to the right burns instead."""
    burning = table.in_seat_order(table.noted.get(FIRES, ()))
    if burning:
        table.record(Noted(*FIRES, ()))
    for seat in burning:
        table.record(Noted(*BURNT, (*table.noted.get(BURNT, ()), table.night), EVERYBODY))
        table.record(Announced("fire.building", (table.house[seat], seat)))
        table.record(Housed(seat, "vagabond"))
        _drive_off(table, seat)


def _drive_off(table: Table, seat: str) -> None:
    for attack in [attack for attack in table.attacks if attack.seat == seat and attack.by_pack and not attack.certain]:
        burnt = next((other for other in reversed(table.left_of(seat)) if other in table.wolves), None)
        table.record(AttackEnded(attack))
        if burnt is not None:
            table.record(Attacked(burnt, "burns", certain=True))


@condition
def a_torch_is_left(table: Table) -> bool:
    """May a pyromaniac have burnt nothing yet, as far as the table knows? One whose card a servant has taken may."""
    fires = [night for night in table.noted.get(BURNT, ()) if night >= table.renewed]
    return len(fires) < table.dealt.get("pyromaniac", 0) or "pyromaniac" in table.noted.get(GUESTS, ())
