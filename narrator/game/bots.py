"""Bots: players that answer a prompt from its description alone, as somebody at a page would.

A policy gets a prompt, those of its seats that are bots, dice, and what others have answered so far; it returns an
answer for each of these seats, legal in any game. `play` lets bots alone play a whole one.

    answers = POLICIES["random"](prompt, ["Ann", "Bob"], Random(1), game.given(prompt))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from narrator.errors import NarratorError
from narrator.game.game import Game
from narrator.rules.prompts import FOLLOW, PASS, Answer, Prompt

Value = Answer | str | None
"""An answer as `Game.answer` takes it: a choice, several, or `None` for passing."""
Given = Mapping[str, Answer]
Policy = Callable[[Prompt, Sequence[str], Random, Given], dict[str, Value]]

NOTHING: Given = {}
WILLING = {"never": 0.0, "seldom": 0.1, "always": 1.0}
"""How often bots do what they do more or less willingly."""
PATIENCE = 3
"""Bots do what may be done at any time of the day on one day in this many."""
LONGEST = 1000
"""Nights after which a game is considered endless."""


def play(game: Game, policy: Policy, dice: Random) -> str:
    """Play a game to its end with nobody but bots, and return which side has won, `nobody` or `draw`.

    Raises `NarratorError` (`endless`) for a game without end.
    """
    offered: set[tuple[str, int]] = set()
    while prompts := game.prompts:
        for prompt in prompts:
            if prompt.bots == "never" or (prompt.standing and (prompt.id, game.night) in offered):
                continue
            game.answer_all(prompt.id, policy(prompt, prompt.seats, dice, NOTHING))
            if prompt.standing:  # once a day; and what is open may have changed
                offered.add((prompt.id, game.night))
                break
        else:
            game.close()
        if game.night > LONGEST:
            raise NarratorError("endless", f"A game did not end in {LONGEST} nights; can nobody die in it?")
    assert game.winner is not None
    return game.winner


def random_answers(prompt: Prompt, seats: Sequence[str], dice: Random, given: Given = NOTHING) -> dict[str, Value]:
    """Anything legal, with passing as one more choice; those who must agree follow the first who has answered, and
    where all see how all vote, each joins somebody who has voted before.

    A pack of bots names a seat and never says a word instead, since a pack that all sleeps starves (NM-13). A bot asked
    whether to save its own neck says yes, and bots do some things more willingly than others. Where people
    are to decide, bots answer as one of them has.
    """
    if prompt.bots == FOLLOW and len(seats) < len(prompt.seats):
        return {seat: _joined(prompt, seat, dice, given) if given else None for seat in seats}
    if prompt.standing and dice.random() * PATIENCE >= 1:
        return dict.fromkeys(seats)
    willing = "always" if prompt.kind == "yes" and prompt.about == prompt.seats else prompt.bots
    if willing in WILLING:
        return {seat: _willingly(prompt, seat, dice, WILLING[willing]) for seat in seats}
    if prompt.agree:
        return _agreed(prompt, seats, dice, given)
    if prompt.open_ballot and given:
        return {seat: _joined(prompt, seat, dice, given) for seat in seats}
    if prompt.least == prompt.most == 1 and not prompt.must:
        own, choices, passes, throw = prompt.own, prompt.choices, int(prompt.may_pass), dice.random
        return {seat: _one(choices if own is None else own[seat], passes, throw()) for seat in seats}
    return {seat: _any(prompt, prompt.choices_of(seat), dice, not prompt.lets_pass(seat)) for seat in seats}


def random_table(prompt: Prompt, seats: Sequence[str], dice: Random, given: Given = NOTHING) -> dict[str, Value]:
    """As `random_answers`, but where all see how all vote, and only a majority decides, everybody joins the first.

    Nobody there would be voted out by chance alone, and a real table does come to an agreement. Bots that play with
    people do not answer so: they join the people one by one.
    """
    return _agreed(prompt, seats, dice, given) if prompt.open_ballot else random_answers(prompt, seats, dice, given)


def random_lynch(prompt: Prompt, seats: Sequence[str], dice: Random, given: Given = NOTHING) -> dict[str, Value]:
    """Seats that are asked together name the same seat, drawn by lot, and a seat that votes alone names any; one that
    is asked alone at night passes. Where nobody can kill any more all are for a draw.

    So a lynching is equally likely to hit any of the living, and the pack to eat any of the others: without powers in
    the deck this is the game whose odds can be calculated exactly.
    """
    if prompt.kind == "yes" and prompt.bots == FOLLOW:
        return dict.fromkeys(seats, "yes")
    alone = len(prompt.seats) == 1 and prompt.lasting and not prompt.agree
    if prompt.kind == "yes" or prompt.standing or alone:
        return {seat: None if prompt.lets_pass(seat) else _any(prompt, prompt.choices_of(seat), dice) for seat in seats}
    if given:
        return _alike(prompt, seats, next(iter(given.values())))
    common = _common(prompt, prompt.seats)
    drawn = dice.choice(prompt.legal) if prompt.legal else tuple(dice.sample(common, min(prompt.least, len(common))))
    return _alike(prompt, seats, drawn)


def _willingly(prompt: Prompt, seat: str, dice: Random, willing: float) -> Value:
    """Yes, or one of the choices, so often; else no, or nothing."""
    choices = prompt.choices_of(seat)
    wants = dice.random() < willing
    if prompt.lets_pass(seat) and not (wants and choices):
        return None
    if "yes" in choices:
        return "yes" if wants else "no"
    return _any(prompt, choices, dice, must=True)


def _joined(prompt: Prompt, seat: str, dice: Random, given: Given) -> Value:
    """What somebody has answered whom this seat may join, or else anything."""
    choices = prompt.choices_of(seat)
    told = [answer for answer in given.values() if answer == PASS or answer[0] in choices]
    return dice.choice(told) if told else _any(prompt, choices, dice, not prompt.lets_pass(seat))


POLICIES: dict[str, Policy] = {"random": random_table, "random-lynch": random_lynch}


def _one(choices: Sequence[str], passes: int, lot: float) -> str | None:
    """One of the choices, by a lot from 0 to 1; `passes` is 1 where passing is one more choice, else 0."""
    at = int(lot * (len(choices) + passes))
    return choices[at] if at < len(choices) else None


def _any(prompt: Prompt, choices: Sequence[str], dice: Random, must: bool = False) -> Value:
    if prompt.may_pass and not must and dice.random() * (len(choices) + 1) < 1:
        return None
    if prompt.legal is not None:
        return dice.choice(prompt.legal)
    if prompt.most == 1:
        return choices[int(dice.random() * len(choices))]
    left = list(choices)
    number = prompt.least + int(dice.random() * (min(prompt.most, len(left)) - prompt.least + 1))
    return tuple([left.pop(int(dice.random() * len(left))) for _ in range(number)])


def _agreed(prompt: Prompt, seats: Sequence[str], dice: Random, given: Given) -> dict[str, Value]:
    """One answer for all; where some can choose nothing that the others can, one for each part of the pack."""
    answers: dict[str, Value] = {}
    for pack in _packs(prompt):
        told = [given[seat] for seat in given if seat in pack]
        first = told[0] if told else _any(prompt, _without(prompt.words, _common(prompt, pack)), dice)
        answers |= _alike(prompt, [seat for seat in seats if seat in pack], first)
    return answers


def _packs(prompt: Prompt) -> Sequence[Sequence[str]]:
    """The seats that must agree, in groups: those who have no choice in common with the others stand apart."""
    every = prompt.own
    if every is None:
        return [prompt.seats]
    packs: list[list[str]] = []
    for seat in prompt.seats:
        own = every[seat]
        near = next((pack for pack in packs if any(choice in every[pack[0]] for choice in own)), None)
        if near is None:
            packs.append([seat])
        else:
            near.append(seat)
    return packs


def _common(prompt: Prompt, pack: Sequence[str]) -> Sequence[str]:
    """What every seat of a pack may choose; what the first one may, if they have nothing in common."""
    if prompt.own is None:
        return prompt.choices
    common = frozenset(prompt.choices).intersection(*[prompt.own[seat] for seat in pack])
    return [choice for choice in prompt.choices if choice in common] or prompt.choices_of(pack[0])


def _without(words: Sequence[str], choices: Sequence[str]) -> Sequence[str]:
    """The seats among these choices, or all of them where there is none."""
    return [choice for choice in choices if choice not in words] or choices if words else choices


def _alike(prompt: Prompt, seats: Sequence[str], first: Value) -> dict[str, Value]:
    """The first answer, for each seat for which it is legal; the others pass or name the first seat they may."""
    if prompt.own is None:
        return dict.fromkeys(seats, first)
    wanted = (first,) if isinstance(first, str) else first or ()
    answers: dict[str, Value] = {}
    for seat in seats:
        choices = prompt.choices_of(seat)
        if len(wanted) >= prompt.least and all(choice in choices for choice in wanted):
            answers[seat] = first
        else:
            answers[seat] = None if prompt.lets_pass(seat) else choices[: prompt.least]
    return answers
