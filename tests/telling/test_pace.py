"""How long does everything last? By the pace and by what everybody knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.telling.pace import LAST_HALF_MINUTE, PACES, lengths
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES

RULES, _ = LIBRARY.roleset("millers-hollow", {})


def first_debate(data: Path, roleset: str, pace: str, victim: str | None) -> float:
    """The length of the debate on the first day, after the werewolf has devoured this victim, or nobody."""
    table = Table(data, NAMES)
    assert table.set("pace", pace)["ok"]
    table.box.moderate(Game(roleset, NAMES, cards={"Ann": "werewolf"}, options={"sheriff": "never"}, seed=1))
    table.until("werewolf.devour")
    if victim is not None:
        assert table.answer("Ann", victim)["ok"]
    while not table.round.views[None].phase.startswith("day") or table.round.left < LAST_HALF_MINUTE:
        assert table.step()
    assert len(table.round.views[None].living) == len(NAMES) - (victim is not None)
    return table.round.left


@pytest.mark.parametrize("roleset", ["millers-hollow", "classic"])
def test_each_living_player_makes_a_debate_longer_and_so_does_a_slower_pace(roleset: str, tmp_path: Path) -> None:
    lengths = {
        (pace, victim): first_debate(tmp_path / f"{pace} {victim}", roleset, pace, victim)
        for pace in PACES
        for victim in ("Hal", None)
    }
    for victim in ("Hal", None):
        assert lengths["relaxed", victim] > lengths["normal", victim] > lengths["brisk", victim]
    for pace in PACES:
        assert lengths[pace, "Hal"] < lengths[pace, None]


@pytest.mark.parametrize("living", range(1, 61))
def test_at_every_number_of_living_the_pace_changes_the_debate(living: int) -> None:
    relaxed, normal, brisk = (lengths(pace, RULES, 60).debate(living) for pace in ("relaxed", "normal", "brisk"))
    assert relaxed > normal > brisk > LAST_HALF_MINUTE
