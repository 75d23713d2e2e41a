"""The thief: takes a card from the centre (MH-10)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import CardTaken
from narrator.rules.prompts import Answer
from narrator.rules.registry import power
from narrator.rules.table import Table


@power("thief.swap", choose="card")
def swap(table: Table, given: Mapping[str, Answer]) -> None:
    """Lay down the thief's card and take the one named; that is the thief's from now on."""
    for seat, answer in given.items():
        if answer[0] in table.centre:  # another thief may have been quicker
            table.record(CardTaken(seat, answer[0]))
