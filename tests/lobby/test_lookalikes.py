"""Nobody sits down under a name that could be taken for somebody else's, and nobody is refused without reason."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.lobby.lookalikes import alike
from tests.labs.boxlab import Table

LIKE_ANN = [
    "ann",
    "ANN",
    "A nn",
    "\N{CYRILLIC CAPITAL LETTER A}nn",
    "\N{GREEK CAPITAL LETTER ALPHA}nn",
    "Ａｎｎ",
    "𝐀𝐧𝐧",
    "An\u200dn",
    "Ann\u200c",
    "Ann\ufe0f",
    "Ann.",
    "Ann 🐺",
]

DIFFERENT = [
    *("Ann", "Anna", "Anne", "Arnie", "Amie", "Ian", "Lan", "Jose", "José", "Joao", "João", "Zoe", "Zoë", "Ben", "Bea"),
    *("王", "望", "小明", "晓明", "李", "土", "田", "さくら", "サクラ", "はな", "はね", "김민수", "김민주", "박", "백"),
    *("محمد", "محمود", "علي", "على‌رضا", "דוד", "דור", "שרה", "Анна", "Инна", "Оля", "Коля", "Ελένη", "Μαρία"),
    *("नमिता", "नमित", "สมชาย", "สมชัย", "1", "2", "Seat 1", "Seat 2", "Player 10", "Player 11"),
]


@pytest.mark.parametrize("name", LIKE_ANN)
def test_a_name_that_looks_like_one_at_the_table_is_refused(name: str, tmp_path: Path) -> None:
    table = Table(tmp_path, ["Ann"])
    reply = table.do("join", name=name)
    assert reply["code"] == ("is-it-you" if name.casefold() == "ann" else "name-taken")
    assert "Ann" in reply["sentence"]
    assert table.do("add", name=name, token=table.host)["code"] == "name-taken"
    assert table.box.lobby.players == ["Ann"]


@pytest.mark.parametrize(("one", "other"), [("Alice", "AIice"), ("Bill", "Bi11"), ("Otto", "0tto"), ("Ian", "lan")])
def test_letters_that_look_alike_do_not_make_a_different_name(one: str, other: str) -> None:
    assert alike(one, other)


def test_names_that_differ_may_all_sit_at_one_table() -> None:
    assert [pair for pair in combinations(DIFFERENT, 2) if alike(*pair)] == []


@given(st.text(max_size=20), st.text(max_size=20))
def test_if_one_name_looks_like_another_the_reverse_is_true(one: str, other: str) -> None:
    assert alike(one, one)
    assert alike(one, other) == alike(other, one)


def test_no_bot_looks_like_a_player(tmp_path: Path) -> None:
    table = Table(tmp_path)
    bot = table.box.language.bots[0]
    assert table.do("join", name=bot.upper())["ok"]
    assert table.set("bots", 5)["ok"]
    assert bot not in table.box.lobby.players
