"""The werewolves: of The Pact, whose victim may have another fate; of the New Moon, who may stay asleep (NM-12, NM-13);
and of the dark city, who swap cards (WW-59)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from narrator.rules.facts import Attacked, Called, CardGiven, Noted, Turned
from narrator.rules.pools import other_living
from narrator.rules.prompts import Answer
from narrator.rules.registry import agreement, condition, pool, power
from narrator.rules.table import Table

VICTIMS = ("pack", "victims")
"""Noted: the victims of the pack, each with the night, the first one first."""


@power("werewolf.hunt", choose="one", brings="devoured")
def hunt(table: Table, given: Mapping[str, Answer]) -> None:
    """Whom the whole pack agrees on dies at dawn, unless something averts it or it has another fate; in the flood there
    may be two, in seat order."""
    for victim in table.in_seat_order({victim for (victim,) in given.values()}):
        if not any(befalls(table, victim) for befalls in table.rules.fates):
            strike(table, victim)


def strike(table: Table, seat: str, certain: bool = False) -> None:
    """A seat is the victim of the pack tonight."""
    table.record(Attacked(seat, "devoured", certain, by_pack=True))
    table.record(Noted(*VICTIMS, (*table.noted.get(VICTIMS, ()), (table.night, seat))))


@power("werewolf.switch", choose="two")
def switch(table: Table, given: Mapping[str, Answer]) -> None:
    """Swap the cards of the two seats that all werewolves name; the two are told their new cards."""
    for answer in given.values():
        one, other = table.in_seat_order(answer)
        cards = table.card[one], table.card[other]
        table.record(CardGiven(one, cards[1]))
        table.record(CardGiven(other, cards[0]))


@condition
def from_the_second_night(table: Table) -> bool:
    """Is it night 2 or later?"""
    return table.night > 1


@pool(same_for_all=True, apart=True)
def pack_as_called(table: Table, asker: str) -> Sequence[str]:
    """Every living werewolf who was one when this call began: whoever is turned in it sleeps through the rest of it."""
    since = takewhile(lambda fact: not isinstance(fact, Called), reversed(table.log))
    turned = {fact.seat for fact in since if isinstance(fact, Turned)}
    return [seat for seat in table.wolves if seat not in turned]


@pool(words=("sleep",), understood_by="all-awake")
def other_living_or_sleep(table: Table, asker: str) -> Sequence[str]:
    """Every other living seat, or `sleep` (NM-13)."""
    return [*other_living(table, asker), "sleep"]


@agreement(brings="hunger")
def all_awake(table: Table, given: Mapping[str, Answer]) -> dict[str, Answer]:
    """All who stay awake name the same seat; one of their own so named need not agree (NM-12, NM-13).

    Those who answer `sleep` count no more tonight; a pack that sleeps altogether starves.
    """
    sleeping = tuple(seat for seat, answer in given.items() if answer == ("sleep",))
    if sleeping:
        table.record(Noted("werewolf", "sleeping", (table.night, sleeping)))
        if len(sleeping) == len(table.wolves):
            for seat in sleeping:
                table.record(Attacked(seat, "hunger"))
    night, asleep = table.noted.get(("werewolf", "sleeping"), (0, ()))
    awake = {seat: answer for seat, answer in given.items() if night < table.night or seat not in asleep}
    agreed: dict[Answer, str] = {}
    for named in awake.values():
        asked = [seat for seat in awake if (seat,) != named]
        if named and asked and all(awake[seat] == named for seat in asked):
            agreed[named] = asked[0]
    return {seat: named for named, seat in agreed.items()} if len(agreed) == 1 else {}
