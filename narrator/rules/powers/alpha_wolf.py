"""The alpha wolf: once a game it turns a victim into a werewolf, or kills one more (CO-22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.facts import Attacked
from narrator.rules.hidden_cards import may_be_alive
from narrator.rules.pools import bitten
from narrator.rules.prompts import Answer
from narrator.rules.registry import combination, condition, pool, power
from narrator.rules.table import Table
from narrator.rules.turning import turned_at_once


@condition
def alpha_wolf_may_bite(table: Table) -> bool:
    """Is it night 2 or later, and may an alpha wolf be alive as far as the table knows?"""
    return table.night > 1 and may_be_alive(table, "alpha-wolf")


@pool
def alpha_wolf(table: Table, asker: str) -> Sequence[str]:
    """The living alpha wolf."""
    return table.holders("alpha-wolf")


@combination(words=("turn", "feast"))
def bites(table: Table, asker: str) -> Sequence[Answer]:
    """`turn`, with several victims also which, or `feast` and one more living seat that is not a werewolf."""
    victims = bitten(table, asker)
    turns = [("turn", victim) for victim in victims] if len(victims) > 1 else [("turn",)] * len(victims)
    return [*turns, *[("feast", seat) for seat in table.prey if seat not in victims]]


@power(
    "alpha-wolf.bite",
    choose="together",
    brings="devoured",
    turns=True,
    tells={"turned": ()},
    of="wolves",
)
def bite(table: Table, given: Mapping[str, Answer]) -> None:
    """The victim turned becomes a werewolf at once instead of dying, whatever else might save it."""
    attacks = {attack.seat: attack for attack in table.attacks}
    victims = bitten(table, "")
    for word, *seats in given.values():
        victim = seats[0] if seats else victims[0]
        if word == "feast" and victim not in attacks:
            attacks[victim] = Attacked(victim, "devoured")
            table.record(attacks[victim])
        elif word == "turn" and victim in table.prey:
            turned_at_once(table, attacks[victim], "turned")
