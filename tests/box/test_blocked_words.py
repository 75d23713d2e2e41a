"""A word that this table does not want to hear is refused, however it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.box.blocked_words import blocked_word, unread_list
from narrator.errors import english
from narrator.folders import BLOCKED_WORDS
from tests.labs.boxlab import writing

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


WRITTEN = ["What a Turnip!", "tuгnip", "TURN\u00adIP soup", "a ｔｕｒｎｉｐ", "Ann’s turnip’s ripe", "turnip—soup"]


@pytest.mark.parametrize("line", [*WRITTEN, "t.u.r.n.i.p", "Oh, go home", "GO, HOME!"])
def test_blocked_words_are_refused_however_they_are_written(line: str, tmp_path: Path) -> None:
    """VA-04"""
    table = writing(tmp_path)
    (tmp_path / "blocked-words.txt").write_text("turnip\n\n---\ngo home\n", encoding="utf-8")
    refused = table.answer("Bob", line)
    assert refused["code"] in ("blocked-word", "no-line")
    assert table.page("Bob")["screen"]["chosen"] is None
    assert table.answer("Bob", "Turnips go to a home … or do they?")["ok"], "other words"


@pytest.mark.parametrize("line", ["Ann\u0301" + "\u0335\u0321\u0327\u0341" * 9, "\u3164\u3164", "\u2800"])
def test_a_line_that_nobody_can_read_is_refused(line: str, tmp_path: Path) -> None:
    """VA-04"""
    table = writing(tmp_path)
    assert table.answer("Bob", line)["code"] == "unreadable-line"
    assert table.page("Bob")["screen"]["chosen"] is None
    assert table.answer("Bob", "Ça va? 🎃 שָׁלוֹם")["ok"]
    assert table.answer("Bob")["ok"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("You are a TURNIP, Bob.", "TURNIP"),
        ("a turnip—head", "turnip"),
        ("t.u.r.n.i.p", "t.u.r.n.i.p"),
        ("You should go   home now.", "go home"),
        ("a T u r n i p soup", "T u r n i p"),
        ("g o  h o m e now", "g o h o m e"),
        ("n a v é", "n a v é"),
        ("Turnips are good.", None),
        ("Go away, stay home.", None),
    ],
)
def test_whole_words_are_blocked_and_no_parts_of_others(line: str, word: str | None, tmp_path: Path) -> None:
    (tmp_path / BLOCKED_WORDS).write_text("turnip\n\n---\ngo home\nnave\u0301", encoding="utf-8")
    assert blocked_word(line, tmp_path) == word


def test_where_there_is_no_file_that_can_be_read_nothing_is_blocked(tmp_path: Path) -> None:
    assert blocked_word("turnip", tmp_path) is None
    (tmp_path / BLOCKED_WORDS).write_bytes(b"turnip\n\xff\xfe")
    assert blocked_word("turnip", tmp_path) is None


def test_a_list_that_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    assert unread_list(tmp_path) is None
    (tmp_path / BLOCKED_WORDS).write_text("Rübe\n", encoding="utf-8")
    assert unread_list(tmp_path) is None
    (tmp_path / BLOCKED_WORDS).write_text("Rübe\n", encoding="latin-1")
    told = english(unread_list(tmp_path) or "")
    assert told.endswith("This file is not text in UTF-8; save it as that. Until then no word is blocked.")
