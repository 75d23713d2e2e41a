"""What the table keeps on the disk is found again, by the box that kept it and by another version of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from narrator.lobby.lobby import Lobby


@pytest.mark.parametrize("more", [{"candles": 7}, {"players": 5}, {"file": "elsewhere"}, {"tried": 1}])
def test_a_table_that_another_version_kept_is_read_as_far_as_it_is_known(
    more: dict[str, object], tmp_path: Path
) -> None:
    file = tmp_path / "table.json"
    kept = Lobby(file)
    kept.pace = "brisk"
    kept.save()
    file.write_text(json.dumps(json.loads(file.read_text()) | more), encoding="utf-8")
    again = Lobby(file)
    assert (again.pace, again.players, again.file) == ("brisk", kept.players, file)
    assert file.exists()


@pytest.mark.parametrize("text", ["[]", "null", "5", "{", ""])
def test_a_table_that_cannot_be_read_is_laid_aside(text: str, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text(text, encoding="utf-8")
    assert Lobby(file).pace == "normal"
    assert file.with_suffix(".damaged").read_text(encoding="utf-8") == text
