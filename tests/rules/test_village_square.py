"""Does what everybody sees of the village agree with the table, in every moment of a game?"""

from __future__ import annotations

from random import Random

import pytest

from narrator import Game
from narrator.game.bots import random_answers
from narrator.rules.facts import Marked
from narrator.rules.views import View

SEATS = [f"seat {number}" for number in range(12)]
OPTIONS: list[dict[str, str]] = [
    {"buildings": "on"},
    {"buildings": "on", "events": "on", "event_variants": "on"},
    {"events": "on", "moonlight": "on", "town_crier": "on"},
    {"buildings": "on", "events": "on", "moonlight": "hard", "graffiti": "on"},
]
DECK = ["werewolf"] * 3 + ["scandalmonger", "witch", "seer", "elder"] + ["villager"] * 5


def compare(game: Game, view: View) -> None:
    table, square = game._table, view.square
    assert view.seats == list(table.seats)
    assert view.living == list(table.living)
    assert {seat: home for seat, home in square.house.items() if seat in table.living} == table.house
    assert square.spent & {*table.living} == {*table.spent} & {*table.living}
    assert square.in_force == table.in_force
    assert square.away == table.away
    posters = table.marks.get("poster", ())
    assert {seat: square.signs[seat, "poster"] for seat in SEATS} == {seat: posters.count(seat) for seat in SEATS}
    if table.options["moonlight"] != "off":
        assert square.dark == {seat for seat in table.died_in if seat not in table.living}


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
@pytest.mark.parametrize("seed", range(6))
def test_the_square_is_as_the_table_is(options: dict[str, str], seed: int) -> None:
    dice = Random(seed)
    born = {seat: 1950 + dice.randrange(50) for seat in SEATS}
    lodge = {seat: dice.choice(["sun", "moon"]) for seat in SEATS}
    facts = {"born": born, "lodge": lodge} if "events" in options else {}
    game = Game("the-pact", SEATS, deck=DECK, options=options, seed=seed, **facts)
    view, seen = View(SEATS), 0
    while game.winner is None:
        for fact in game.facts[seen:]:
            view.see(fact)
        seen = len(game.facts)
        compare(game, view)
        for prompt in game.prompts:
            if prompt in game.prompts and prompt.id != "village.plague":
                game.answer_all(prompt.id, random_answers(prompt, game.waiting(prompt), dice, game.given(prompt)))
        game.close()


def test_a_secret_mark_is_nowhere_in_the_square() -> None:
    view = View(SEATS)
    view.see(Marked("seat 1", "charmed"))
    assert not view.square.signs
