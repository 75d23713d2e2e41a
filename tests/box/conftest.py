"""What several tests of the box begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.game.library import LIBRARY, OWN
from tests.labs.boxlab import Table, playing
from tests.labs.made_up import write_language


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Eight players, whose game has just begun."""
    return playing(tmp_path)


@pytest.fixture
def second_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The box finds a second language besides its own, in this folder."""
    folder = tmp_path / "words"
    folder.mkdir()
    write_language(folder)
    monkeypatch.setattr(LIBRARY, "folders", (folder, OWN))
    return folder
