"""`narrator wiring` prints where each wire goes, or draws it, or says why it cannot."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from narrator import cli
from narrator.folders import WIRING


def written(folder: Path, plan: str) -> Path:
    file = folder / WIRING
    file.write_text(plan, encoding="utf-8")
    return file


def test_a_file_that_the_boxs_own_user_may_not_see_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def closed(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "/home/ann/plan.yaml")

    monkeypatch.setattr("narrator.commands.wiring.plan_file", closed)
    assert cli.main(["wiring", "--wiring", "/home/ann/plan.yaml"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("narrator: /home/ann/plan.yaml: Permission denied. ")
    assert said.endswith("use files in /tmp. [not-allowed]\n")


def test_a_drawing_is_shown_where_no_file_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draw = ["wiring", "--data", str(tmp_path), "classic", "--svg"]
    assert cli.main([*draw, str(tmp_path / "no" / "plan.svg")]) == 1
    remedy = "With - in its place the text is shown here, and `> plan.svg` after that keeps it. [unwritable]"
    assert remedy in capsys.readouterr().err
    assert cli.main([*draw, "-"]) == 0
    assert capsys.readouterr().out.startswith("<svg ")


def test_nothing_is_printed_of_a_plan_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "knob: {left: 2, right: 2, push: 3}")
    assert cli.main(["wiring", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().out == ""
