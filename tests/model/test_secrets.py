"""Two games that look alike to a seat ask it the same: no choice that it has may give away what it must not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from narrator import Game
from narrator.game.bots import random_answers
from narrator.rules.facts import Asked, Fact, Told, Withdrawn
from narrator.rules.prompts import Prompt
from tests.chance import LONG
from tests.model.tables import village

BY_THE_RULES = {"werewolf.devour", "double-agent.name"}
"""Whom they have mesmerised the werewolves cannot choose again (VA-09), and who names an agent, no werewolf (EV-13)."""
OPTIONS = {
    "buildings": 0.8,
    "events": 0.6,
    "town_crier": 0.2,
    "event_variants": 0.2,
    "innocents": 0.1,
    "trance": 0.1,
    "accusations": 0.2,
    "harvest_festival": 0.25,
}
DEALS = 12
"""So many times the same cards are dealt otherwise at each table."""


def answers(prompt: Prompt, game: Game, table: int, deal: Random) -> dict[str, Any]:
    """At night anything; by day, whatever the deal, what a seat that may choose the same has answered before."""
    if prompt.lasting:
        return random_answers(prompt, prompt.seats, deal)
    given = {}
    for seat in prompt.seats:
        chance = Random(repr((table, game.phase, prompt.id, seat, sorted(prompt.choices_of(seat)))))
        given |= random_answers(prompt, [seat], chance)
    return given


def known(game: Game, seat: str, own: Mapping[int, object]) -> Iterator[tuple[str, object]]:
    """All that a seat has known of a game, in order, what it was asked as its page shows it, and what it answered."""
    for number, fact in enumerate(game.facts):
        if number in own:
            yield "", own[number]
        if fact.knowers is not None and seat not in fact.knowers:
            continue
        if isinstance(fact, Asked):
            prompt = fact.prompt
            passes = prompt.may_pass and seat not in prompt.must
            shown = prompt.choices_of(seat), prompt.least, prompt.most, passes, prompt.about
            yield f"{prompt.id} {prompt.standing}", shown
        else:
            yield "", _told(fact)


def _told(fact: Fact) -> object:
    return fact.prompt.id if isinstance(fact, Withdrawn) else fact


def by_the_rules(game: Game, seat: str, prompt: str) -> bool:
    """Do the rules themselves give something away by whom this seat can choose? At the festival the jilted cannot vote
    against the deceitful, as the secret lover can (VA-07)."""
    loves = any(isinstance(fact, Told) and (fact.seat, fact.words) == (seat, "false-love") for fact in game.facts)
    return prompt in BY_THE_RULES or (loves and prompt in game.rules.ballots)


@pytest.mark.parametrize("table", range(600 if LONG else 40))
def test_what_a_seat_is_asked_depends_only_on_what_it_may_know(table: int) -> None:
    asked: dict[tuple[str, int, str], object] = {}
    for deal in range(DEALS):
        game = dealt(table, deal)
        if game is None:
            return
        chance = Random(f"{table} {deal}")
        own: dict[str, dict[int, object]] = {seat: {} for seat in game.seats}
        for _ in range(60):
            for prompt in game.prompts:
                if prompt in game.prompts and not (prompt.standing and chance.random() < 0.8):
                    given = answers(prompt, game, table, chance)
                    for seat, answer in given.items():
                        own[seat][len(game.facts)] = (own[seat].get(len(game.facts)), prompt.id, answer)
                    game.answer_all(prompt.id, given)
            if game.winner is not None:
                break
            game.close()
        for seat in game.seats:
            past = 0
            for prompt_id, what in known(game, seat, own[seat]):
                if prompt_id and not by_the_rules(game, seat, prompt_id.split()[0]):
                    before = asked.setdefault((seat, past, prompt_id), what)
                    assert before == what, f"{prompt_id} of {seat} in deal {deal}"
                past = hash((past, prompt_id, repr(what)))


def dealt(table: int, deal: int) -> Game | None:
    """A village, the same but for who holds which card; nothing where it is refused."""
    chance = Random(table)
    options = {name: "on" for name, odds in OPTIONS.items() if chance.random() < odds}
    if "events" not in options:
        options = {name: value for name, value in options.items() if name not in ("town_crier", "event_variants")}
    if "accusations" in options:
        options |= {"accusations": "three", "innocents": "off"}
    options["sheriff"] = chance.choice(["first-day", "never"])
    game = village(chance, options, chance.randint(6, 9))
    if game is None:
        return None
    seats, cards = zip(*game.header["cards"].items(), strict=True)
    mixed = Random(deal).sample(cards, len(cards))
    return Game(**{**game.header, "cards": dict(zip(seats, mixed, strict=True))})
