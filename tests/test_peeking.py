"""Somebody cheats: with a phone in the Wi-Fi, a stopwatch, the host's page, and whatever else lies on the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.game import Game
from narrator.rules.facts import PhaseBegan
from tests.boxlab import Table
from tests.buttonlab import NAMES


def bots(data: Path, roleset: str, seed: int) -> Table:
    """A game of bots, and somebody with a phone among them."""
    table = Table(data, NAMES, seed)
    table.box.lobby.bots = NAMES[1:]
    table.box.moderate(Game(roleset, NAMES, options={"sheriff": "never"} if roleset != "coins" else {}, seed=seed))
    return table


def codes(table: Table, *messages: dict[str, Any]) -> list[str]:
    """How the box refuses each of these."""
    return [str(table.box.handle(message).get("code")) for message in messages]


@pytest.mark.parametrize(("roleset", "seed"), [("millers-hollow", 1), ("millers-hollow", 2), ("coins", 3)])
def test_what_is_refused_in_a_game_does_not_tell_that_it_is_won_already(
    roleset: str, seed: int, tmp_path: Path
) -> None:
    """The rules know the winner long before the village hears of the night."""
    table = bots(tmp_path, roleset, seed)
    won = False
    asked = [
        {"do": "join", "name": "Ida"},
        {"do": "leave", "token": table.tokens["Ann"]},
        {"do": "set", "token": table.host, "what": "bots", "value": 0},
        {"do": "start", "token": table.host},
        {"do": "again", "token": table.host},
    ]
    while table.box.screens.stage == "game":
        assert codes(table, *asked) == ["game-running"] * len(asked)
        assert table.box.game is not None
        won = won or table.box.game.winner is not None
        table.step()
    assert won
    assert table.do("join", name="Ida")["ok"]


@pytest.mark.parametrize(("roleset", "seed"), [("millers-hollow", 1), ("coins", 3), ("coins", 4)])
def test_by_night_no_debate_is_made_longer_though_the_rules_are_at_the_next_one(
    roleset: str, seed: int, tmp_path: Path
) -> None:
    table = bots(tmp_path, roleset, seed)
    ahead = False
    asked = [
        {"do": "more-time", "token": table.tokens["Ann"]},
        {"do": "call-vote", "token": table.tokens["Ann"]},
        {"do": "longer", "token": table.host},
        {"do": "shorter", "token": table.host},
        {"do": "draw", "token": table.host},
    ]
    while table.box.screens.stage == "game":
        assert table.box.game is not None
        phases = [fact.name for fact in table.box.game.facts if isinstance(fact, PhaseBegan)]
        if not table.page("Ann")["phase"].startswith("Day"):
            ahead = ahead or phases[-1].startswith("day")
            assert codes(table, *asked) == ["not-now"] * len(asked)
        table.step()
    assert ahead
