"""When is a pack agreed? Each way makes of everybody's answers the one that counts.

Each is named in a prompt's YAML, as in `agree: all`. The answer that counts is handed on under one of those who gave
it; none is when they are not agreed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from narrator.rules.facts import Attacked, Slumbered
from narrator.rules.prompts import Answer
from narrator.rules.registry import Registry
from narrator.rules.table import Table

Agreement = Callable[[Table, Mapping[str, Answer]], dict[str, Answer]]

agreement: Registry[Agreement] = Registry("agreement")


CAUSE = {"all-awake": "hunger"}
"""The cause of death by night that an agreement brings."""


@agreement.named("all")
def everybody(table: Table, given: Mapping[str, Answer]) -> dict[str, Answer]:
    """All give the same answer, in whatever order its parts stand (MH-21)."""
    answers = list(given.values())
    if answers.count(answers[0]) == len(answers) or all(set(answers[0]) == set(other) for other in answers):
        return {next(iter(given)): answers[0]}
    return {}


@agreement
def each_named_by_all(table: Table, given: Mapping[str, Answer]) -> dict[str, Answer]:
    """Whatever stands in everybody's answer counts (CO-42)."""
    first, *others = given.values()
    common = tuple([choice for choice in first if all(choice in other for other in others)])
    return {next(iter(given)): common} if common else {}


@agreement
def all_awake(table: Table, given: Mapping[str, Answer]) -> dict[str, Answer]:
    """All who stay awake name the same seat, one of their own not asked about itself (NM-12, NM-13).

    Whoever answers `sleep` counts no more tonight; a pack that sleeps altogether starves.
    """
    sleeping = tuple(seat for seat, answer in given.items() if answer == ("sleep",))
    if sleeping:
        table.record(Slumbered(sleeping))
        if len(sleeping) == len(table.wolves):
            for seat in sleeping:
                table.record(Attacked(seat, "hunger"))
    awake = {seat: answer for seat, answer in given.items() if seat not in table.slumbering}
    agreed: dict[Answer, str] = {}
    for named in awake.values():
        asked = [seat for seat in awake if (seat,) != named]
        if named and asked and all(awake[seat] == named for seat in asked):
            agreed[named] = asked[0]
    return {seat: named for named, seat in agreed.items()} if len(agreed) == 1 else {}
