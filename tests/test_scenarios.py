"""Every scenario holds, and gives the same game whenever it is played (G-01)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator import scenario
from narrator.shelf import SHELF

FOLDER = Path(__file__).parent / "scenarios"
FILES = list(scenario.files([FOLDER]))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER).with_suffix("")))
def test_the_scenario_holds(file: Path) -> None:
    outcome = scenario.play(file, SHELF)
    assert not outcome.problems, "\n".join(map(str, outcome.problems))
    assert scenario.play(file, SHELF).phases == outcome.phases, "the same table and answers gave another game"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER).with_suffix("")))
def test_the_scenario_says_what_it_shows(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    rule = re.match(r"[A-Z]{1,2}-\d+", file.name)
    assert rule, f"{file.name} begins with no rule"
    cited = re.search(r"^rules: \[(.*)\]$", text, re.MULTILINE)
    assert cited, "its rules are no list on one line"
    assert rule[0] in cited[1].split(", "), f"{file.name} does not cite {rule[0]}"
    assert re.search(r"^name: [A-Z].* .*[^.]$", text, re.MULTILINE), "its name is no sentence"
    assert "expect:" in text or "refused:" in text, "it expects nothing"


def test_no_two_scenarios_have_one_name() -> None:
    names = [re.search(r"^name: (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE) for file in FILES]
    spelled = [name[1] for name in names if name]
    assert len(spelled) == len(set(spelled)) == len(FILES), sorted(n for n in spelled if spelled.count(n) > 1)
