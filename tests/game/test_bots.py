"""How bots play a village: they plead, they wait, packs that cannot meet agree apart, and every game ends."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from narrator import Game
from narrator.game import simulate
from narrator.game.bots import POLICIES, random_answers
from narrator.game.library import LIBRARY
from narrator.game.simulate import Series
from narrator.rules.prompts import Prompt

VILLAGE = {"buildings": "on", "events": "on", "town_crier": "on", "event_variants": "on", "brave_idiot": "on"}
VARIANTS = [
    {"moonlight": "hard", "graffiti": "on"},
    {"accusations": "all"},
    {"innocents": "on", "harvest_festival": "on"},
    {"trance": "on", "permanent_events": "ev-executioner ev-double-agent ev-touch-of-death"},
    {"black_plague": "on"},
]


def test_a_bot_asked_about_itself_says_yes() -> None:
    plea = Prompt("convict.plead", ("Ann",), ("yes",), may_pass=True, kind="yes", lasting=False, about=("Ann",))
    assert {str(random_answers(plea, ["Ann"], Random(seed))) for seed in range(20)} == {str({"Ann": "yes"})}


@pytest.mark.parametrize("choices", [("Bob", "Cid"), ("yes", "no")])
@pytest.mark.parametrize("may_pass", [True, False])
def test_a_bot_that_is_seldom_willing_answers_legally(choices: tuple[str, ...], may_pass: bool) -> None:
    kind = "yes" if "yes" in choices else "seat"
    asked = Prompt("dice.roll", ("Ann",), choices, may_pass=may_pass, kind=kind, lasting=False, bots="seldom")
    for seed in range(50):
        asked.read("Ann", random_answers(asked, ["Ann"], Random(seed))["Ann"])


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
            elif prompt.bots != "never":
                about[prompt.id] = prompt.about
                pardon = {"3": "yes"} if prompt.id == "lord.pardon" else None
                game.answer_all(prompt.id, pardon or random_answers(prompt, prompt.seats, Random(1)))
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


def test_bots_move_in_house_people_and_seldom_shave_or_pardon() -> None:
    options = {"buildings": "on", "accusations": "two"}
    rules, _ = LIBRARY.roleset("the-pact", options)
    ways = {prompt: rules.prompts[prompt].bots for prompt in rules.prompts if rules.prompts[prompt].bots}
    assert ways == {
        "village.plague": "never",
        "barber.shave": "seldom",
        "bailiff.house": "always",
        "vagabond.accept": "always",
        "lord.pardon": "seldom",
        "accusations.last-call": "follow",
        "accusations.defence": "always",
    }
    house = Prompt("vagabond.accept", ("Ann",), ("yes", "no"), kind="yes", lasting=False, about=("Bob",), bots="always")
    assert {random_answers(house, ["Ann"], Random(seed))["Ann"] for seed in range(50)} == {"yes"}
    pardon = Prompt("lord.pardon", ("Ann",), ("yes",), may_pass=True, kind="yes", about=("Bob",), bots="seldom")
    assert 10 < sum(random_answers(pardon, ["Ann"], Random(seed))["Ann"] == "yes" for seed in range(300)) < 60


def test_what_hardly_anybody_does_no_bot_does() -> None:
    prompt = Prompt("village.plague", ("Ann",), ("yes",), may_pass=True, kind="yes", standing=True, bots="never")
    assert all(random_answers(prompt, ["Ann"], Random(seed)) == {"Ann": None} for seed in range(50))


def test_a_bot_that_may_choose_nobody_passes() -> None:
    """In a second ballot somebody may be asked who loves the only one left to be chosen."""
    prompt = Prompt("village.vote", ("Ann", "Bob"), ("Cid",), may_pass=True, own={"Ann": (), "Bob": ("Cid",)})
    for willing in ("", "always"):
        asked = replace(prompt, bots=willing)
        assert {random_answers(asked, ["Ann"], Random(seed))["Ann"] for seed in range(20)} == {None}


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


def test_bots_name_whom_people_name_and_among_themselves_anybody() -> None:
    """Whoever is to stand accused has to be named by two, so bots that name whom they like accuse nobody (G-15)."""
    prompt = Prompt("accusations.last-call", ("Ann", "Bob", "Cid"), ("Dan", "Eve"), may_pass=True, bots="follow")
    answers = [random_answers(prompt, ["Ann", "Bob"], Random(seed), {"Cid": ("Eve",)}) for seed in range(20)]
    assert answers == [{"Ann": ("Eve",), "Bob": ("Eve",)}] * 20
    assert random_answers(prompt, ["Ann", "Bob"], Random(1)) == {"Ann": None, "Bob": None}
    assert {random_answers(prompt, prompt.seats, Random(seed))["Ann"] for seed in range(40)} == {"Dan", "Eve", None}
    tally = simulate.play_batch(Series("millers-hollow", 10, 200, options={"accusations": "two"}), 0)
    assert tally.wins["villagers"] > 20


def test_bots_that_lynch_by_lot_do_nothing_by_day_that_nobody_asks_of_them() -> None:
    stands = Prompt("accusations.accuse", ("Ann", "Bob"), ("Bob",), own={"Ann": ("Bob",), "Bob": ()}, standing=True)
    stands = replace(stands, may_pass=True)
    assert POLICIES["random-lynch"](stands, stands.seats, Random(1), {}) == {"Ann": None, "Bob": None}


def test_bots_that_lynch_by_lot_pass_only_where_they_may() -> None:
    """On a day of fools lovers must vote, though the others may pass (EV-48)."""
    own = {"Ann": ("Bob", "Cid"), "Bob": ("Ann", "Cid"), "Cid": ("Dan",)}
    vote = Prompt("village.vote", ("Ann", "Bob", "Cid"), ("Ann", "Bob", "Cid", "Dan"), may_pass=True, own=own)
    vote = replace(vote, must=("Cid",))
    for seed in range(20):
        answers = POLICIES["random-lynch"](vote, vote.seats, Random(seed), {})
        for seat, answer in answers.items():
            vote.read(seat, answer)


def test_bots_that_lynch_by_lot_name_as_many_as_they_must() -> None:
    own = {"Ann": ("Bob", "Cid"), "Bob": ("Cid", "Dan")}
    friends = Prompt("village.friends", ("Ann", "Bob"), ("Bob", "Cid", "Dan"), least=2, most=2, own=own)
    for seed in range(20):
        for seat, answer in POLICIES["random-lynch"](friends, friends.seats, Random(seed), {}).items():
            friends.read(seat, answer)


def test_bots_that_lynch_by_lot_vote_alone_and_agree_to_a_draw() -> None:
    """The last two, of whom the sheriff votes before the other, would live for ever (VA-07)."""
    vote = Prompt("village.vote", ("Ann",), ("Ann", "Bob"), may_pass=True, lasting=False)
    named = {POLICIES["random-lynch"](vote, ["Ann"], Random(seed), {})["Ann"] for seed in range(20)}
    assert named == {("Ann",), ("Bob",)}
    draw = Prompt("village.draw", ("Ann", "Bob"), ("yes",), may_pass=True, kind="yes", lasting=False, bots="follow")
    assert POLICIES["random-lynch"](draw, draw.seats, Random(1), {}) == {"Ann": "yes", "Bob": "yes"}


def test_bots_that_lynch_by_lot_choose_only_what_goes_together() -> None:
    bite = Prompt("alpha-wolf.bite", ("Ann", "Bob"), ("turn", "feast", "Cid"), most=2, may_pass=True)
    bite = replace(bite, legal=(("turn",), ("feast", "Cid")))
    for seed in range(20):
        assert POLICIES["random-lynch"](bite, bite.seats, Random(seed), {})["Ann"] in bite.legal  # type: ignore[operator]


LYNCHED = [
    {"harvest_festival": "on"},
    {"accusations": "all", "trance": "on"},
    {"accusations": "all", "permanent_events": "ev-touch-of-death"},
]


@pytest.mark.parametrize("options", LYNCHED, ids=" ".join)
def test_bots_that_lynch_by_lot_end_every_game(options: dict[str, str]) -> None:
    assert simulate.play_batch(Series("the-pact", 16, 200, policy="random-lynch", options=options), 0).games == 200


def test_a_pack_of_bots_never_sleeps_altogether() -> None:
    """It would starve (NM-13), and the village would win four games of five."""
    prompt = Prompt("werewolf.devour", ("Ann", "Bob"), ("Cid", "Dan", "sleep"), agree=True, words=("sleep",))
    chosen = {random_answers(prompt, prompt.seats, Random(seed))["Ann"] for seed in range(40)}
    assert chosen == {"Cid", "Dan"}
    game = Game("new-moon", ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"], cards={"Ann": "werewolf"})
    while game.prompts[0].id != "werewolf.devour":
        game.close()
    assert game.prompts[0].words == ("sleep",)


def test_where_all_see_how_all_vote_a_table_of_bots_agrees() -> None:
    """By chance alone a majority of twelve would point at the same seat in one game of a thousand (WW-21)."""
    prompt = Prompt("village.vote", ("Ann", "Bob", "Cid"), ("Ann", "Bob", "Cid"), may_pass=True, open_ballot=True)
    tables = [POLICIES["random"](prompt, prompt.seats, Random(seed), {}) for seed in range(40)]
    assert all(len(set(answers.values())) == 1 for answers in tables)
    assert {answers["Ann"] for answers in tables} == {"Ann", "Bob", "Cid", None}


def test_where_all_see_how_all_vote_bots_join_the_people_who_have_voted() -> None:
    """Bots that are most of the table would never agree by chance, and nobody would ever hang (WW-21)."""
    prompt = Prompt("village.vote", ("Ann", "Bob", "Cid"), ("Ann", "Bob", "Cid"), may_pass=True, open_ballot=True)
    answers = [random_answers(prompt, ["Ann"], Random(seed), {"Cid": ("Bob",), "Bob": ()})["Ann"] for seed in range(40)]
    assert set(answers) == {("Bob",), ()}
    loving = Prompt(
        "village.vote", ("Ann", "Cid"), ("Ann", "Bob"), own={"Ann": ("Ann",), "Cid": ("Bob",)}, open_ballot=True
    )
    assert random_answers(loving, ["Ann"], Random(1), {"Cid": ("Bob",)}) == {"Ann": "Ann"}
