"""The village drunk: sober in the third night (CO-44)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.conditions import condition
from narrator.rules.facts import CardDrawn, Told
from narrator.rules.pools import pool
from narrator.rules.powers import power
from narrator.rules.prompts import Answer
from narrator.rules.table import Table
from narrator.rules.tellings import telling


@condition
def third_night(table: Table) -> bool:
    """Is it night 3?"""
    return table.night == 3


@telling
def sober(table: Table, seats: Sequence[str]) -> None:
    """The asked are told that they are sober."""
    for seat in seats:
        table.record(Told(seat, "sober", "yes"))


@pool
def undealt(table: Table, asker: str) -> Sequence[str]:
    """The cards of the set of which one was not dealt, no werewolf and none that stands for another."""
    return [
        name
        for name, card in table.rules.cards.items()
        if table.dealt.get(name, 0) < card.copies and not card.werewolf and not card.stand_in
    ]


@power.named("drunk.sober")
def choose(table: Table, given: Mapping[str, Answer]) -> None:
    """The card chosen is the drunk's from now on."""
    for seat, answer in given.items():
        table.record(CardDrawn(seat, answer[0]))
