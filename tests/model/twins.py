"""Twins: games at which the table has heard the same so far, though other cards lie hidden.

One game is played. Its twin has other hidden cards and goes through the same nights and days as far as it can: by day
everybody answers as before, and at night other secret choices are tried until the dawn is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple

from narrator import Game, IllegalAnswer, IllegalTable
from narrator.game.bots import random_answers, random_table
from narrator.game.library import LIBRARY
from narrator.rules.facts import Announced, CardDrawn, CardNamed, CardTurned, Eliminated, Fact, PhaseBegan
from narrator.rules.prompts import Prompt
from narrator.rules.variant_facts import Luggage
from tests.model.tables import options_of, village

NEED_EVENTS = ("events_voice", "event_variants", "town_crier")
IN_SECRET = ["actor", "devoted-servant", "thief", "wild-child", "cursed-wolf-father", "witch", "elder"]
"""Cards that leave a table unsure who may act: powers are taken over and lost in secret, and an actor may be a seer."""
LASTS = 9
"""So many nights of a game are watched."""
TRIES = 8
"""So often a night is tried, until its dawn is like the first game's."""
DEPARTS, ARRIVES, RESTS = 0.02, 0.15, 0.6
"""How often by day somebody goes home for good, or comes from another village; how often at night who may pass does."""


class Difference(NamedTuple):
    """The first of what a table heard in which a game was unlike its twin."""

    phase: str
    first: Fact
    twin: Fact


def table(chance: Random) -> Game | None:
    """A game of any roleset with any options, most often of The Pact; nothing where such a table is refused."""
    roleset = chance.choice((*LIBRARY.names, *["the-pact"] * 5))
    options = {name: chance.choice(values) for name, values in options_of(roleset).items() if values}
    options = {name: value for name, value in options.items() if chance.random() < (0.6 if "event" in name else 0.15)}
    if "events" in options:
        options["events"] = "on"
    else:
        options = {name: value for name, value in options.items() if name not in NEED_EVENTS}
    if roleset == "the-pact":
        options["buildings"] = chance.choice(["on", "off"])
        if "permanent_events" in options:
            options["permanent_events"] += " ev-somnambulism"
        drawn = [card for card in IN_SECRET if chance.random() < 0.6] if chance.random() < 0.5 else None
        return village(chance, options, chance.randint(7, 9 if "double_you" in options else 12), drawn)
    return _dealt(roleset, options, chance)


def _dealt(roleset: str, options: Mapping[str, str], chance: Random) -> Game | None:
    seats = [f"s{number:02}" for number in range(chance.randint(6, 12))]
    try:
        rules, _ = LIBRARY.roleset(roleset, options)
        special = [name for name, card in rules.cards.items() if not card.needs]
        cards = ["werewolf"] * 2 + chance.sample(special, len(special))[: len(seats) // 2] + [rules.filler] * len(seats)
        held = dict(zip(seats, chance.sample(cards[: len(seats)], len(seats)), strict=True))
        stands = "seer" if any(rules.cards[card].stand_in for card in held.values()) else None
        return Game(roleset, seats, cards=held, options=options, house_rule=stands, seed=chance.randrange(2**31))
    except IllegalTable:
        return None


def twin(game: Game, chance: Random) -> Game | None:
    """A game that has not begun yet, like this one but for the cards that stayed hidden in it, in hands and centre."""
    cards, centre = dict(game.header["cards"]), game.header["centre"] or []
    shown = {fact.seat for fact in game.facts if isinstance(fact, (CardTurned, CardNamed))}
    hidden = [seat for seat in cards if seat not in shown]
    mixed = chance.sample([*(cards[seat] for seat in hidden), *centre], len(hidden) + len(centre))
    cards.update(zip(hidden, mixed, strict=False))
    try:
        return Game(**{**game.header, "cards": cards, "centre": mixed[len(hidden) :] or None})
    except IllegalTable:
        return None


def heard(game: Game) -> list[Fact]:
    """What everybody knows of a game. The drunk's new coin counts as known, for it is called from then on (CO-44); a
    card that is named at dawn counts as a card, whichever it is (EV-10)."""
    known: list[Fact] = []
    for fact in game.facts:
        if isinstance(fact, CardDrawn):
            known.append(CardDrawn("", fact.card))
        elif fact.knowers is None:
            known.append(Announced(fact.cue) if isinstance(fact, Announced) and fact.cue == "seer.aloud" else fact)
    return known


def difference(first: Sequence[Fact], other: Sequence[Fact]) -> Difference | None:
    """Where do two games part, as far as both have come?"""
    phase = ""
    for one, two in zip(first, other, strict=False):
        if one != two:
            return Difference(phase, one, two)
        if isinstance(one, PhaseBegan):
            phase = one.phase
    return None


def play(game: Game, number: int, chance: Random) -> None:
    """Play the first game of table `number`."""
    while game.winner is None and game.night <= LASTS:
        _half(game, number, chance, chance.choice(game.alive) if chance.random() < 0.7 else "")


def follow(first: Game, other: Game, number: int, chance: Random) -> Iterator[Difference | None]:
    """Lead a twin through what was heard of the first game of table `number`; where each try of a night parted."""
    told = heard(first)
    while other.winner is None and len(before := heard(other)) < len(told):
        entries, by_day = list(other.entries), other.phase.startswith("day")
        coming = takewhile(lambda fact: not (isinstance(fact, PhaseBegan) and fact.name == "day"), told[len(before) :])
        victims = [seat for fact in coming if isinstance(fact, Eliminated) for seat in fact.seats] or [""]
        for tried in range(1 if by_day else TRIES):
            if tried:
                other.rewind(entries)
            _half(other, number, chance, victims[tried % len(victims)])
            parted = difference(told, heard(other))
            if not by_day:
                yield parted
            if parted is None:
                break
        else:
            return


def _half(game: Game, number: int, chance: Random, victim: str) -> None:
    """Play a night with its dawn, or a day. What happens by day depends on nothing but what the table has heard."""
    by_day = game.phase.startswith("day")
    while game.winner is None and game.phase.startswith("day") == by_day:
        asked = [prompt for prompt in game.prompts if not prompt.standing]
        said = len(heard(game))
        fate = Random(f"{number} {said}")  # never by what is asked, which may be a secret
        if by_day and fate.random() < DEPARTS:
            with suppress(IllegalAnswer):
                game.leave(fate.choice(game.alive))
                continue
        if by_day and game.options.get("hamlets") == "on" and fate.random() < ARRIVES:
            might_be = tuple(fate.sample([*game.rules.cards], 5))
            game.knock(f"guest{said}", "Oak", Luggage(chance.choice(might_be), hidden=might_be))
        for prompt in asked:
            game.answer_all(prompt.id, _answers(prompt, f"{number} {game.phase}", chance, victim))
        game.close()


def _answers(prompt: Prompt, day: str, chance: Random, victim: str) -> dict[str, Any]:
    if not prompt.lasting:
        alike = {seat: Random(f"{day} {prompt.id} {seat} {sorted(prompt.choices_of(seat))}") for seat in prompt.seats}
        return {seat: random_table(prompt, [seat], dice)[seat] for seat, dice in alike.items()}
    if prompt.agree and prompt.most == 1 and all(victim in prompt.choices_of(seat) for seat in prompt.seats):
        return dict.fromkeys(prompt.seats, victim)
    rests = not prompt.agree and prompt.may_pass and chance.random() < RESTS
    return {} if rests else random_answers(prompt, prompt.seats, chance)
