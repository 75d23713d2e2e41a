"""How tests of scenarios write and play one."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator import cli
from tests.labs.scenariolab import Run, Scenario


@pytest.fixture
def scenario(tmp_path: Path) -> Scenario:
    """Writes a scenario's text to a file."""

    def write(text: str) -> Path:
        file = tmp_path / "a-game.yaml"
        file.write_text(text, encoding="utf-8")
        return file

    return write


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `narrator scenario` and returns its exit code, what it printed and what it complained about."""

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        code = cli.main(["scenario", *map(str, arguments)])
        return code, *capsys.readouterr()

    return run
