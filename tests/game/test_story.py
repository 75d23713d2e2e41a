"""The story of a game, told in a minute: what mattered most, in the order in which it happened."""

from __future__ import annotations

import pytest

from narrator.game.library import LIBRARY, OWN
from narrator.game.story import MINUTE, in_a_minute, told_after
from narrator.rules.facts import Died
from narrator.telling.language import Language
from tests.labs.tablelab import played


def test_of_whom_the_plague_killed_the_story_says_so() -> None:
    game = played("the-pact", 3, options={"black_plague": "on"})
    words = Language.load([OWN / "plain", OWN], "the-pact", "en", LIBRARY.extends("the-pact"))
    killed = [fact.seat for fact in game.facts if isinstance(fact, Died) and fact.cause == "devoured"]
    assert killed
    story = " ".join(line for _, lines in told_after(game, words, len(game.facts)) for line in lines)
    assert [seat for seat in killed if f"{seat} died of the plague." not in story] == []
    assert "erewolves killed" not in story


@pytest.mark.parametrize("roleset", ["millers-hollow", "new-moon", "classic", "coins", "the-pact"])
def test_a_minute_is_enough_for_every_game_and_every_death_is_in_it(roleset: str) -> None:
    words = Language.load([OWN], roleset, "en", LIBRARY.extends(roleset))
    for seed in range(10):
        game = played(roleset, seed)
        whole = dict(told_after(game, words, len(game.facts)))
        short = dict(in_a_minute(game, words))
        said = " ".join([*short, *(line for lines in short.values() for line in lines)])
        assert len(said) <= MINUTE
        assert [phase for phase in whole if phase in short] == [*short]
        for phase, lines in short.items():
            whole_phase = " ".join(whole[phase])
            places = [whole_phase.index(line) for line in lines]
            assert places == sorted(places)
        assert all(fact.seat in said for fact in game.facts if isinstance(fact, Died))
