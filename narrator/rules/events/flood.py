"""The flood: no vote today, and tonight each lodge's werewolves devour within their own lodge (EV-45)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrator.rules.agreements import everybody
from narrator.rules.facts import Announced
from narrator.rules.powers.big_bad_wolf import unbitten_prey
from narrator.rules.prompts import Answer
from narrator.rules.registry import agreement, condition, pool, procedure
from narrator.rules.table import Table

CARD = "ev-flood"


@condition
def six_are_alive(table: Table) -> bool:
    """Are there at least six living players?"""
    return len(table.living) >= 6


@procedure("no-vote", says={"vote.none": ()}, sounds={"vote.none": ("flood", 0.9)}, story={"vote.none": ()})
def no_vote(table: Table) -> None:
    """Nobody votes today."""
    table.record(Announced("vote.none"))


def same_lodge(table: Table, one: str, other: str) -> bool:
    """May these two meet, or does the flood keep their lodges apart?"""
    return CARD not in table.in_force or bool(table.noted.get((one, "lodge")) == table.noted.get((other, "lodge")))


@pool
def prey_within_reach(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that is not a werewolf; while the flood stands, of one's own lodge."""
    return _within_reach(table, asker, table.prey)


@pool
def unbitten_within_reach(table: Table, asker: str) -> Sequence[str]:
    """Every living seat that is not a werewolf and that nobody has attacked tonight, in the same way."""
    return _within_reach(table, asker, unbitten_prey(table, asker))


def _within_reach(table: Table, asker: str, seats: Sequence[str]) -> Sequence[str]:
    return [seat for seat in seats if same_lodge(table, asker, seat)] if CARD in table.in_force else seats


@agreement
def all_within_reach(table: Table, given: Mapping[str, Answer]) -> dict[str, Answer]:
    """All give the same answer; while the flood stands, all of one lodge."""
    if CARD not in table.in_force:
        return everybody(table, given)
    agreed: dict[str, Answer] = {}
    for lodge in ("sun", "moon"):
        own = {seat: answer for seat, answer in given.items() if table.noted.get((seat, "lodge")) == lodge}
        agreed |= everybody(table, own) if own else {}
    return agreed
