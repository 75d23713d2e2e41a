"""Every scenario passes, always gives the same game, and says what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator import Game
from narrator.game import scenario
from narrator.game.library import LIBRARY

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = list(scenario.files([FOLDER]))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER).with_suffix("")))
def test_the_scenario_holds(file: Path) -> None:
    outcome = scenario.play(file, LIBRARY)
    assert not outcome.problems, "\n".join(map(str, outcome.problems))
    assert scenario.play(file, LIBRARY).phases == outcome.phases, "the same table and answers gave another game"


def test_every_scenario_says_what_it_shows() -> None:
    wrong = [f"{file.relative_to(FOLDER)}: {fault}" for file in FILES if (fault := lacking(file))]
    assert wrong == []


def lacking(file: Path) -> str | None:
    """What a scenario does not say of itself; nothing where it says all."""
    text = file.read_text(encoding="utf-8")
    rule = re.match(r"[A-Z]{1,2}-\d+", file.name)
    cited = re.search(r"^rules: \[(.*)\]$", text, re.MULTILINE)
    if not rule:
        return "its name begins with no rule"
    if not cited:
        return "its rules are no list on one line"
    if rule[0] not in cited[1].split(", "):
        return f"it does not cite {rule[0]}"
    if not re.search(r"^name: [A-Z].* .*[^.]$", text, re.MULTILINE):
        return "its name is no sentence"
    return None if "expect:" in text or "refused:" in text else "it expects nothing"


def test_no_two_scenarios_have_one_name() -> None:
    names = [re.search(r"^name: (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE) for file in FILES]
    spelled = [name[1] for name in names if name]
    assert len(spelled) == len(set(spelled)) == len(FILES), sorted(n for n in spelled if spelled.count(n) > 1)


@pytest.mark.parametrize("file", FILES[::7], ids=lambda file: str(file.relative_to(FOLDER).with_suffix("")))
def test_g_01_the_entries_of_a_game_played_again_give_the_same_facts(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games: list[Game] = []
    begin = Game.__init__

    def noted(game: Game, *given: object, **named: object) -> None:
        begin(game, *given, **named)
        games.append(game)

    monkeypatch.setattr(Game, "__init__", noted)
    scenario.play(file, LIBRARY)
    for game in games[:1]:  # a refused table has none
        again = Game(**game.header)
        again.play(game.entries)
        assert again.facts == game.facts
        assert again.phase == game.phase
