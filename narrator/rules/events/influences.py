"""Influences: in the next vote all vote one after another, openly; the last one who died says who begins (EV-20)."""

from __future__ import annotations

from narrator.rules.asking import put
from narrator.rules.ballots import collect_signs, count_later, present_in, put_asides, voted_first, voters_in
from narrator.rules.registry import step
from narrator.rules.table import Table
from narrator.rules.village_facts import RuleEnded


@step
def in_turn(table: Table, name: str) -> None:
    """Ask the last one who died who is to vote first."""
    event = table.rules.ballots[name].in_turn
    table.record(RuleEnded(event))
    prompt = table.rules.events[event].prompts[0]
    if put(table, table.rules.prompts[prompt], table.graves()[-1:]):
        table.plan(("turns", (name, prompt)))
    else:
        vote_in_turn(table, (name, table.seats[0]))


@step
def turns(table: Table, about: tuple[str, str]) -> None:
    """The seat named votes first."""
    name, prompt = about
    ((first,),) = table.answered(prompt).values()
    vote_in_turn(table, (name, first))


@step("vote-in-turn")
def vote_in_turn(table: Table, about: tuple[str, str]) -> None:
    """The next one who has a vote to give votes for all to see, clockwise from the first; after the last, count."""
    name, first = about
    rules = table.rules.ballots[name]
    voters, among = voters_in(table, rules), present_in(table, name, None)
    for seat in (first, *table.left_of(first)):
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
