"""The werewolves of the dark city: they swap the cards of two others (WW-59)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import CardGiven
from narrator.rules.powers import power
from narrator.rules.prompts import Answer
from narrator.rules.table import Table


@power.named("werewolf.switch")
def switch(table: Table, given: Mapping[str, Answer]) -> None:
    """Swap the cards of the two seats that all werewolves name; the two are told their new cards."""
    for answer in given.values():
        if answer:
            one, other = table.in_seat_order(answer)
            cards = table.card[one], table.card[other]
            table.record(CardGiven(one, cards[1]))
            table.record(CardGiven(other, cards[0]))
