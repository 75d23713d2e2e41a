"""`narrator scenario` plays games that are written down, and fails where one goes otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import Mock

import pytest

from narrator.cli import main
from narrator.game import scenario
from narrator.game.library import LIBRARY

GOOD = Path(__file__).parents[1] / "scenarios" / "classic" / "WW-12-the-dying-seer-looks.yaml"


def test_a_game_that_goes_as_written_is_fine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(GOOD)]) == 0
    assert capsys.readouterr().out == f"{GOOD}: ok\n"


def test_a_file_that_cannot_be_played_fails_and_keeps_no_other_from_being_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("table: {roleset: nowhere}\n", encoding="utf-8")
    assert main(["scenario", str(bad), str(GOOD)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert str(bad) in told[0]
    assert told[-1] == f"{GOOD}: ok"


def test_a_fault_of_the_rules_fails_and_keeps_no_other_game_from_being_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(scenario, "play", Mock(side_effect=[KeyError("Ann"), scenario.play(GOOD, LIBRARY)]))
        assert main(["scenario", str(GOOD), str(GOOD)]) == 1
    said = capsys.readouterr()
    failed, fine = said.out.splitlines()
    assert failed.startswith(f"{GOOD}: the rules failed")
    assert fine == f"{GOOD}: ok"
    assert "KeyError: 'Ann'" in said.err


def test_a_folder_without_games_is_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(tmp_path)]) == 1
    assert capsys.readouterr().err.endswith("[no-scenarios]\n")


def test_what_happened_is_one_object_for_each_phase(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--json", str(GOOD)]) == 0
    phases = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [phase["phase"] for phase in phases][:2] == ["setup", "night 1"]
