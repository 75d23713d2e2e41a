"""The day of fools: until the next dawn some have each other's powers, and lovers fall out (EV-48)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.facts import EVERYBODY, Noted
from narrator.rules.hidden_cards import SWAPPED, lies_hidden
from narrator.rules.pools import living_but_own_lover
from narrator.rules.registry import event, moment, pool
from narrator.rules.table import Table
from narrator.rules.village_facts import PowersSwapped

CARD = "ev-day-of-fools"
PAIRS = (("witch", "seer"), ("hunter", "little-girl"), ("defender", "elder"))


@event(CARD)
def day_of_fools(table: Table) -> None:
    """The living holders of each pair of cards swap powers; what is spent belongs to the card."""
    swapping = [pair for pair in PAIRS if all(lies_hidden(table, card) for card in pair)]
    table.record(Noted(*SWAPPED, tuple(swapping), EVERYBODY))
    for one, other in PAIRS:
        for first, second in zip(table.holders(one)[:1], table.holders(other)[:1], strict=False):
            if first != second:  # with two cards each one may hold both
                table.record(PowersSwapped((first, one), (second, other)))


def give_back(table: Table, seat: str) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """Let this seat and those it has swapped powers with have their own again; the swaps, each as its two seats with
    their cards, its own first."""
    swapped = [exchange for exchange in table.swapped.items() if exchange[0][0] == seat]
    for exchange in swapped:
        table.record(PowersSwapped(*exchange))
    return swapped


def foolish(table: Table) -> bool:
    """Is it the day of fools?"""
    return CARD in table.in_force


def foolish_lovers(table: Table, asker: str) -> Sequence[str]:
    """On the day of fools, every living seat whose beloved lives and can be chosen."""
    return [seat for seat in table.living if seat in table.lover and _beloved(table, seat)] if foolish(table) else ()


@pool(must=foolish_lovers, same_but_for_lovers=True)
def living_or_foolish_lover(table: Table, asker: str) -> Sequence[str]:
    """Every living seat but the one that the asker loves; on the day of fools, that one alone."""
    return (foolish(table) and _beloved(table, asker)) or living_but_own_lover(table, asker)


def _beloved(table: Table, seat: str) -> list[str]:
    beyond = (*table.away, *table.occupants("barkeep"))
    return [other for other in table.lover.get(seat, ()) if other in table.living and other not in beyond]


@moment(needs="events")
def fools_no_more(table: Table) -> None:
    """The powers go back to the cards that they belong to."""
    if table.noted.get(SWAPPED):
        table.record(Noted(*SWAPPED, (), EVERYBODY))
    while table.swapped:
        table.record(PowersSwapped(*next(iter(table.swapped.items()))))
