"""The pyromaniac: burns a building down once, and with it perhaps a werewolf at its door (BD-30)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import EVERYBODY, Announced, Attacked, AttackEnded, Noted, Shielded
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, moment, power
from narrator.rules.table import Table
from narrator.rules.village_facts import Housed

FIRE = ("pyromaniac", "fire")


@power("pyromaniac.burn", choose="one")
def burn(table: Table, given: Mapping[str, Answer]) -> None:
    """The building named burns tonight, and keeps its occupant from being infected or mesmerised there."""
    for (seat,) in given.values():
        table.record(Noted(*FIRE, seat))
        table.record(Shielded(seat, ("infected", "mesmerised")))


@moment(
    needs="buildings",
    says={"fire.building": ("building",)},
    sounds={"fire.building": ("blaze", 0.9)},
    story={"fire.building": ("building",), "burns": ("names",)},
)
def fires(table: Table) -> None:
    """A building is gone; whom the pack has come for there lives, and the first werewolf to the right burns instead."""
    seat = table.noted.get(FIRE)
    if seat is None:
        return
    table.record(Noted(*FIRE, None))
    table.record(Noted("pyromaniac", "burnt", True, EVERYBODY))
    table.record(Announced("fire.building", (table.house[seat],)))
    table.record(Housed(seat, "vagabond"))
    for attack in [attack for attack in table.attacks if attack.seat == seat and attack.by_pack and not attack.certain]:
        burnt = next((other for other in reversed(table.left_of(seat)) if other in table.wolves), None)
        table.record(AttackEnded(attack))
        if burnt is not None:
            table.record(Attacked(burnt, "burns", certain=True))


@condition
def nothing_burnt(table: Table) -> bool:
    """Has no building burnt down yet?"""
    return ("pyromaniac", "burnt") not in table.noted
