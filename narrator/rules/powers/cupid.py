"""The cupid of The Pact: makes one couple in a game, whoever plays the part (PA-22, PA-45)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Linked
from narrator.rules.powers.angel import give_up_for_love
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, power
from narrator.rules.table import Table


@power("cupid.link", choose="two")
def link(table: Table, given: Mapping[str, Answer]) -> None:
    """The two chosen love each other, and an angel in love is a villager. Of several, the last one's choice counts."""
    *_, couple = given.values()
    table.record(Linked(couple))
    give_up_for_love(table)


@condition
def nobody_in_love(table: Table) -> bool:
    """Have no two been linked yet, and are there two left?"""
    return not table.lover and len(table.living) > 1
