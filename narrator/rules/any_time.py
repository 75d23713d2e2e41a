"""Prompts that stand open all day for one seat, in addition to what everybody is asked.

An answer takes effect at once. What was open meanwhile is put again, without the dead and what they had to do with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from narrator.rules.asking import able, hold, made, put, take, withdraw_standing
from narrator.rules.ballots import (
    decide_at_once,
    first_votes,
    held_again,
    hold_anew,
    tied_in,
    void_votes,
    voters_in,
)
from narrator.rules.facts import Asked, DayLeftOpen, DebateOpened, PhaseBegan, WindowOpened, Withdrawn
from narrator.rules.prompts import PASS, Answer, Prompt
from narrator.rules.registry import Step, moment, step
from narrator.rules.table import Table
from narrator.rules.village_facts import PowerSpent, VotesVoided

Held = tuple[Sequence[Prompt], Mapping[str, Mapping[str, Answer]], Sequence[str], int]
"""What was open before something happened, the answers to it, who lived, and how many facts there were."""


@step
def stand(table: Table) -> None:
    """Let exactly those prompts stand open that somebody may answer now: none at night or while a chain runs."""
    if not _calm(table):
        withdraw_standing(table)
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
    asked = table.waits or bool(table.prompts)
    return table.phase.startswith("day") and asked and not table.restless and table.winner is None


def _due(table: Table, standing: bool) -> list[Prompt]:
    due = []
    for brought_by, rule in table.rules.any_time:
        if not brought_by:
            seats: Sequence[str] = table.living
        elif brought_by[0] in table.rules.buildings:
            seats = table.occupants(brought_by[0])
        else:
            seats = () if table.in_force.keys().isdisjoint(brought_by) else table.living
        here = table.present(table.with_uses(rule, seats)) if seats else ()
        if here and hold(table, rule.when):
            prompt = made(table, rule, here, standing=standing)
            if prompt is not None:
                due.append(prompt)
    return due


def act(table: Table, prompt: Prompt, answer: Mapping[str, Answer]) -> None:
    """Let an answer to a standing prompt take effect; afterwards what was open is put again."""
    table.answers[prompt.id] = dict(answer)
    table.record(Withdrawn(prompt))
    interrupt(table, ("take", prompt.id))


def interrupt(table: Table, happens: Step) -> None:
    """Let this step happen now; afterwards what was open is put again."""
    held, table.prompts, table.fingers, table.decided = table.prompts, [], {}, None
    table.waits = False
    given = {asked.id: table.answers[asked.id] for asked in held}
    table.plan(happens, ("resume", (tuple(held), given, table.living, len(table.log))))


def offer_draw(table: Table) -> None:
    """Put a draw to the vote now (G-34), before what is asked."""
    interrupt(table, "draw-offered")


@step("draw-offered")
def draw_offered(table: Table) -> None:
    """All who have a vote say whether the game ends in a draw."""
    if put(table, table.rules.ballots["village.draw"].rule, table.voters()):
        table.plan(("count", ("village.draw", ())))


@step
def resume(table: Table, about: Held) -> None:
    """Put again what was open before, as it is now; answers that are no longer legal are void and asked again."""
    held, given, before, then = about
    if not held:
        _wait(table)
        return
    others_asked = any(isinstance(fact, WindowOpened) for fact in table.log[then:])
    dead = frozenset(before).difference(table.living)
    ballots = [prompt.id for prompt in held if prompt.id in table.rules.ballots]
    if table.ahead and _voted_again(table, about, ballots):
        return
    for prompt in held:
        left: Prompt | None = prompt
        if prompt.id in ballots:
            left = held_again(table, prompt)
        elif not hold(table, table.rules.prompts[prompt.id].when):
            left = None
        else:
            left = _as_now(table, prompt, dead) if dead else prompt
            left = left and _for_those_asked(table, left)
        if left is not None and left.aside:
            left = _for_holders(table, left, given[prompt.id])
        counted = [at for at, planned in enumerate(table.agenda) if planned == ("voted-first", prompt.id)]
        if left is None and counted:
            del table.agenda[counted[-1]]  # the next: what is put again while it is put again has two
            table.plan(*_first_votes(table, table.rules.ballots))
            continue
        if left == prompt and not others_asked:
            table.prompts.append(prompt)
        elif left is not None:
            if not left.aside:
                alone = any((step, left.id) in table.agenda for step in ("voted-in-turn", "voted-first"))
                in_turn = alone and left.id in ballots
                table.record(WindowOpened(left.id, left.seats, in_turn=in_turn))
            table.record(Asked(left))
        table.answers[prompt.id] = {
            seat: answer
            for seat, answer in given[prompt.id].items()
            if left is not None and seat in left.seats and set(left.choices_of(seat)).issuperset(answer)
        }
        if left is not None and left.open_ballot:
            for answer in dict.fromkeys(table.answers[left.id].values()):
                decide_at_once(table, left, answer)


def _voted_again(table: Table, about: Held, ballots: Sequence[str]) -> bool:
    """Do votes that were given before all others in one of these ballots, or in one that only waits to be counted, hold
    no more? Then those who gave them vote again, before all goes on."""
    held, given, _, _ = about
    under_way = [*ballots, *[step[1][0] for step in table.agenda if step[0] == "turns"]]
    complete = [step[1][0] for step in table.agenda if step[0] == "count" and all(prompt.aside for prompt in held)]
    void = [seat for name in (*under_way, *complete)[:1] for seat in void_votes(table, name)]
    if not void:
        return False
    table.record(VotesVoided(tuple(void)))
    if under_way:
        table.plan(*_first_votes(table, under_way), ("resume", about))
    else:
        table.answers.update({prompt: dict(answers) for prompt, answers in given.items()})
        hold_anew(table, complete[0])
    return True


def _first_votes(table: Table, ballots: Iterable[str]) -> list[Step]:
    """The steps in which some vote again before all others, in each of these ballots."""
    return [step for name in ballots for step in first_votes(table, name, tied_in(table, name))]


def _for_those_asked(table: Table, prompt: Prompt) -> Prompt | None:
    """The same prompt for those among its seats whom it still asks; nothing where those are none."""
    asked = _asked(table, prompt.id)
    if asked is None:
        return prompt
    seats = tuple([seat for seat in prompt.seats if seat in asked])
    own = prompt.own and {seat: prompt.own[seat] for seat in seats}
    return replace(prompt, seats=seats, own=own) if seats else None


def _for_holders(table: Table, aside: Prompt, given: Mapping[str, Answer]) -> Prompt | None:
    """What is put along with a ballot, for those who still have its card's powers and those who have done it; nothing
    where those are none."""
    card = next(card for ballot in table.rules.ballots.values() for card, rule in ballot.beside if rule.id == aside.id)
    holders = table.holders(card)
    seats = tuple([seat for seat in aside.seats if seat in holders or given.get(seat)])
    return replace(aside, seats=seats) if seats else None


def _asked(table: Table, prompt: str) -> Sequence[str] | None:
    """Whom a prompt asks as things are now, where its rule says so: those with a vote, if it takes votes before all
    others."""
    for ballot in table.rules.ballots.values():
        if any(rule.id == prompt for _, rule in ballot.first):
            return voters_in(table, ballot)
    asks = table.rules.prompts[prompt].asks
    return None if asks is None else asks(table, "")


def _as_now(table: Table, prompt: Prompt, dead: frozenset[str]) -> Prompt | None:
    """A prompt as it is after a death: for those who live in its building now, or about an office as it is now."""
    if prompt.id in table.rules.heirs.values():
        return made(table, table.rules.prompts[prompt.id], _left(prompt.seats, dead))
    taken = any((step, prompt.id) in table.agenda for step in ("take", "act-at-dusk"))
    for building in table.rules.buildings.values():
        if taken and (prompt.id in building.by_day or prompt.id in building.any_time):
            rule = table.rules.prompts[prompt.id]
            return made(table, rule, able(table, rule, table.at_home(building.id)))
    return _without(prompt, dead)


def _without(prompt: Prompt, dead: frozenset[str]) -> Prompt | None:
    """The same prompt for those who still may answer; nothing if nobody may, or nothing can be chosen any more."""
    seats = _left(prompt.seats, dead)
    choices, about = _left(prompt.choices, dead), _left(prompt.about, dead)
    own = prompt.own and {seat: _left(prompt.own[seat], dead) for seat in seats}
    numbers = [len(one) for one in own.values()] if own else [len(choices)]
    if not seats or not min(numbers):
        return None
    least, most = min(prompt.least, *numbers), min(prompt.most, max(numbers))
    return replace(prompt, seats=seats, choices=choices, own=own, about=about, least=least, most=most)


def _left(seats: Sequence[str], dead: frozenset[str]) -> tuple[str, ...]:
    return tuple(seat for seat in seats if seat not in dead)


@moment
def daylight(table: Table) -> None:
    """A day on which nobody votes lasts until it is closed, so that there is time for what may be done by day."""
    for fact in reversed(table.log):
        if isinstance(fact, WindowOpened):
            return
        if isinstance(fact, (DebateOpened, PhaseBegan)):
            break
    _wait(table)


def _wait(table: Table) -> None:
    if _due(table, standing=True):
        table.record(DayLeftOpen())


@moment(needs="buildings", evening=True)
def dusk(table: Table) -> None:
    """Those who may act at any time by day are asked once more before night falls, and as often as one of them acts."""
    at_home = [prompt for house in table.rules.buildings.values() for prompt in house.any_time]
    due = [prompt for prompt in _due(table, standing=False) if prompt.id in at_home]
    if due:
        table.agenda.append(("dusk-again", len(table.log)))
    for prompt in due:
        table.record(WindowOpened(prompt.id, prompt.seats))
        table.record(Asked(prompt))
        table.agenda.append(("act-at-dusk", prompt.id))


@step("dusk-again")
def dusk_again(table: Table, before: int) -> None:
    """What one has done may be followed by what another does: a power given back, for example, by its use."""
    if any(isinstance(fact, PowerSpent) for fact in table.log[before:]):
        dusk(table)


@step("act-at-dusk")
def act_at_dusk(table: Table, prompt: str) -> None:
    """Who dies before their turn comes does nothing more, and nothing more befalls the dead."""
    living = frozenset(table.living)
    given = table.answers[prompt]
    table.answers[prompt] = {
        seat: answer if seat in living and living.issuperset(answer) else PASS for seat, answer in given.items()
    }
    take(table, table.rules.prompts[prompt])
