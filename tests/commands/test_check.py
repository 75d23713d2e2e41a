"""`narrator check` tells what is wrong in each thing that it is asked about, and fails only where something is."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.cli import main

OURS = "roleset: ours\nextends: millers-hollow\ntitle: Ours\n"


def checked(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """How the command ends for this roleset of a host's own, and what it prints."""
    (folder / "ours.yaml").write_text(text, encoding="utf-8")
    code = main(["check", "--rolesets", str(folder), "ours"])
    return code, capsys.readouterr().out.splitlines()


def test_what_is_right_is_said_to_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(tmp_path, OURS, capsys) == (0, ["ours: ok"])


def test_what_is_wrong_is_said_with_its_place_and_the_command_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = checked(tmp_path, OURS + "seat: {}\n", capsys)
    assert code == 1
    assert said[0].startswith(f"{tmp_path / 'ours.yaml'}:4:1: ")
    assert "ours: ok" not in said


def test_one_wrong_thing_among_right_ones_makes_it_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ours.yaml").write_text(OURS + "seat: {}\n", encoding="utf-8")
    assert main(["check", "--rolesets", str(tmp_path), "ours", "classic"]) == 1
    assert "classic: ok" in capsys.readouterr().out


def test_what_is_wrong_in_words_that_all_rolesets_share_is_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "common.en.yaml"
    file.write_text('language: en\nsides: {villagers: "{names}"}\n', encoding="utf-8")
    assert main(["check", "--rolesets", str(tmp_path), "classic", "coins"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said == [f"{file}:2:20: This must hold no place in braces, and holds {{names}}."]
