"""A line whose checksum is right and that still holds nothing that a game has: another program has written it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from narrator.game.game import Game
from narrator.game.journal import DamagedJournal, Journal, line_of, load, replayed, unfinished
from narrator.game.library import LIBRARY

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
STRANGE: list[Any] = [
    None, 5, "close", {}, [], ["undo", "x"], ["undo", None], ["undo", 1, 2], ["heard"], ["heard", 1], ["heard", "a", 2],
]  # fmt: skip
UNPLAYABLE: list[Any] = [
    ["close", 1], ["answer"], ["answer", {}, [], {}], ["leave", ["Ann"]], ["point", "village.vote", 5],
    ["knock", "Zoe", "Millbrook", {}], ["undo", 10**9], ["undo", -1],
]  # fmt: skip
HEADS: list[dict[str, Any]] = [
    {"table": []}, {"table": None}, {"texts": {"classic": 5}}, {"hash": 5}, {"powers": "x"}, {"language": None},
    {"beginners": "x"},
]  # fmt: skip


def journal_of(folder: Path, *contents: Any) -> Path:
    path, sum = folder / "0001-millers-hollow.jsonl", 0
    with path.open("wb") as file:
        for content in contents:
            line, sum = line_of(content, sum)
            file.write(line)
    return path


@pytest.fixture
def head(tmp_path: Path) -> dict[str, Any]:
    game = Game("millers-hollow", SEATS, seed=1)
    kept = Journal.create(tmp_path / "whole", game.header, LIBRARY.texts("millers-hollow"))
    kept.close()
    return dict(json.loads(kept.path.read_bytes()))


def problem(path: Path) -> tuple[str, str]:
    with pytest.raises(DamagedJournal) as caught:
        replayed(load(path))
    return caught.value.code, caught.value.sentence


@pytest.mark.parametrize("entry", STRANGE)
def test_an_entry_of_no_kind_that_there_is_is_told_with_its_line(
    entry: Any, head: dict[str, Any], tmp_path: Path
) -> None:
    path = journal_of(tmp_path, head, {"n": 1, "entry": ["close"]}, {"n": 2, "entry": entry})
    assert unfinished(tmp_path) == path
    code, sentence = problem(path)
    assert code == "damaged-journal"
    assert sentence.startswith(f"{path}:3: this line holds nothing that a game has. It is kept as ")


@pytest.mark.parametrize("lines", [[{"n": 1}], [{"entry": ["close"]}, {"entries": ["close"]}]])
def test_a_line_without_an_entry_is_told(lines: Sequence[Any], head: dict[str, Any], tmp_path: Path) -> None:
    path = journal_of(tmp_path, head, *lines)
    assert problem(path)[1].startswith(f"{path}:{len(lines) + 1}: this line holds nothing")


@pytest.mark.parametrize("entry", UNPLAYABLE)
def test_an_entry_that_no_game_takes_is_told_in_words(entry: Any, head: dict[str, Any], tmp_path: Path) -> None:
    code, sentence = problem(journal_of(tmp_path, head, {"n": 1, "entry": ["close"]}, {"n": 2, "entry": entry}))
    assert code == "unplayable-journal"
    assert "Error(" not in sentence
    assert ":3: " in sentence


@pytest.mark.parametrize("wrong", HEADS)
def test_a_first_line_of_another_kind_is_told(wrong: dict[str, Any], head: dict[str, Any], tmp_path: Path) -> None:
    path = journal_of(tmp_path, {**head, **wrong})
    assert problem(path)[1].startswith(f"{path}:1: this line holds nothing that a game has. ")


@pytest.mark.parametrize("key", ["roleset", "seats"])
def test_a_table_without_what_it_needs_is_told(key: str, head: dict[str, Any], tmp_path: Path) -> None:
    table = {name: value for name, value in head["table"].items() if name != key}
    assert f"“{key}” must be " in problem(journal_of(tmp_path, {**head, "table": table}))[1]
