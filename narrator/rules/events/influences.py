"""Influences: in the next vote all vote one after another, openly; the last one who died says who begins (EV-20)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.asking import put
from narrator.rules.ballots import collect_signs, count_later, present_in, put_asides, voted_first, voters_in
from narrator.rules.registry import pool, step
from narrator.rules.table import Table
from narrator.rules.village_facts import RuleEnded


@step
def in_turn(table: Table, name: str) -> None:
    """Ask the last one who died who is to vote first."""
    event = table.rules.ballots[name].in_turn
    table.record(RuleEnded(event))
    _ask(table, name, table.rules.events[event].prompts[0])


def _ask(table: Table, name: str, prompt: str) -> None:
    if put(table, table.rules.prompts[prompt], last_eliminated(table, "")):
        table.plan(("turns", (name, prompt)))
    else:
        vote_in_turn(table, (name, table.seats))


@pool(same_for_all=True)
def last_eliminated(table: Table, asker: str) -> Sequence[str]:
    """The last one who has died and is dead, as long as somebody has a vote where all vote in turn."""
    in_turn = [ballot for ballot in table.rules.ballots.values() if ballot.in_turn]
    somebody_votes = table.ahead or any(voters_in(table, ballot) for ballot in in_turn)
    return table.graves()[-1:] if somebody_votes else []


@step
def turns(table: Table, about: tuple[str, str]) -> None:
    """The seat named votes first, and then all others clockwise, as they sit now. If somebody has died meanwhile, they
    are asked instead."""
    name, prompt = about
    named = [seat for answer in table.answered(prompt).values() for seat in answer]
    if named:
        vote_in_turn(table, (name, (*named, *table.left_of(named[0]))))
    else:
        _ask(table, name, prompt)


@step("vote-in-turn")
def vote_in_turn(table: Table, about: tuple[str, Sequence[str]]) -> None:
    """The next one in this order who still has a vote gives it for all to see; after the last one, count."""
    name, order = about
    rules = table.rules.ballots[name]
    voters, among = voters_in(table, rules), present_in(table, name, None)
    for seat in order:
        if seat in voters and put(table, rules.rule, [seat], among=among, in_turn=True):
            put_asides(table, rules)
            table.plan(("voted-in-turn", name), ("vote-in-turn", about))
            return
    table.answers[name] = {}
    count_later(table, name, None)


@step("voted-in-turn")
def voted_in_turn(table: Table, name: str) -> None:
    """Show the vote of one seat."""
    collect_signs(table, table.rules.ballots[name])
    voted_first(table, name)
