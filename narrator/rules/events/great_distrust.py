"""The great distrust: everybody names two friends, and those who are nobody's friend die (EV-41)."""

from __future__ import annotations

from narrator.rules.asking import able, put
from narrator.rules.chain import all_condemned, nobody_condemned
from narrator.rules.facts import Announced, Counted
from narrator.rules.registry import procedure, step
from narrator.rules.table import Table

FRIENDS, NONE, ALL = "village.friends", "friends.none", "friends.all"


@procedure(
    "great-distrust",
    puts={FRIENDS: "two"},
    says={FRIENDS: (), "friends.counted": (), NONE: ("names",), ALL: ()},
)
def name_friends(table: Table) -> None:
    """Every living player names two others."""
    rule = table.rules.prompts[FRIENDS]
    if put(table, rule, able(table, rule, ())):
        table.plan("friends-named")


@step("friends-named")
def friends_named(table: Table) -> None:
    """All whom nobody has named are eliminated; if that is everybody or nobody, nobody is."""
    given = table.answered(FRIENDS)
    votes = tuple((seat, friend) for seat, friends in given.items() for friend in friends)
    named = [friend for _, friend in votes]
    tally = tuple((seat, named.count(seat)) for seat in table.in_seat_order(set(named)))
    table.record(Counted(FRIENDS, votes, tally, spares=True))
    here = table.present(table.living)
    friendless = [seat for seat in here if seat not in named]
    if not friendless:
        table.record(Announced(ALL))
    if not friendless or friendless == list(here):
        nobody_condemned(table)
    else:
        table.record(Announced(NONE, tuple(friendless)))
        all_condemned(table, friendless)
