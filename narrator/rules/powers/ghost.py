"""The ghost: speaks one letter a day (CO-45)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from narrator.rules.asking import put
from narrator.rules.facts import LEFT, Announced
from narrator.rules.prompts import Answer
from narrator.rules.registry import moment, pool, power, step
from narrator.rules.table import Table


@moment
def haunt(table: Table) -> None:
    """The dead who may still say something each day are asked, one after another (CO-45), unless they went home."""
    for seat in reversed(table.seats):
        if seat not in table.living and LEFT not in table.died_of.get(seat, ()):
            haunts = [prompt for card in table.powers(seat) for prompt in table.rules.cards[card].haunts]
            table.plan(*[("haunting", (seat, prompt)) for prompt in haunts])


@step
def haunting(table: Table, about: tuple[str, str]) -> None:
    """Ask one of the dead."""
    seat, prompt = about
    if put(table, table.rules.prompts[prompt], [seat]):
        table.plan(("take", prompt))


@pool(holds="word", words=tuple(ascii_uppercase))
def letters(table: Table, asker: str) -> Sequence[str]:
    """The letters that no living player's name begins with."""
    initials = {unicodedata.normalize("NFD", seat.strip())[0].upper() for seat in table.living}
    return [letter for letter in ascii_uppercase if letter not in initials]


@power("ghost.clue", choose="word", says={"ghost.letter": ("letter",)})
def clue(table: Table, given: Mapping[str, Answer]) -> None:
    """The letter is said aloud."""
    for answer in given.values():
        table.record(Announced("ghost.letter", answer))
