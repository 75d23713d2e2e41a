"""YAML is read strictly: what is no plain mapping, or too large for one, is refused with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.errors import BadFile, Place
from narrator.game.library import OWN, Library
from narrator.lobby.deck_file import deck_in
from narrator.panel.plans import plan_in
from narrator.rules.strict_yaml import placed, read, written
from narrator.telling.language import Language
from tests.labs.rolesetlab import SMALL, found, many, with_change

TEXTS = [
    (None, "", "1:1: The file must hold keys and values"),
    (None, "just words", "1:1: The file must hold keys and values"),
    (None, "- a list", "1:1: The file must hold keys and values"),
    (None, "a: \x00", "1:1: This is not YAML: unacceptable character #x0000: control characters are not allowed. Take"),
    (None, "[" * 5000, "1:41: Too many lists stand inside one another here."),
    *[
        (None, text, f"{place}: This is not YAML: {said}. {remedy}")
        for text, place, said, remedy in [
            (
                SMALL + "\n\tx", "23:1",
                "while scanning for the next token found character that cannot start any token",
                "Indent with spaces, not with a tab.",
            ),
            (
                "a: {b: 1\nc: 2", "2:2", "while parsing a flow mapping did not find expected ',' or '}'",
                "A bracket or brace above may still be open, or a text with “: ” lacks quotation marks.",
            ),
            (
                "a: Whom: you", "1:8", "mapping values are not allowed in this context",
                "Put quotation marks around a text with “: ”; keys that belong together begin in one column.",
            ),
            (
                "a: &", "1:5", "while scanning an anchor did not find expected alphabetic or numeric character",
                "Put quotation marks around a text that begins with a sign.",
            ),
            (
                "a: [b, ,]", "1:8", "while parsing a flow node did not find expected node content",
                "A value is missing before this, or a comma, a bracket or a brace is one too many.",
            ),
            (
                " a: b\nc: d", "2:1", "did not find expected <document start>",
                "This belongs to no key: begin keys in one column, and look for a bracket or quotation mark.",
            ),
            (
                "a: - b", "1:4", "block sequence entries are not allowed in this context",
                "Each “- ” of a list begins a line of its own, under the key of the list.",
            ),
            (
                "a:\n  - b\n  c: d", "3:3", "while parsing a block collection did not find expected '-' indicator",
                "All “- ” of one list stand in one column, and nothing else does.",
            ),
            (
                'a: "b', "1:6", "while scanning a quoted scalar found unexpected end of stream",
                "A quotation mark is still open.",
            ),
            (
                'a: "b\n--- c', "2:1", "while scanning a quoted scalar found unexpected document indicator",
                "A quotation mark is still open.",
            ),
            (
                "a: !no!such", "1:4", "while parsing a node found undefined tag handle",
                "Put quotation marks around a text that begins with a sign.",
            ),
            (
                "a: ? b", "1:4", "mapping keys are not allowed in this context",
                "Put quotation marks around a text that begins with a sign.",
            ),
        ]
    ],
    (None, SMALL + "---\na: 1", "22:1: A second document begins here; one file holds one."),
]


@pytest.mark.parametrize(("old", "new", "said"), TEXTS)
def test_a_file_that_is_no_plain_mapping_is_refused_with_its_place(
    tmp_path: Path, old: None, new: str, said: str
) -> None:
    sentences = found(tmp_path, new)
    assert any(sentence.startswith(said) for sentence in sentences), sentences


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("title: Small", "title: *small", "2:8: No anchor “&small” stands before this."),
        ("title: Small", "title: &title [*title]", "2:16: This list holds itself through an anchor; write it out."),
        ("title: Small", "title: Small\ntitle: Big", "3:1: “title” stands here twice; keep one of them."),
    ],
)
def test_an_anchor_that_leads_nowhere_and_a_key_that_stands_twice_are_reported(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    sentences = with_change(tmp_path, old, new)
    assert any(sentence.startswith(said) for sentence in sentences), sentences


@pytest.mark.parametrize("text", ["on", "no", "12:30", "0x10", "1_000", "2026-01-01", "1.5"])
def test_what_other_readers_take_for_a_truth_a_time_or_a_number_stays_text(text: str) -> None:
    assert read(f"key: {text}", "small.yaml") == {"key": text}


def test_every_key_value_and_item_knows_where_it_stands() -> None:
    tree = read("seats:\n  - Ann\n  - {name: Bob}\n", "small.yaml")
    assert tree.key_places["seats"] == Place("small.yaml", 1, 1)
    assert tree["seats"].places == [Place("small.yaml", 2, 5), Place("small.yaml", 3, 5)]
    assert tree["seats"][1].value_places["name"] == Place("small.yaml", 3, 12)


@pytest.mark.parametrize("text", ["true", "null", "7", "-0", "", "on", "a: b", "- a", "two\nlines", "“so”"])
def test_text_that_looks_like_something_else_is_written_so_that_it_is_read_as_text(text: str) -> None:
    tree = {"text": text, "yes": True, "number": 7, "nothing": None}
    assert read(written(tree), "small.yaml") == tree


def test_plain_data_that_is_laid_at_a_place_says_that_place_for_each_of_its_parts() -> None:
    here = Place("small.yaml", 4, 2)
    tree = placed({"cards": [{"seer": 1}]}, here)
    assert (tree.place, tree["cards"].places, tree["cards"][0].value_places["seer"]) == (here, [here], here)


HUGE = {
    "keys": ("roleset: small\ncards:\n" + many(25_000, "  c{0}: {{side: x}}"), ": There are more than 50000"),
    "short keys": ("roleset: small\n" + many(90_000, "a{0}: 1"), ": There are more than 50000 words and lists"),
    "characters": ("roleset: small\ntitle: " + "x" * 1_000_000, "1:1: This file has more than 1000000 characters"),
    "anchors": (
        "a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
        "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n"
        "e: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\n",
        ": There are more than 50000 words and lists",
    ),
    "depth": ("a: " + "[" * 41 + "]" * 41, "1:43: Too many lists stand inside one another here."),
    "wrong keys": (SMALL + many(2000, "k{0}: 1"), "There is no key “k0” here."),
}


@pytest.mark.parametrize("kind", HUGE)
def test_an_oversized_file_is_refused_with_its_place(tmp_path: Path, kind: str) -> None:
    """In a second or two each, where it once took minutes; reading stops after a hundred problems."""
    text, said = HUGE[kind]
    sentences = found(tmp_path, text)
    assert len(sentences) <= 100
    assert any(said in sentence for sentence in sentences), sentences
    assert all(re.match(r"\d+:\d+: ", sentence) for sentence in sentences)


@pytest.mark.parametrize(
    "opened",
    [
        plan_in,
        lambda file: deck_in(file, Library().roleset("classic", {})[0]),
        lambda file: Language.load((file.parent, OWN), file.stem.split(".")[0], "en", ["classic"]),
    ],
)
def test_no_reader_reads_a_huge_file_to_the_end(tmp_path: Path, opened: Callable[[Path], object]) -> None:
    file = tmp_path / "huge.en.yaml"
    for text in (HUGE["short keys"][0], HUGE["characters"][0], HUGE["anchors"][0]):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(BadFile) as caught:
            opened(file)
        assert len(caught.value.problems) <= 100
        assert str(caught.value).startswith(f"{file}:")
