"""All point at once, and fingers stand for those who have not voted (G-14)."""

from __future__ import annotations

from typing import Any

import pytest

from narrator import Game, IllegalAnswer
from narrator.rules.facts import Counted

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def pointing(roleset: str = "millers-hollow") -> Game:
    """A game at its first vote, in which all point."""
    game = Game(roleset, SEATS, cards={"Ann": "werewolf"}, options={"sheriff": "never"} if roleset != "classic" else {})
    while game.phase != "day 1" or all(prompt.id != "village.vote" for prompt in game.prompts):
        game.close()
    return game


def test_fingers_stand_for_those_who_have_not_voted_and_can_be_counted_again_until_the_ballot_closes() -> None:
    """G-14, G-04."""
    game = pointing()
    game.answer("village.vote", "Cid", "Dan")
    game.point("village.vote", {"Bob": 5})
    game.point("village.vote", {"Bob": 2, "Cid": 2})
    assert game.complete
    assert game.waiting(game.prompts[0]) == ()
    game.close()
    (counted,) = [fact for fact in game.facts if isinstance(fact, Counted)]
    assert counted.votes == (("Dan", "Cid"),)
    assert dict(counted.tally) == {"Bob": 2, "Cid": 3}
    assert "Cid" not in game.alive


def test_where_nobody_points_all_have_abstained() -> None:
    """G-14, G-10."""
    game = pointing()
    game.point("village.vote", {})
    game.close()
    assert game.alive == tuple(SEATS)


@pytest.mark.parametrize(
    ("prompt", "fingers", "code"),
    [
        ("village.vote", {"Bob": 9}, "many-fingers"),
        ("village.vote", {"Bob": -1}, "many-fingers"),
        ("village.vote", {"Nobody": 1}, "not-pointed-at"),
        ("seer.look", {"Bob": 1}, "no-fingers"),
        (["village.vote"], {"Bob": 1}, "no-fingers"),
        *[("village.vote", strange, "fingers-form") for strange in (None, 5, "Bob", ["Bob"])],
        *[("village.vote", {"Bob": strange}, "fingers-form") for strange in (None, "two", 1.5, True, [1])],
    ],
)
def test_fingers_that_cannot_be_are_refused_and_change_nothing(prompt: Any, fingers: Any, code: str) -> None:
    """G-14, G-03."""
    game = pointing()
    game.point("village.vote", {"Bob": 3})
    before = list(game.entries)
    with pytest.raises(IllegalAnswer) as refused:
        game.point(prompt, fingers)
    assert refused.value.code == code
    assert refused.value.sentence
    assert game.entries == before
    assert game.fingers(game.prompts[0]) == {"Bob": 3}


def test_votes_that_all_see_are_not_pointed_at_a_second_time() -> None:
    """G-14, WW-21."""
    game = pointing("classic")
    with pytest.raises(IllegalAnswer, match="fingers"):
        game.point("village.vote", {"Bob": 3})


def test_an_undone_count_is_gone_and_a_game_played_again_has_it() -> None:
    """G-14, G-01."""
    game = pointing()
    game.point("village.vote", {"Bob": 3})
    again = Game(**game.header)
    again.play(game.entries)
    assert again.fingers(again.prompts[0]) == {"Bob": 3}
    game.undo()
    assert game.fingers(game.prompts[0]) == {}
