"""Influences: in the next vote all vote one after another, openly; whoever died last says who begins (EV-20)."""

from __future__ import annotations

from narrator.rules.asking import put
from narrator.rules.ballots import collect_signs, count_later, present_in, put_asides, voted_first, voters_in
from narrator.rules.registry import step
from narrator.rules.table import Table
from narrator.rules.village_facts import RuleEnded


@step
def in_turn(table: Table, name: str) -> None:
    """Ask whoever died last who is to vote first."""
    event = table.rules.ballots[name].in_turn
    table.record(RuleEnded(event))
    prompt = table.rules.events[event].prompts[0]
    if put(table, table.rules.prompts[prompt], table.graves()[-1:]):
        table.plan(("turns", (name, prompt)))
    else:
        _go_round(table, name, table.seats[0])


@step
def turns(table: Table, about: tuple[str, str]) -> None:
    """The seat named votes first."""
    name, prompt = about
    ((first,),) = table.answered(prompt).values()
    _go_round(table, name, first)


def _go_round(table: Table, name: str, first: str) -> None:
    """From this seat on, clockwise, all who have a vote give it; then it is counted."""
    voters = voters_in(table, table.rules.ballots[name])
    turns = [("vote-in-turn", (name, seat)) for seat in (first, *table.left_of(first)) if seat in voters]
    table.plan(*turns, ("votes-are-in", name))


@step("vote-in-turn")
def vote_in_turn(table: Table, about: tuple[str, str]) -> None:
    """One seat votes for all to see, if it still has a vote when its turn comes."""
    name, seat = about
    rules = table.rules.ballots[name]
    here = [seat] if seat in voters_in(table, rules) else ()
    if put(table, rules.rule, here, among=present_in(table, name, None), in_turn=True):
        put_asides(table, rules)
        table.plan(("voted-in-turn", name))


@step("voted-in-turn")
def voted_in_turn(table: Table, name: str) -> None:
    """Show the vote of one seat."""
    collect_signs(table, table.rules.ballots[name])
    voted_first(table, name)


@step("votes-are-in")
def votes_are_in(table: Table, name: str) -> None:
    """All have voted in turn: count."""
    table.answers[name] = {}
    count_later(table, name, None)
