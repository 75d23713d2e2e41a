"""`narrator odds` works out who wins how often, and keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.cli import main
from narrator.game.library import Library

OURS = """
roleset: ours
extends: millers-hollow
title: Ours
seats: {least: 8, most: 9}
cards: {seer: {wakes: {seer.look: {then: [{tell: wolf}]}}}}
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "ours.yaml").write_text(OURS)
    return Library(tmp_path)


@pytest.mark.slow
def test_odds_is_a_command(library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ours.yaml").write_text((tmp_path / "ours.yaml").read_text().replace("most: 9", "most: 8"))
    assert main(["odds", "--rolesets", str(tmp_path), "ours"]) == 0
    assert "8 players   werewolves " in capsys.readouterr().out
