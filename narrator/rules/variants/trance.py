"""Trance: the pack does not kill, it mesmerises, and hanging one of its victims hangs them all (VA-09)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import EYES_ONLY, Announced, AttackEnded, Marked, Noted, PowersLost, Told
from narrator.rules.registry import condition, moment, pool, verdict, victory
from narrator.rules.table import Table

VARIANT, MARK = "trance", "mesmerised"
TONIGHT, TURN = (VARIANT, "tonight"), (VARIANT, "turn")


def mesmerised(table: Table) -> Sequence[str]:
    """Everybody who has been mesmerised, dead or alive."""
    return table.marks.get(MARK, ())


@condition
def no_trance(table: Table) -> bool:
    """Do the werewolves devour as usual?"""
    return VARIANT not in table.in_force


@pool(same_for_all=True, needs=VARIANT)
def unmesmerised(table: Table, asker: str) -> Sequence[str]:
    """Every living seat; while werewolves mesmerise, none that they have mesmerised."""
    if no_trance(table):
        return table.living
    return [seat for seat in table.living if seat not in mesmerised(table)]


@moment(needs=VARIANT, says={EYES_ONLY: ()}, tells={MARK: ()}, story={MARK: ("names",)})
def trance_is_felt(table: Table) -> None:
    """After the last call the pack's victim is told, unless protected, healed, or in a house on fire."""
    if no_trance(table):
        return
    bitten = [attack.seat for attack in table.attacks if attack.by_pack and not attack.certain]
    felt = [seat for seat in table.in_seat_order(bitten) if not _kept(table, seat)]
    for seat in felt:
        table.record(Told(seat, MARK, "yes"))
    table.record(Announced(EYES_ONLY))
    table.record(Noted(*TONIGHT, tuple(felt)))
    table.record(Noted(*TURN, table.night))


def _kept(table: Table, seat: str) -> bool:
    return any(shield.seat == seat and not {"devoured", MARK}.isdisjoint(shield.causes) for shield in table.shields)


@moment(needs=VARIANT)
def trance_deepens(table: Table) -> None:
    """At dawn the victims lose the powers of their cards instead of their lives, and nothing is said of it."""
    felt = table.noted.get(TONIGHT, ())
    if not felt:
        return
    table.record(Noted(*TONIGHT, ()))
    for attack in [attack for attack in table.attacks if attack.by_pack and attack.seat in felt]:
        table.record(AttackEnded(attack))
    for seat in felt:
        table.record(Marked(seat, MARK))
    table.record(PowersLost(tuple(felt)))


@verdict(
    needs=VARIANT,
    says={"trance.dead": ("names",)},
    sounds={"trance.dead": ("trance", 0.9)},
    story={"died.trance": ("names",)},
)
def entranced_follow(table: Table, seat: str) -> None:
    """When somebody mesmerised is voted out, all who are mesmerised die with them."""
    if table.dying[0][1] == "vote" and seat in mesmerised(table):
        others = [other for other in table.living if other in mesmerised(table) and other != seat]
        table.dying.extend([(other, "trance") for other in others])


@victory(needs=VARIANT)
def entranced(table: Table) -> str | None:
    """At dawn or after a vote all living players who are not of the pack are mesmerised but one; where the trance lasts
    for one turn, as soon as somebody has been mesmerised in it."""
    if not table.phase.startswith("dawn") and table.counted_in != table.phase:
        return None
    marked = mesmerised(table)
    lasting = table.in_force.get(VARIANT) == ""
    if not lasting and not (marked and table.noted.get(TURN) == table.night):
        return None
    others = [seat for seat in table.living if table.side(seat) != "werewolves"]
    awake = [seat for seat in others if seat not in marked]
    return "werewolves" if len(awake) < 2 and len(others) < len(table.living) else None
