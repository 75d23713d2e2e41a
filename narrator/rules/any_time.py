"""Prompts that stand open all day for one seat, beside what everybody is asked.

An answer takes effect at once. What was open meanwhile is put again, without the dead and what they had to do with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from narrator.rules.asking import hold, made, take
from narrator.rules.ballots import first_votes
from narrator.rules.facts import Asked, WindowOpened, Withdrawn
from narrator.rules.prompts import PASS, Answer, Prompt
from narrator.rules.registry import moment, step
from narrator.rules.table import Table
from narrator.rules.village_facts import VotesVoided


@step
def stand(table: Table) -> None:
    """Let exactly those prompts stand open that somebody may answer now: none at night or while a chain runs."""
    if not _calm(table):
        for prompt in tuple(table.standing):
            table.record(Withdrawn(prompt))
        return
    asked = [prompt.id for prompt in table.prompts]
    due = [prompt for prompt in _due(table, standing=True) if prompt.id not in asked]
    if due == table.standing:
        return
    for prompt in [prompt for prompt in table.standing if prompt not in due]:
        table.record(Withdrawn(prompt))
    for prompt in due:
        if prompt not in table.standing:
            table.record(Asked(prompt))


def _calm(table: Table) -> bool:
    day = table.phase.startswith("day") and table.night > 0
    return day and bool(table.prompts) and not table.restless and table.winner is None


def _due(table: Table, standing: bool) -> Iterator[Prompt]:
    homes = table.homes()
    for brought_by, rule in table.rules.any_time:
        if not brought_by:
            seats: Sequence[str] = table.living
        elif brought_by[0] in table.rules.buildings:
            seats = homes.get(brought_by[0], ())
        else:
            seats = () if table.in_force.keys().isdisjoint(brought_by) else table.living
        here = table.with_uses(rule, seats) if seats else ()
        if table.away:
            here = [seat for seat in here if seat not in table.away]
        if here and hold(table, rule.when):
            prompt = made(table, rule, here, lasting=False, standing=standing)
            if prompt is not None:
                yield prompt


def act(table: Table, prompt: Prompt, answer: Mapping[str, Answer]) -> None:
    """Let an answer to a standing prompt take effect; afterwards what was open is put again."""
    table.answers[prompt.id] = dict(answer)
    table.record(Withdrawn(prompt))
    held, table.prompts = table.prompts, []
    given = {asked.id: table.answers[asked.id] for asked in held}
    table.plan(("take", prompt.id), ("resume", (tuple(held), given, table.living)))


@step
def resume(table: Table, about: tuple[Sequence[Prompt], Mapping[str, Mapping[str, Answer]], Sequence[str]]) -> None:
    """Put again what was open before; answers by the dead, and those that chose them, are void and asked again."""
    held, given, before = about
    dead = frozenset(before).difference(table.living)
    ballots = [prompt.id for prompt in held if prompt.id in table.rules.ballots]
    if ballots and any(seat in dead or choice in dead for seat, choice in table.ahead.items()):
        table.record(VotesVoided(tuple(table.in_seat_order(dead))))
        first = [step for prompt in held for step in first_votes(table, prompt.id, prompt.choices)]
        table.plan(*first, ("resume", about))
        return
    for prompt in held:
        voters = [seat for seat in table.voters() if seat not in table.ahead] if prompt.id in ballots else prompt.seats
        silent = dead.union([seat for seat in prompt.seats if seat not in voters])
        given_still = {
            seat: answer
            for seat, answer in given[prompt.id].items()
            if seat not in silent and dead.isdisjoint(answer)
        }
        left = _without(prompt, silent, dead) if silent else prompt
        if left is prompt:
            table.prompts.append(prompt)
        elif left is not None:
            if not left.aside:
                table.record(WindowOpened(left.id, left.seats))
            table.record(Asked(left))
        table.answers[prompt.id] = given_still


def _without(prompt: Prompt, silent: frozenset[str], dead: frozenset[str]) -> Prompt | None:
    """The same prompt for those who still may answer; nothing if nobody may, or nothing can be chosen any more."""
    seats = tuple(seat for seat in prompt.seats if seat not in silent)
    choices, about = _left(prompt.choices, dead), _left(prompt.about, dead)
    own = prompt.own and {seat: _left(prompt.own[seat], dead) for seat in seats}
    return replace(prompt, seats=seats, choices=choices, own=own, about=about) if seats and choices else None


def _left(seats: Sequence[str], dead: frozenset[str]) -> tuple[str, ...]:
    return tuple(seat for seat in seats if seat not in dead)


@moment(needs="buildings", evening=True)
def dusk(table: Table) -> None:
    """Whoever may act at any time by day is asked once more before night falls."""
    everybodys = [rule.id for brought_by, rule in table.rules.any_time if not brought_by]
    for prompt in [prompt for prompt in _due(table, standing=False) if prompt.id not in everybodys]:
        table.record(WindowOpened(prompt.id, prompt.seats))
        table.record(Asked(prompt))
        table.agenda.append(("act-at-dusk", prompt.id))


@step("act-at-dusk")
def act_at_dusk(table: Table, prompt: str) -> None:
    """Who dies before their turn comes does nothing more, and nothing more befalls the dead."""
    living = frozenset(table.living)
    given = table.answers[prompt]
    table.answers[prompt] = {
        seat: answer if seat in living and living.issuperset(answer) else PASS for seat, answer in given.items()
    }
    take(table, table.rules.prompts[prompt])
