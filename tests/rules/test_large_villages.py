"""As many as sit at the largest table of a village, with every option that there is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from narrator.game.bots import random_answers
from narrator.game.game import Game
from narrator.game.library import LIBRARY

NIGHTS = 100
"""No game of so many players with werewolves at work lasts longer."""
ALWAYS = {"buildings": "on", "events": "on", "town_crier": "on", "graffiti": "on", "brave_idiot": "on"}
SOMETIMES = {
    "moonlight": "hard", "innocents": "on", "harvest_festival": "on", "black_plague": "on", "trance": "on",
    "event_variants": "on", "parity": "on", "hide_turncoats": "on", "siblings_wake": "every-other-night",
    "events_voice": "player",
    "permanent_events": "ev-somnambulism ev-touch-of-death ev-executioner ev-double-agent ev-burial",
}  # fmt: skip


def table(number: int, seed: int, options: dict[str, str]) -> dict[str, Any]:
    """A deck of as many characters as fit, every building there is, and all that events ask of the players."""
    dice = Random(seed)
    seats = [f"P{seat}" for seat in range(number)]
    rules, _ = LIBRARY.roleset("the-pact", options)
    without = ("thief", "actor", "sister", "brother", "villager", "werewolf", "prejudiced-manipulator")
    special = [card for card in rules.cards if card not in without]
    deck = [*dice.sample(special, min(len(special), number - 7)), "sister", "sister", "werewolf", "werewolf"]
    tokens = [building.id for building in rules.buildings.values() for _ in range(building.copies)]
    return {
        "seats": seats,
        "deck": [*deck, *["villager"] * (number - len(deck))],
        "options": options,
        "buildings": dict(zip(seats, dice.sample(tokens, number), strict=True)),
        "born": {seat: dice.randrange(1950, 2000) for seat in seats},
        "lodge": {seat: dice.choice(["sun", "moon"]) for seat in seats},
        "seed": seed,
    }


def played(game: Game, dice: Random) -> None:
    """Play to the end at random; what is open all day is tried once a day."""
    tried: set[tuple[str, int]] = set()
    while prompts := game.prompts:
        assert game.night < NIGHTS
        for prompt in prompts:
            if prompt.standing:
                if prompt.bots == "never" or (prompt.id, game.night) in tried:
                    continue
                tried.add((prompt.id, game.night))
            game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice))
            if prompt.standing:
                break
        else:
            game.close()


OPTIONS: list[dict[str, str]] = [
    ALWAYS,
    *[{**ALWAYS, option: value} for option, value in SOMETIMES.items()],
    {**ALWAYS, **SOMETIMES},
    {**ALWAYS, **SOMETIMES, "black_plague": "off"},
]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(25, 30))
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(filter(SOMETIMES.get, options)))
def test_a_large_village_plays_to_an_end(number: int, options: dict[str, str]) -> None:
    """BD-01, VA-10"""
    for seed in range(3):
        game = Game("the-pact", **table(number, 100 * number + seed, options))
        played(game, Random(seed))
        assert game.winner is not None
