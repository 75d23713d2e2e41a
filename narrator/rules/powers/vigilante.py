"""The vigilante: shoots at night, and dies of a mistake (CO-29)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import Attacked
from narrator.rules.prompts import Answer
from narrator.rules.registry import power
from narrator.rules.table import Table


@power("vigilante.shoot", choose="one", apart=True, brings="shot")
def shoot(table: Table, given: Mapping[str, Answer]) -> None:
    """The seat named dies, and the vigilante too if it is neither a werewolf nor the last of the hunters."""
    for seat, answer in given.items():
        (target,) = answer
        deserved = target in table.wolves or (not table.wolves and table.card[target] == "chupacabra")
        table.record(Attacked(target, "shot", recoil="" if deserved else seat))
