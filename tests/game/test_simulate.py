"""Bots and simulation: the real rules, played by chance alone, have the odds that can be calculated exactly."""

from __future__ import annotations

import json
import math
import os
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from narrator import Game
from narrator.cli import main
from narrator.errors import NarratorError
from narrator.game import simulate
from narrator.game.bots import POLICIES, random_answers, random_lynch
from narrator.game.simulate import BATCH, MANY, Series, Tally, interval
from narrator.rules.prompts import Prompt

PARITY = {"classic": True, "millers-hollow": False}
"""Do the werewolves win as soon as they are as many as the others? If not, only when nobody else is alive."""
GAMES = 3000
WITHOUT_POWERS = {"classic": {}, "millers-hollow": {"sheriff": "never"}}


def over(parity: bool, others: int, wolves: int) -> Fraction | None:
    """The village's chance once the game has ended: none, or certainty."""
    if wolves == 0:
        return Fraction(1)
    return Fraction(0) if others == 0 or (parity and wolves >= others) else None


@cache
def night(parity: bool, others: int, wolves: int) -> Fraction:
    """The village's chance at nightfall, when the pack eats and the village lynches at random."""
    ended = over(parity, others, wolves)
    return day(parity, others - 1, wolves) if ended is None else ended


@cache
def day(parity: bool, others: int, wolves: int) -> Fraction:
    """The village's chance before a lynching at random among all the living."""
    ended = over(parity, others, wolves)
    if ended is not None:
        return ended
    hit = Fraction(wolves, others + wolves)
    return hit * night(parity, others, wolves - 1) + (1 - hit) * night(parity, others - 1, wolves)


def played(series: Series) -> Tally:
    """The whole tally of a series."""
    return list(simulate.simulate(series))[-1]


def test_the_exact_odds_are_right_for_small_tables() -> None:
    assert day(True, 2, 1) == Fraction(1, 3)  # the werewolf is hanged, or it is 1 against 1
    assert day(False, 1, 1) == Fraction(1, 2)
    assert night(False, 3, 1) == Fraction(1, 3)
    assert night(True, 5, 2) == Fraction(2, 6) * day(True, 3, 1)
    assert night(True, 5, 2) == Fraction(1, 12)


@pytest.mark.slow
@pytest.mark.parametrize("roleset", ["classic", "millers-hollow"])
@pytest.mark.parametrize(("seats", "wolves"), [(5, 1), (6, 2), (7, 1), (9, 2), (12, 2), (13, 3)])
def test_random_lynching_has_the_exact_odds(roleset: str, seats: int, wolves: int) -> None:
    series = Series(
        roleset,
        seats,
        GAMES,
        seed=seats,
        policy="random-lynch",
        deck={"werewolf": wolves},
        options=WITHOUT_POWERS[roleset],
        house_deck=True,
    )
    tally = sum_of_batches(series)
    chance = float(night(PARITY[roleset], seats - wolves, wolves))
    assert set(tally.wins) <= {"villagers", "werewolves"}
    assert 0 < chance < 1
    deviation = math.sqrt(chance * (1 - chance) / GAMES)
    assert abs(tally.wins["villagers"] / GAMES - chance) < 4.5 * deviation


def sum_of_batches(series: Series) -> Tally:
    """The tally of a series, played in this process."""
    tally = Tally()
    for number in range(math.ceil(series.games / BATCH)):
        tally.add(simulate.play_batch(series, number))
    return tally


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize(("seats", "wolves"), [(3, 1), (5, 1), (7, 1), (9, 2)])
def test_the_test_of_the_odds_can_tell_one_book_from_the_other(seats: int, wolves: int, parity: bool) -> None:
    """The check above can fail: at these tables the two books' odds differ by more than it allows."""
    right = float(night(parity, seats - wolves, wolves))
    wrong = float(night(not parity, seats - wolves, wolves))
    assert abs(right - wrong) > 2 * 4.5 * math.sqrt(right * (1 - right) / GAMES)


class Every:
    """Dice that fall in every way: each pass over `ways` takes one way, with its probability."""

    def __init__(self) -> None:
        self.path: list[int] = []
        self.sides: list[int] = []
        self.at = 0

    def sample(self, population: list[str], k: int) -> list[str]:
        assert k == 1
        if self.at == len(self.path):
            self.path.append(0)
            self.sides.append(len(population))
        self.at += 1
        return [population[self.path[self.at - 1]]]

    def probability(self) -> Fraction:
        return Fraction(1, math.prod(self.sides))

    def another(self) -> bool:
        """Turn to the next way; false when all have been taken."""
        self.at = 0
        while self.path and self.path[-1] + 1 == self.sides[-1]:
            self.path.pop()
            self.sides.pop()
        if not self.path:
            return False
        self.path[-1] += 1
        return True


@pytest.mark.parametrize("roleset", ["classic", "millers-hollow"])
@pytest.mark.parametrize(("seats", "wolves"), [(3, 1), (4, 1), (5, 1), (5, 2), (6, 2)])
def test_every_way_the_lots_can_fall_adds_up_to_the_exact_odds(roleset: str, seats: int, wolves: int) -> None:
    """No statistics: every game that random lynching can bring at a small table, each with its probability."""
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"][:seats]
    dice, chance, total = Every(), Fraction(0), Fraction(0)
    while True:
        cards = dict.fromkeys(names[:wolves], "werewolf")
        game = Game(roleset, names, cards=cards, options=WITHOUT_POWERS[roleset])
        while game.winner is None:
            for prompt in game.prompts:
                game.answer_all(prompt.id, random_lynch(prompt, prompt.seats, dice))  # type: ignore[arg-type]
            game.close()
        total += dice.probability()
        chance += dice.probability() * (game.winner == "villagers")
        if not dice.another():
            break
    assert total == 1
    assert chance == night(PARITY[roleset], seats - wolves, wolves)


@pytest.mark.slow
def test_a_seed_gives_the_same_games_whatever_the_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    series = Series("millers-hollow", 8, MANY, seed=5)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    alone = played(series)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    together = played(series)
    assert alone == together
    assert alone.games == MANY
    assert alone != sum_of_batches(Series("millers-hollow", 8, MANY, seed=6))


def test_the_last_batch_is_as_long_as_what_is_left() -> None:
    assert played(Series("classic", 6, BATCH + 3)).games == BATCH + 3


@pytest.mark.parametrize("policy", POLICIES)
def test_bots_answer_every_prompt_of_every_roleset(policy: str) -> None:
    powers = {"seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "little-girl": 1, "thief": 1, "werewolf": 3}
    assert played(Series("millers-hollow", 12, 200, policy=policy, deck=powers, options={"sheriff": "start"})).games
    options = {"cupid": "on", "wolfsbane_doorstep": "on", "dark_city": "on", "first_day_lynch": "on"}
    assert played(Series("classic", 11, 200, policy=policy, options=options)).games == 200


def test_bots_follow_the_humans_in_their_pack() -> None:
    prompt = Prompt("werewolf.devour", ("Ann", "Bob", "Cid"), ("Dan", "Eve", "Fay"), may_pass=True, agree=True)
    for seed in range(20):
        assert random_answers(prompt, ["Ann"], Random(seed), {"Bob": ("Fay",)}) == {"Ann": ("Fay",)}
        assert random_answers(prompt, ["Ann"], Random(seed), {"Bob": ()}) == {"Ann": ()}
        assert len(set(random_answers(prompt, prompt.seats, Random(seed)).values())) == 1


def test_bots_of_a_pack_with_different_choices_name_one_that_all_have() -> None:
    own = {"Ann": ("Bob", "Cid"), "Bob": ("Ann", "Cid")}
    prompt = Prompt("werewolf.catch", ("Ann", "Bob"), ("Ann", "Bob", "Cid"), may_pass=True, own=own, agree=True)
    given = [random_answers(prompt, prompt.seats, Random(seed)) for seed in range(40)]
    assert {tuple(answers.items()) for answers in given} == {
        (("Ann", "Cid"), ("Bob", "Cid")),
        (("Ann", None), ("Bob", None)),
    }


def test_random_bots_choose_everything_legal_equally_often() -> None:
    prompt = Prompt("village.vote", ("Ann",), ("Ann", "Bob", "Cid"), may_pass=True)
    dice = Random(1)
    answers = [random_answers(prompt, ["Ann"], dice)["Ann"] for _ in range(8000)]
    counts = {answer: answers.count(answer) for answer in {*answers}}
    assert counts.keys() == {"Ann", "Bob", "Cid", None}
    assert all(abs(count - 2000) < 4.5 * math.sqrt(8000 * 1 / 4 * 3 / 4) for count in counts.values())


def test_the_interval_is_wilsons() -> None:
    # Newcombe (1998), table I: 81 of 263 and 0 of 20 with 95 % confidence.
    assert interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert interval(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


def test_the_command_prints_a_table_and_the_same_numbers_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "classic", "--players", "8", "--games", "300", "--seed", "4"]
    assert main(command) == 0
    table, err = capsys.readouterr()
    assert err == ""  # no progress bar if nobody is watching
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == sum(odds["games"] for odds in told["winners"].values()) == 300
    for winner, odds in told["winners"].items():
        assert 0 <= odds["low"] <= odds["share"] <= odds["high"] <= 1
        assert f"{winner:20}{100 * odds['share']:5.1f}%" in table
    assert f"{told['mean_nights']:.1f} nights" in table


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["millers-hollow", "--players", "6", "--games", "1"], "too-few-seats"),
        (["millers-hollow", "--players", "8", "--games", "0"], "no-games"),
        (["millers-hollow", "--players", "8", "--games", str(MANY), "--deck", "wolf=2"], "unknown-card"),
        (["millers-hollow", "--players", "8", "--games", "1", "--deck", "werewolf=two"], "bad-deck"),
        (["millers-hollow", "--players", "8", "--games", "1", "--options", "parity=maybe"], "bad-option"),
        (["millers-hollow", "--players", "8", "--games", "1", "--policy", "clever"], "unknown-policy"),
        (["our-own", "--players", "8", "--games", "1"], "unknown-roleset"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(f"[{code}]\n")
    assert err.count("\n") == 1


def test_an_endless_game_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POLICIES, "asleep", lambda prompt, seats, dice, given: dict.fromkeys(seats))
    with pytest.raises(NarratorError) as caught:
        played(Series("classic", 6, 1, policy="asleep", deck={"werewolf": 1}))
    assert caught.value.code == "endless"
