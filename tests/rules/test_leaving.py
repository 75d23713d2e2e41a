"""Who goes home does so by day, while nothing is half answered, and says nothing more (G-35)."""

from __future__ import annotations

from typing import Any

import pytest

from narrator import Game, IllegalAnswer

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "hunter"}


@pytest.fixture
def game() -> Game:
    """A game at its first vote."""
    game = Game("millers-hollow", SEATS, cards=CARDS, options={"sheriff": "never"})
    while game.phase != "day 1":
        game.close()
    return game


def refused(game: Game, seat: Any) -> str:
    before = list(game.entries), game.alive
    with pytest.raises(IllegalAnswer) as refusal:
        game.leave(seat)
    assert (list(game.entries), game.alive) == before
    assert refusal.value.sentence
    return refusal.value.code


def test_who_goes_home_is_out_without_a_last_word_and_the_vote_is_put_again_to_the_others(game: Game) -> None:
    game.leave("Cid")
    (prompt,) = game.prompts
    assert (prompt.id, prompt.seats) == ("village.vote", tuple(seat for seat in SEATS if seat != "Cid"))
    assert "Cid" not in prompt.choices
    assert "Cid" not in game.alive


def test_nobody_goes_home_at_night() -> None:
    game = Game("millers-hollow", SEATS, cards=CARDS, options={"sheriff": "never"})
    assert game.phase == "night 1"
    assert refused(game, "Dan") == "not-now"


def test_nobody_goes_home_while_a_vote_is_half_given(game: Game) -> None:
    game.answer("village.vote", "Ann", "Dan")
    assert refused(game, "Eve") == "not-now"


def test_nobody_goes_home_while_a_dying_hunter_is_asked(game: Game) -> None:
    game.answer_all("village.vote", dict.fromkeys(SEATS, "Cid"))
    game.close()
    assert [prompt.id for prompt in game.prompts] == ["hunter.shoot"]
    assert refused(game, "Dan") == "not-now"


def test_who_is_dead_or_a_stranger_cannot_go_home_and_after_the_end_nobody_can(game: Game) -> None:
    game.leave("Cid")
    assert [refused(game, seat) for seat in ("Cid", "Zoe", ["Dan"], None)] == ["not-a-choice"] * 4
    game.leave("Ann")
    game.leave("Bob")
    assert game.winner == "villagers"
    assert refused(game, "Dan") == "over"
