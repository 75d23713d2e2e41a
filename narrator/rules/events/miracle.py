"""Miracle: the pack's last victim had only fainted, and is back as a simple villager (EV-33)."""

from __future__ import annotations

from narrator.rules.facts import Announced, PowersLost
from narrator.rules.powers.scapegoat import bar_unnamed
from narrator.rules.powers.werewolf import VICTIMS
from narrator.rules.registry import condition, event
from narrator.rules.table import Table
from narrator.rules.village_facts import Housed, Revived

VAGABOND = "vagabond"


def _victim(table: Table) -> str | None:
    """The last one whom the whole pack devoured, in whatever night, and who died of that."""
    for night, seat in reversed(table.noted.get(VICTIMS, ())):
        if table.died_in.get(seat) == f"dawn {night}" and table.died_of[seat][0] == "devoured":
            return str(seat)
    return None


@condition
def pack_has_killed(table: Table) -> bool:
    """Does somebody lie dead whom the pack has devoured last?"""
    return _victim(table) is not None


@event("ev-miracle", says={"miracle.back": ("names",)}, sounds={"miracle.back": ("miracle", 0.9)})
def miracle(table: Table) -> None:
    """The victim lives again, a plain villager without powers, where it lived; as a vagabond where that is taken."""
    seat = _victim(table)
    assert seat is not None
    table.record(Revived(seat, table.rules.filler))
    table.record(PowersLost((seat,)))
    lived = next((fact for fact in reversed(table.log) if isinstance(fact, Housed) and seat in _about(fact)), None)
    if lived is not None:
        table.record(Housed(seat, lived.building if lived.seat == seat else VAGABOND))
    table.record(Announced("miracle.back", (seat,)))
    bar_unnamed(table, seat)
    table.plan("judge")


def _about(housed: Housed) -> tuple[str, str]:
    return housed.seat, housed.place_of
