"""What stands in a tree of YAML and is not of the kind that is expected is reported with its place, and read past."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.rules.reader import Reader
from narrator.rules.strict_yaml import read
from tests.labs.rolesetlab import SMALL, found, with_change

CHANGES = [
    ("title: Small", "title: [Small]", "2:8: “title” must be a single word."),
    ("title: Small", "title: true", "2:8: “title” must be a single word."),
    ("{least: 5, most: 7}", "5", "3:8: “seats” must hold keys and values"),
    ("least: 5", "least: five", "3:16: “least” must be a number from 3 to 99."),
    ("least: 5", "least: -5", "3:16: “least” must be a number from 3 to 99."),
    ("copies: 9", "copies: -9", "9:22: “copies” must be a number from 0 to 99."),
    ("copies: 9", "copies: '9'", "9:22: “copies” must be a number from 0 to 99."),
    ("copies: 9", "copies: 99999999999999999999999", "9:22: “copies” must be a number from 0 to 99."),
    ("villager: {copies: 9}", "villager: 9", "9:13: “villager” must hold keys and values"),
    ("[{attack: devoured}]", "[{attack: [devoured]}]", "13:96: “attack” must be a single word."),
    ("causes: devoured", "causes: {devoured: 1}", "19:9: Under “causes” a word must stand"),
    ("[debate, vill", "[true, vill", "18:7: Under “day” a word must stand"),
    ("causes:", "history: maybe\ncauses:", "19:10: “history” must be true or false."),
]


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_a_value_of_the_wrong_kind_is_reported_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    sentences = with_change(tmp_path, old, new)
    assert any(sentence.startswith(said) for sentence in sentences), sentences


def test_after_a_value_of_the_wrong_kind_something_harmless_is_read() -> None:
    tree = read("number: many\nword: [a]\nmap: 7\nswitch: maybe\nlist: {a: 1}\n", "small.yaml")
    reader = Reader()
    assert reader.number(tree, "number", 3) == 3
    assert reader.word(tree, "word") == ""
    assert reader.map(tree, "map") == {}
    assert reader.switch(tree, "switch", True) is True
    assert reader.words(tree, "list") == []
    assert [problem.place.line for problem in reader.problems] == [1, 2, 3, 4, 5]


def test_one_word_is_a_list_of_one() -> None:
    tree = read("one: seer\ntwo: [seer, witch]\n", "small.yaml")
    assert [Reader().words(tree, key) for key in ("one", "two", "none")] == [["seer"], ["seer", "witch"], []]


def test_a_key_without_a_value_counts_as_missing(tmp_path: Path) -> None:
    assert with_change(tmp_path, "may_pass: true", "may_pass: true, not_twice: ") == []


def test_the_words_of_which_one_is_wanted_are_all_words(tmp_path: Path) -> None:
    text = SMALL.replace("causes:", "events: {ev-calm: {kind: immediate, until: noon}}\ncauses:")
    assert any(line.endswith("It is one of nightfall, dawn.") for line in found(tmp_path, text))
