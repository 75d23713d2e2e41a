"""Putting prompts to seats and taking what they answered.

Every question of the game goes through `put` or, in the secret of a call, `put_in_secret`; every time-out through
`close`; and what a card's YAML makes of an answer through `take`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from narrator.rules.facts import Asked, Chose, Used, WindowOpened, Withdrawn
from narrator.rules.prompts import PASS, Answer, Prompt
from narrator.rules.registry import Condition, Pool, step
from narrator.rules.table import Table
from narrator.rules.village_facts import PowerSpent

if TYPE_CHECKING:
    from narrator.rules.rolesets import PromptRule

Offered = tuple[tuple[str, ...], dict[str, tuple[str, ...]] | None]
"""What may be chosen, and by each seat, where that differs."""


def put(
    table: Table,
    rule: PromptRule,
    seats: Sequence[str],
    *,
    among: Collection[str] | None = None,
    about: Sequence[str] = (),
    open_ballot: bool = False,
    in_turn: bool = False,
) -> bool:
    """Put a prompt openly to those of `seats` that have a legal choice, and say whether there was any (G-06).

    `among` narrows the choices, as in the second ballot between the tied. `about` are seats that it is about. One that
    is put `in_turn` is answered by one seat after another.
    """
    prompt = made(table, rule, seats, among, about, open_ballot=open_ballot)
    if prompt is None:
        return False
    table.record(WindowOpened(rule.id, prompt.seats, in_turn=in_turn))
    table.record(Asked(prompt))
    return True


def put_in_secret(table: Table, rule: PromptRule, seats: Sequence[str]) -> bool:
    """Put a prompt in a time that is open whether or not it is put, and say whether anybody has a legal choice."""
    prompt = made(table, rule, seats, lasting=True)
    if prompt is not None:
        table.record(Asked(prompt))
    return prompt is not None


def made(
    table: Table, rule: PromptRule, seats: Sequence[str], among: Collection[str] | None = None,
    about: Sequence[str] = (), *, lasting: bool = False, open_ballot: bool = False, standing: bool = False,
) -> Prompt | None:  # fmt: skip
    """The prompt that is put to those of `seats` that have a legal choice; nothing where none has."""
    if rule.hunts and table.fasting:
        seats = [seat for seat in seats if seat not in table.fasting]
    if not seats:
        return None
    barred = barred_seats(table, rule)
    choices, own = _choices(table, rule, seats, among, barred)
    # who is left out, though there is somebody to choose, would be known to love one of them
    may_abstain = rule.may_pass and among is not None and not frozenset(among).issubset(barred)
    if own is not None and not may_abstain:
        own = {seat: choice for seat, choice in own.items() if choice}
        seats = list(own)
    if not choices and not may_abstain:
        return None
    legal = None if rule.together is None else tuple(rule.together(table, seats[0]))
    least, most = _numbers(table, rule, legal, [choices] if own is None else list(own.values()))
    kind = rule.kind
    if kind == "this":
        kind, choices = ("yes", ("yes",)) if len(choices) == 1 else ("seat", choices)
    must = () if rule.must is None else rule.must(table, "")
    return Prompt(
        rule.id,
        tuple(seats),
        choices,
        least,
        most,
        rule.may_pass and (rule.passes_when is None or rule.passes_when(table)),
        kind,
        own,
        lasting,
        open_ballot,
        rule.agree is not None,
        legal,
        tuple(about),
        rule.aside,
        _most(table, rule) if lasting else 0,
        standing,
        rule.bots,
        tuple([seat for seat in must if (choices if own is None else own.get(seat))]) if must else (),
        rule.words,
        rule.by_place,
    )


def barred_seats(table: Table, rule: PromptRule) -> Sequence[str]:
    """Whom nobody may choose in a prompt, as everybody knows."""
    safe = [seat for building in rule.safe for seat in table.occupants(building)]
    return [*safe, *table.away] if rule.hunts else safe


def _choices(
    table: Table, rule: PromptRule, seats: Sequence[str], among: Collection[str] | None, barred: Sequence[str]
) -> Offered:
    """What may be chosen in a prompt, and by whom, where that differs from seat to seat."""
    choices, own = _pools(table, rule, seats)
    if among is None and not barred:
        return choices, own
    left = frozenset(choices if among is None else among).difference(barred)
    return _kept(choices, left), own and {seat: _kept(each, left) for seat, each in own.items()}


def _pools(table: Table, rule: PromptRule, seats: Sequence[str]) -> Offered:
    """All that may be chosen by the rule's pool, by whom where that differs: seats in order, then words."""
    narrowed = rule.not_twice or rule.within
    pool: Pool = partial(_reach, rule) if narrowed else rule.pool
    alike = not narrowed and (rule.same_for_all or (rule.same_but_for_lovers and not table.lover))
    if alike or len(seats) == 1:
        return tuple(pool(table, seats[0])), None
    if rule.same_but_for_lovers and not narrowed:
        others = next((tuple(pool(table, seat)) for seat in seats if seat not in table.lover), ())
        each = [tuple(pool(table, seat)) if seat in table.lover else others for seat in seats]
    else:
        each = [tuple(pool(table, seat)) for seat in seats]
    if each.count(each[0]) == len(each):
        return each[0], None
    every = frozenset(each[0]).union(*[choices for choices in each if choices is not each[0]])
    seated = table.in_seat_order(every)
    words = [] if len(seated) == len(every) else [word for word in chain(*each) if word not in seated]
    return (*seated, *dict.fromkeys(words)), dict(zip(seats, each, strict=True))


def _reach(rule: PromptRule, table: Table, seat: str) -> Sequence[str]:
    """What a seat may choose where not all of the pool is within its reach, or not what it chose last night."""
    choices = rule.pool(table, seat)
    for within in rule.within:
        near = within(table, seat)
        choices = [choice for choice in choices if choice in near]
    night, last = table.last_choice.get((seat, rule.id), (0, "")) if rule.not_twice else (0, "")
    return [choice for choice in choices if choice != last or night != table.night - 1]


def _numbers(
    table: Table, rule: PromptRule, legal: Sequence[Answer] | None, each: Sequence[Sequence[str]]
) -> tuple[int, int]:
    """How many choices an answer names at the least and at the most, of those there are for each seat."""
    if legal is not None:
        lengths = [len(answer) for answer in legal]
        least, most = min(lengths), max(lengths)
    else:
        most = _most(table, rule)
        least = min(rule.least, most)
    if most < 2:
        return least, most
    there = [len(choices) for choices in each]
    return min(least, *there), min(most, max(there))


def _kept(choices: tuple[str, ...], left: frozenset[str]) -> tuple[str, ...]:
    """Those of the choices that are left where they are narrowed."""
    return tuple([one for one in choices if one in left])


def open_window(table: Table, rule: PromptRule, holders: Sequence[str]) -> bool:
    """Open the time for a prompt whether or not anybody is asked (G-20), put it to those of its holders who can
    answer, and say whether there was anybody."""
    always_the_same = rule.one_if is None and rule.offers is None
    table.record(rule.opens if always_the_same else _opened(table, rule))
    seats = able(table, rule, holders)
    if seats:
        if rule.shows is not None:
            rule.shows(table, seats)
        if put_in_secret(table, rule, seats):
            return True
    for effect, word in rule.aloud:
        effect(table, "", (table.draw(table.living),), word)
    return False


def _opened(table: Table, rule: PromptRule) -> WindowOpened:
    offers = rule.opens.offers if rule.offers is None else tuple(rule.offers(table, ""))
    return WindowOpened(rule.id, most=_most(table, rule), offers=offers)


def _most(table: Table, rule: PromptRule) -> int:
    return 1 if rule.one_if is not None and rule.one_if(table) else rule.most


def hold(table: Table, conditions: tuple[Condition, ...]) -> bool:
    """Do all of these conditions hold?"""
    for holds in conditions:  # noqa: SIM110 (asked hundreds of times a game, of one condition or none)
        if not holds(table):
            return False
    return True


def able(table: Table, rule: PromptRule, holders: Sequence[str]) -> Sequence[str]:
    """Those who may be asked now: its holders or those it `asks`, as often as it has uses, when its time has come."""
    seats = table.with_uses(rule, holders)
    return seats if seats and hold(table, rule.when) else ()


def read_all(prompt: Prompt, values: dict[Any, object]) -> dict[str, Answer]:
    """The answers that several seats give by these values, as `Prompt.read` has each; the plain ones are read here,
    because thousands are in every second of a simulation."""
    seats, own = prompt.seats, prompt.own
    choices: Collection[str] = frozenset(prompt.choices) if own is None and len(values) > 4 else prompt.choices
    plain = prompt.least == 1 and prompt.legal is None and tuple(values) == seats
    answers: dict[str, Answer] = {}
    for seat, value in values.items():
        if plain and isinstance(value, str) and value in (choices if own is None else own[seat]):
            answers[seat] = (value,)
        elif value is None and prompt.may_pass and seat in seats and seat not in prompt.must:
            answers[seat] = PASS
        else:
            answers[seat] = prompt.read(seat, value)
    return answers


def close(table: Table) -> None:
    """Close the open prompts as at the end of their time (G-05): silence passes, says no, or leaves it to a lot."""
    closed, table.prompts, table.waits = table.prompts, [], False
    for prompt in closed:
        given = table.answers[prompt.id]
        if tuple(given) != prompt.seats:
            table.answers[prompt.id] = {
                seat: given[seat] if seat in given else _silence(table, prompt, seat) for seat in prompt.seats
            }


def withdraw_standing(table: Table) -> None:
    """Nothing stands open besides what everybody is asked."""
    for prompt in tuple(table.standing):
        table.record(Withdrawn(prompt))


def take(table: Table, rule: PromptRule) -> None:
    """Do what a prompt's YAML says comes of its answers, in seat order."""
    given = table.answered(rule.id)
    if rule.agree is not None:
        given = rule.agree(table, given)
    carry_out(table, rule, {seat: answer for seat, answer in given.items() if answer})


def carry_out(table: Table, rule: PromptRule, given: Mapping[str, Answer]) -> None:
    """Do what a prompt's YAML says comes of these answers, none of which passes."""
    if not given:
        return
    if rule.uses is not None or rule.remembered or rule.spends:
        for seat, answer in given.items():
            if rule.spends:
                table.record(PowerSpent(seat, table.house[seat]))
            if rule.uses is not None:
                table.record(Used(seat, rule.id))
            if rule.remembered:
                table.record(Chose(seat, rule.id, answer[0]))
    if rule.power is not None:
        rule.power(table, given)
    for seat, answer in given.items():
        for effect, word in rule.then:
            effect(table, seat, answer, word)


@step("take")
def take_later(table: Table, prompt: str) -> None:
    """Do what comes of answers that were given earlier."""
    take(table, table.rules.prompts[prompt])


def _silence(table: Table, prompt: Prompt, seat: str) -> Answer:
    silence = PASS if prompt.id in table.fingers else prompt.silence(seat)
    if silence is not None:
        return silence
    choices = prompt.choices_of(seat)
    drawn: list[str] = []
    if prompt.legal is not None:
        legal = [list(answer) for answer in prompt.legal]
        while more := [answer[len(drawn)] for answer in legal if answer[: len(drawn)] == drawn != answer]:
            drawn.append(table.draw(list(dict.fromkeys(more))))
        return tuple(drawn)
    for _ in range(prompt.least):
        drawn.append(table.draw([choice for choice in choices if choice not in drawn]))
    return tuple(drawn)
