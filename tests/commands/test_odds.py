"""`narrator odds` works out who wins how often, and keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.cli import main
from tests.labs.rolesetlab import OURS


@pytest.mark.slow
def test_odds_is_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ours.yaml").write_text(OURS.replace("most: 9", "most: 8"))
    assert main(["odds", "--rolesets", str(tmp_path), "ours"]) == 0
    assert "8 players   werewolves " in capsys.readouterr().out
