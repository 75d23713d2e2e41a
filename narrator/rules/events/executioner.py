"""The executioner: is alone shown the cards of those whom the village votes out (EV-12)."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.rules.facts import EYES_ONLY, Announced, Told
from narrator.rules.prompts import Answer
from narrator.rules.registry import concealment, condition, power
from narrator.rules.table import Table
from narrator.rules.variant_facts import SECOND

CARD, OFFICE = "ev-executioner", "executioner"


@condition
def executioner_to_be_elected(table: Table) -> bool:
    """Has the card been drawn, with nobody in the office?"""
    return CARD in table.in_force and table.office.get(OFFICE) is None


@concealment(needs="events", says={EYES_ONLY: ()})
def shown_to_the_executioner(table: Table, seat: str) -> bool:
    """Was this seat voted out while there is an executioner? Then that one alone is shown its card. A devoted servant
    has stepped forward for all to see, so the servant's card is turned up."""
    executioner = table.office.get(OFFICE)
    if executioner is None or "vote" not in table.died_of[seat] or (seat, "served") in table.noted:
        return False
    if executioner != seat:
        _show(table, executioner, seat)
    return True


@power("executioner.succeed", choose="one")
def succeeded(table: Table, given: Mapping[str, Answer]) -> None:
    """The heir is shown the card of the executioner who has died."""
    for executioner, (heir,) in given.items():
        if executioner in table.died_in:
            _show(table, heir, executioner)


def _show(table: Table, to: str, seat: str) -> None:
    """Show the card that would be turned up, or both where the seat holds two of them face down (VA-06)."""
    card = table.rules.cards[table.card[seat]].shown_as
    both = table.noted.get((seat, SECOND)) == "secret" and seat in table.part
    table.record(Told(to, seat, (card, table.part[seat]) if both else card))
    table.record(Announced(EYES_ONLY))
