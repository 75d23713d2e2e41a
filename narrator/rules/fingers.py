"""Votes with fingers (G-14): all point at once, and somebody counts how many fingers point at each.

Fingers stand for those who have not voted otherwise. The box adds what it knows: the votes of bots, those given ahead
of the others, and marks such as posters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator.errors import Word
from narrator.rules.ballots import voters_in, weights_of
from narrator.rules.prompts import IllegalAnswer, Prompt
from narrator.rules.rolesets import Roleset
from narrator.rules.table import Table


def by_fingers(rules: Roleset, name: str) -> bool:
    """Can a table point in this ballot (G-14)? Where it names one seat, and everybody may know who has how many votes.
    In an open ballot all see how all vote as it is."""
    ballot = rules.ballots.get(name)
    if ballot is None or ballot.rule.kind != "seat" or ballot.majority == "at-once":
        return False
    return not ballot.condemns or all(rules.cards[card].votes_shown for card in rules.uneven)


def point(table: Table, name: Any, fingers: Any) -> None:
    """Have this many fingers point at each, for all who have no vote in this ballot yet (G-14).

    Anything that somebody sends may be passed in.
    """
    prompt = next((asked for asked in table.prompts if asked.id == name), None)
    if prompt is None or not by_fingers(table.rules, name) or not _is_counted_next(table, name):
        raise IllegalAnswer("no-fingers", prompt=Word("prompt", str(name)))
    if not isinstance(fingers, Mapping) or not all(type(number) is int for number in fingers.values()):
        raise IllegalAnswer("fingers-form", prompt=Word("prompt", name))
    for seat in fingers:
        if seat not in prompt.choices:
            raise IllegalAnswer("not-pointed-at", prompt=Word("prompt", name), choice=seat, choices=prompt.choices)
    number, most = sum(fingers.values()), most_fingers(table, prompt)
    if number > most or min(fingers.values(), default=0) < 0:
        raise IllegalAnswer("many-fingers", number=number, most=most)
    table.fingers[name] = {seat: fingers[seat] for seat in prompt.choices if fingers.get(seat)}


def most_fingers(table: Table, prompt: Prompt) -> int:
    """How many fingers can point in this ballot? One for each vote of those who have not voted, as everybody knows."""
    rules = table.rules.ballots[prompt.id]
    silent = [seat for seat in voters_in(table, rules) if seat not in table.answers[prompt.id]]
    return sum(weights_of(table, rules, silent, known=True).values())


def _is_counted_next(table: Table, name: str) -> bool:
    """Are the votes that are open now counted together, and not one after another?"""
    return any(planned[0] == "count" and planned[1][0] == name for planned in table.agenda)
