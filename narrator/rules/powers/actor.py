"""The actor: has the powers of another card for a night and a day (PA-45)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.facts import Noted, PartEnded, PartTaken, Told
from narrator.rules.prompts import Answer
from narrator.rules.registry import moment, pool, power, telling
from narrator.rules.table import Table
from narrator.rules.variant_facts import SECOND

READY = "ready"
"""Noted of the actor: which of the cards laid ready have not been played."""


@moment
def curtain(table: Table) -> None:
    """The parts of the last night are played out."""
    for seat in [seat for seat in table.part if (seat, SECOND) not in table.noted]:
        table.record(PartEnded(seat))


@pool
def performers(table: Table, asker: str) -> Sequence[str]:
    """Every actor who has not become a werewolf (PA-15, PA-46)."""
    return [seat for seat in table.holders("actor") if seat not in table.wolves]


def laid_ready(table: Table, asker: str) -> Sequence[str]:
    """The cards that were laid ready, those played too."""
    return table.laid_ready


@pool(holds="card", same_for_all=True, offers=laid_ready)
def actor_cards(table: Table, asker: str) -> Sequence[str]:
    """The cards that still lie ready for the actor."""
    ready: tuple[str, ...] = table.noted.get(("actor", READY), table.laid_ready)
    return ready


@telling("actor-cards", tells={"actor": ("what",)}, of="cards")
def tell_of_cards(table: Table, seats: Sequence[str]) -> None:
    """The asked are told which cards still lie ready."""
    for seat in seats:
        ready = tuple(actor_cards(table, seat))
        if ready:
            table.record(Told(seat, "actor", ready))


@power("actor.perform", choose="card")
def perform(table: Table, given: Mapping[str, Answer]) -> None:
    """The card chosen is played until the next night."""
    for seat, answer in given.items():
        ready = actor_cards(table, seat)
        if answer[0] in ready:
            left = list(ready)
            left.remove(answer[0])
            table.record(PartTaken(seat, answer[0]))
            table.record(Noted("actor", READY, tuple(left)))
