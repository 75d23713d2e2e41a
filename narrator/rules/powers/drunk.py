"""The village drunk: sober on the third night (CO-44)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.facts import CardDrawn, Dealt, Told
from narrator.rules.powers.little_girl import girl_may_peep
from narrator.rules.prompts import Answer
from narrator.rules.registry import condition, pool, power, telling
from narrator.rules.table import Table

SOBER = "drunk.sober"
SOBER_NIGHT = 3


@condition
def third_night(table: Table) -> bool:
    """Is it night 3?"""
    return table.night == SOBER_NIGHT


@condition
def girl_may_be_about(table: Table) -> bool:
    """May a little girl be alive, or may a sober drunk have become her, as far as the table knows (CO-21)?"""
    if girl_may_peep(table):
        return True
    if table.despair is not None or table.night < SOBER_NIGHT or SOBER not in table.opened:
        return False
    drawn = [card for card, _ in table.drawn]
    dealt = {card: number - drawn.count(card) for card, number in table.dealt.items()}
    turned_up = table.turned_up.items()
    return not dealt.get("little-girl") and all(dealt.get(card, 0) >= number for card, number in turned_up)


@telling(tells={"sober": ()})
def sober(table: Table, seats: Sequence[str]) -> None:
    """The asked are told that they are sober."""
    for seat in seats:
        table.record(Told(seat, "sober", "yes"))


def coins(table: Table, asker: str) -> Sequence[str]:
    """The cards of the set that may be among the undealt."""
    return [name for name, card in table.rules.cards.items() if not (card.werewolf or card.stand_in)]


@pool(holds="card", offers=coins)
def undealt(table: Table, asker: str) -> Sequence[str]:
    """The cards of the set of which at least one was not dealt, without werewolves and stand-ins."""
    stood_for = [fact.card for fact in table.log if isinstance(fact, Dealt) and fact.coin]
    return [
        name
        for name, card in table.rules.cards.items()
        if table.dealt.get(name, 0) - stood_for.count(name) < card.copies and not (card.werewolf or card.stand_in)
    ]


@power(SOBER, choose="card")
def choose(table: Table, given: Mapping[str, Answer]) -> None:
    """The card chosen is the drunk's from now on."""
    for seat, answer in given.items():
        table.record(CardDrawn(seat, answer[0]))
