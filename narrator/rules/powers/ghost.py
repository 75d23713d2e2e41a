"""The ghost: speaks one letter a day (CO-45)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from narrator.rules.facts import Announced
from narrator.rules.prompts import Answer
from narrator.rules.registry import pool, power
from narrator.rules.table import Table


@pool(holds="letter")
def letters(table: Table, asker: str) -> Sequence[str]:
    """The letters with which no living player's name begins."""
    initials = {unicodedata.normalize("NFD", seat.strip())[0].upper() for seat in table.living}
    return [letter for letter in ascii_uppercase if letter not in initials]


@power("ghost.clue", choose="letter", says={"ghost.letter": ("letter",)})
def clue(table: Table, given: Mapping[str, Answer]) -> None:
    """The letter is said aloud."""
    for answer in given.values():
        table.record(Announced("ghost.letter", answer))
