"""How bots play a village: they plead, they wait, packs that cannot meet agree apart, and every game ends."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from narrator import Game
from narrator.game import simulate
from narrator.game.bots import POLICIES, random_answers
from narrator.game.simulate import Series
from narrator.rules.prompts import Prompt

VILLAGE = {"buildings": "on", "events": "on", "town_crier": "on", "event_variants": "on", "brave_idiot": "on"}
VARIANTS = [
    {"moonlight": "hard", "graffiti": "on"},
    {"innocents": "on", "harvest_festival": "on"},
    {"trance": "on", "permanent_events": "ev-executioner ev-double-agent ev-touch-of-death"},
    {"black_plague": "on"},
]


def test_who_is_asked_about_themselves_says_yes() -> None:
    plea = Prompt("convict.plead", ("Ann",), ("yes",), may_pass=True, kind="yes", lasting=False, about=("Ann",))
    assert {str(random_answers(plea, ["Ann"], Random(seed))) for seed in range(20)} == {str({"Ann": "yes"})}


def test_a_convict_and_the_devils_client_are_asked_about_themselves_and_the_lord_about_the_convict() -> None:
    seats = [str(seat) for seat in range(8)]
    homes = {"3": "lord"}
    game = Game(
        "the-pact",
        seats,
        cards={"0": "werewolf"},
        buildings=homes,
        options={"buildings": "on"},
        events=["ev-pact-with-the-devil"],
    )
    about = {}
    while game.winner is None and "devil.sign" not in about:
        for prompt in game.prompts:
            if prompt.id == "village.vote":
                game.answer_all(prompt.id, dict.fromkeys(prompt.seats, "4"))
            elif not prompt.rare:
                about[prompt.id] = prompt.about
                game.answer_all(prompt.id, random_answers(prompt, prompt.seats, Random(1)))
        game.close()
    assert {prompt: about[prompt] for prompt in ("convict.plead", "lord.pardon", "devil.sign")} == {
        "convict.plead": ("4",),
        "lord.pardon": ("4",),
        "devil.sign": ("4",),
    }


def test_what_can_be_done_at_any_time_of_the_day_is_done_on_some_days() -> None:
    prompt = Prompt("barber.shave", ("Ann",), ("Bob", "Cid"), may_pass=True, lasting=False, standing=True)
    done = Counter(random_answers(prompt, ["Ann"], Random(seed))["Ann"] is not None for seed in range(300))
    assert 50 < done[True] < 150


def test_what_hardly_anybody_does_no_bot_does() -> None:
    prompt = Prompt("village.plague", ("Ann",), ("yes",), may_pass=True, kind="yes", standing=True, rare=True)
    assert all(random_answers(prompt, ["Ann"], Random(seed)) == {"Ann": None} for seed in range(50))


def test_two_halves_of_a_pack_that_cannot_reach_the_same_prey_agree_apart() -> None:
    own = {"Ann": ("Cid", "Dan"), "Bob": ("Eve", "Fay"), "Gus": ("Cid", "Dan")}
    choices = ("Cid", "Dan", "Eve", "Fay")
    prompt = Prompt("werewolf.devour", ("Ann", "Bob", "Gus"), choices, may_pass=True, own=own, agree=True)
    chosen = [random_answers(prompt, prompt.seats, Random(seed)) for seed in range(40)]
    assert all(answers["Ann"] == answers["Gus"] for answers in chosen)
    assert {answers["Bob"] for answers in chosen} == {"Eve", "Fay", None}
    assert random_answers(prompt, ["Bob", "Gus"], Random(1), {"Ann": ("Dan",)})["Gus"] == ("Dan",)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: " ".join(variant))
def test_games_of_bots_in_a_village_end(policy: str, variant: dict[str, str]) -> None:
    series = Series("the-pact", 14, 20, seed=3, policy=policy, options={**VILLAGE, **variant})
    tally = simulate.play_batch(series, 0)
    assert tally.games == 20
    assert tally.nights < 20 * 40
