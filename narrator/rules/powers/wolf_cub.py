"""The wolf cub: on the night after its death the pack devours two (CO-42)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.prompts import Answer
from narrator.rules.registry import agreement, condition
from narrator.rules.table import Table


@condition
def no_wolf_cub_died(table: Table) -> bool:
    """Has no wolf cub died since the last nightfall?"""
    since = (f"dawn {table.night - 1}", f"day {table.night - 1}")
    return not any(table.card[seat] == "wolf-cub" for seat, phase in table.died_in.items() if phase in since)


@agreement
def each_named_by_all(table: Table, given: Mapping[str, Answer]) -> dict[str, Answer]:
    """Whatever stands in everybody's answer counts (CO-42)."""
    first, *others = given.values()
    common = tuple([choice for choice in first if all(choice in other for other in others)])
    return {next(iter(given)): common} if common else {}
