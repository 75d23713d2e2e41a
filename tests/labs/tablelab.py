"""A table with cards before its seats, for what the rules answer about one without a game around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator.game.library import LIBRARY, Library
from narrator.rules.deal import laid
from narrator.rules.table import Table

SEATS = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


def table(
    cards: Mapping[str, str], roleset: str = "millers-hollow", *, library: Library = LIBRARY, seed: int = 1, **more: Any
) -> Table:
    """A table of eight, just before the setup: those who are not named have the plain villager's card."""
    chosen = more.pop("options", {})
    rules, options = library.roleset(roleset, {"sheriff": "never"} | chosen)
    return laid(rules, SEATS, options, seed, cards=cards, **more)


def happened(table: Table, *kinds: type) -> list[Any]:
    """The facts of these kinds, in order."""
    return [fact for fact in table.log if isinstance(fact, kinds)]
