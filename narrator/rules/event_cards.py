"""The deck of events: at most mornings a card is drawn and takes effect (EV-01 to EV-03)."""

from __future__ import annotations

from narrator.rules.conditions import hold
from narrator.rules.facts import Announced, EventDrawn, RuleBegan
from narrator.rules.registry import condition, moment
from narrator.rules.table import Table

EVERY = {"every-2": 2, "every-3": 3}


@moment(needs="events", says={"event.card": ("event",), "event.skipped": ("event",)})
def event_card(table: Table) -> None:
    """From the second dawn on a card is drawn; one that cannot be played is skipped, and the next one drawn."""
    if table.night < 2 or table.night % EVERY.get(table.options["events"], 1):
        return
    for card in table.event_deck:
        event = table.rules.events[card]
        if not hold(table, event.when):
            table.record(EventDrawn(card, skipped=True))
            table.record(Announced("event.skipped", (card,)))
            continue
        table.record(EventDrawn(card))
        table.record(Announced("event.card", (card,)))
        if event.kind != "immediate" or event.until:
            table.record(RuleBegan(card, event.until))
        if event.variant in table.rules.variants and event.variant not in table.in_force:
            table.record(RuleBegan(event.variant, "dawn"))
        if event.act is not None:
            event.act(table)
        return


@condition
def somebody_is_eliminated(table: Table) -> bool:
    """Has somebody been eliminated yet?"""
    return bool(table.died_in)


@condition
def ages_are_known(table: Table) -> bool:
    """Has every living player said in which year they were born?"""
    return all((seat, "born") in table.noted for seat in table.living)


@condition
def lodges_are_known(table: Table) -> bool:
    """Has every living player said to which lodge they belong?"""
    return all((seat, "lodge") in table.noted for seat in table.living)


def by_age(table: Table) -> list[str]:
    """The living, the oldest first; of the same year in seat order."""
    return sorted(table.living, key=lambda seat: table.noted[seat, "born"])


def of_lodge(table: Table, lodge: str) -> tuple[str, ...]:
    """The living players of a lodge, in seat order."""
    return tuple(seat for seat in table.living if table.noted[seat, "lodge"] == lodge)
