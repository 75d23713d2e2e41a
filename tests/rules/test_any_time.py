"""What may be done at any time of the day is done at odd times: nothing crashes, and nobody dead is asked to vote."""

from __future__ import annotations

from random import Random

import pytest

from narrator import Game, IllegalTable
from narrator.game.bots import random_answers
from narrator.rules.facts import Told
from tests.chance import LONG

BALLOTS = ("village.vote", "sheriff.elect", "farmer.elect", "executioner.elect")
CLOSINGS = 400


def village(seed: int, dice: Random) -> Game | None:
    """A village of seven to twelve with everything that may happen by day; nothing where it cannot be laid so."""
    seats = [f"S{number}" for number in range(dice.randint(7, 12))]
    options = {"buildings": "on", "events": "on"}
    options |= {option: "on" for option in ("innocents", "trance", "graffiti") if dice.random() < 0.3}
    born = {seat: 1950 + number for number, seat in enumerate(seats)}
    lodge = {seat: dice.choice(["sun", "moon"]) for seat in seats}
    try:
        return Game("the-pact", seats, options=options, seed=seed, born=born, lodge=lodge)
    except IllegalTable:
        return None


@pytest.mark.parametrize("seed", range(6000 if LONG else 600))
def test_acts_at_odd_times_break_nothing_and_the_dead_do_not_vote(seed: int) -> None:
    dice = Random(seed)
    game = village(seed, dice)
    for _ in range(CLOSINGS):
        if game is None or game.winner is not None:
            break
        for prompt in game.prompts:
            if prompt not in game.prompts or (prompt.standing and dice.random() < 0.6):
                continue
            assert prompt.id not in BALLOTS or {*prompt.seats} <= {*game.alive}
            seats = game.waiting(prompt)
            seats = seats if prompt.standing else [seat for seat in seats if dice.random() < 0.7]
            if seats:
                game.answer_all(prompt.id, random_answers(prompt, seats, dice, game.given(prompt)))
        if game.winner is None and dice.random() < 0.6:
            game.close()


def test_what_is_done_at_dusk_neither_befalls_the_dead_nor_is_done_by_them() -> None:
    """On a day without a vote the razor is first: whoever dies of it hears nothing, and is heard by nobody (BD-11)."""
    for chosen, told in (("Dan", False), ("Eve", False), ("Fay", True)):
        game = Game(
            "the-pact",
            ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"],
            cards={"Ann": "werewolf"},
            options={"buildings": "on", "sheriff": "never"},
            buildings={"Cid": "barber", "Dan": "confessor", "Eve": "baker", "Fay": "barkeep"},
            lodge=dict.fromkeys(["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"], "sun"),
            events=["ev-flood"],
        )
        while game.phase != "day 2" or all(prompt.standing for prompt in game.prompts):
            game.close()
        game.answer("confessor.hear", "Eve", "Dan")
        game.answer("barber.shave", chosen, "Cid")
        game.close()
        assert any(isinstance(fact, Told) and fact.seat == "Dan" for fact in game.facts) == told
