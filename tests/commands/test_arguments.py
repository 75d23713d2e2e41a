"""What several commands take is read alike, and what they write is for nobody else's eyes."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from narrator.commands.arguments import SCREEN, number, pairs, put, words
from narrator.errors import NarratorError


@pytest.mark.parametrize(("text", "read"), [("1", 1), ("65535", 65535), ("0", None), ("65536", None), ("-1", None)])
def test_a_number_has_bounds(text: str, read: int | None) -> None:
    if read is not None:
        assert number(1, 65535)(text) == read
    else:
        with pytest.raises(ArgumentTypeError, match="must be a number from 1 to 65535"):
            number(1, 65535)(text)


@pytest.mark.parametrize("text", ["", "1.5", "1e3", "two", "²"])
def test_what_is_no_number_is_told_as_one_out_of_bounds_is(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="must be a number from 0 to 9"):
        number(0, 9)(text)


def test_a_deck_is_listed_with_or_without_spaces() -> None:
    assert pairs("werewolf=2, seer = 1") == {"werewolf": "2", "seer": "1"}
    assert words("ev-flood, ev-burial") == ("ev-flood", "ev-burial")
    for text in ("werewolf", "werewolf=", "=2", "werewolf=2,"):
        with pytest.raises(ArgumentTypeError, match="name=value"):
            pairs(text)


def test_a_file_is_for_its_owner_and_a_drawing_for_everybody(tmp_path: Path) -> None:
    put("secret", tmp_path / "report.txt")
    assert (tmp_path / "report.txt").stat().st_mode & 0o077 == 0
    put("a drawing", tmp_path / "plan.svg", opener=None)
    assert (tmp_path / "plan.svg").read_text() == "a drawing"


def test_a_text_goes_to_the_screen_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    put("no line end", SCREEN)
    assert capsys.readouterr().out == "no line end"


def test_a_file_that_cannot_be_written_is_told_with_another_way(tmp_path: Path) -> None:
    with pytest.raises(NarratorError) as told:
        put("text", tmp_path / "no" / "plan.svg")
    assert told.value.code == "unwritable"
    assert "With - in its place" in told.value.sentence
