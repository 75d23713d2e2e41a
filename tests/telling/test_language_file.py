"""What is wrong in a language file is told at once, all of it, each fault with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator.errors import BadFile
from narrator.game.library import OWN
from narrator.telling.language_file import PLACE
from tests.labs.wordlab import own


def test_an_unknown_voice_is_refused_with_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        own(tmp_path, 'language: en\nlines:\n  night.falls: {voice: othr, say: ["It is night."]}\n')
    (problem,) = caught.value.problems
    assert (problem.place.line, problem.place.column) == (3, 24)
    assert problem.sentence == "There is no voice “othr”; write `voice: other`, or leave it out."


def test_a_line_with_an_answer_says_what_the_answers_are(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        own(tmp_path, 'language: en\nlines:\n  seer.aloud: {say: ["It is {answer}."]}\n')
    (problem,) = caught.value.problems
    assert problem.sentence.startswith("“seer.aloud” must say under “answers” what each answer is")
    own(tmp_path, 'language: en\nlines:\n  seer.aloud: {say: ["It is {answer}."], answers: card}\n')


def test_everything_wrong_in_a_file_is_said_at_once(tmp_path: Path) -> None:
    text = """language: fr
line: {}
lines:
  dawn.dead: {mood: hushd, say: ["{name} is dead.", "Nobody.", "{names}", "{names!r}", 7]}
  dawn.nobody: {say: []}
  seer.aloud: {say: ["It is {answer}."], answers: {werewolf: "yes", wolf: "no"}}
cards:
  seer: {nam: Seer}
prompts:
  seer.look: {title: [], passed: Nobody}
words: {night: Night}
decoys: {one: []}
"""
    with pytest.raises(BadFile) as caught:
        own(tmp_path, text)
    assert caught.value.code == "language"
    found = [
        (problem.place.line, problem.place.column, re.split(r"[;.:] ?", problem.sentence)[0])
        for problem in caught.value.problems
    ]
    assert found == [
        (1, 11, "This file is named for another language"),
        (2, 1, "There is no key “line” here"),
        (4, 21, "There is no mood “hushd”"),
        (4, 34, "This must hold {names}, and holds {name}"),
        (4, 53, "This must hold {names}, and holds no place in braces"),
        (4, 75, "A place is written {names}"),
        (4, 88, "A text must stand here, in quotes where it looks like something else"),
        (5, 16, "“dawn"),
        (6, 15, "“seer"),
        (6, 69, "There is no key “wolf” here"),
        (8, 10, "There is no key “nam” here"),
        (10, 22, "“title” must be one text, not a list"),
        (10, 26, "There is no key “passed” here"),
        (11, 16, "This must hold {number}, and holds no place in braces"),
        (12, 15, "“one” must list 1 or more"),
    ]
    assert "did you mean “hushed”?" in str(caught.value)
    assert "did you mean “lines”?" in str(caught.value)


def test_a_file_that_is_not_yaml_is_the_only_one_reported(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        own(tmp_path, "language: en\nlanguage: fr\n")
    assert [str(problem) for problem in caught.value.problems] == [
        f"{tmp_path / 'millers-hollow.en.yaml'}:2:1: “language” stands here twice; keep one of them."
    ]


def test_a_form_that_no_name_has_is_told_with_its_place(tmp_path: Path) -> None:
    wrong = """language: en
lines:
  card.turned: {say: ["{names} was {card:whom}."]}
  card.shown: {say: ["{names:who} is {card}."]}
"""
    with pytest.raises(BadFile) as caught:
        own(tmp_path, wrong)
    assert [(problem.place.line, problem.sentence) for problem in caught.value.problems] == [
        (3, "Nothing that may stand at {card} has a form “whom” in this language."),
        (4, "Nothing that may stand at {names} has a form “who” in this language."),
    ]


def test_a_wrong_form_is_told_with_its_place(tmp_path: Path) -> None:
    wrong = """language: en
lines:
  dawn.dead: {say: [{one: "{names}."}]}
  grief.dead: {say: [{once: "{names}.", other: "{names}."}]}
  dawn.nobody: {say: [{one: "Nobody.", other: "Nobodies."}]}
  vote.dead: {say: [{one: "Gone.", other: "{names}."}]}
  menu.card: {say: [{one: "Once {value}.", other: "{name}, {value}."}]}
  menu.players: {say: [{other: "Many."}]}
"""
    with pytest.raises(BadFile) as caught:
        own(tmp_path, wrong)
    assert [(problem.place.line, problem.sentence) for problem in caught.value.problems] == [
        (3, "“other” is missing here."),
        (4, "There is no form of a number “once” here; did you mean “one”?"),
        (5, "“say” can have forms only where something is counted, as in {names}."),
        (6, "This must hold {names}, and holds no place in braces."),
        (7, "This must hold {name} and {value}, and holds {value}."),
        (8, "“say” can have forms only where something is counted, as in {names}."),
        (8, "This must hold {value}, and holds no place in braces."),
    ]


def test_the_page_for_translators_says_what_stands_at_each_place() -> None:
    page = (OWN / "README.md").read_text(encoding="utf-8")
    explained = re.findall(r"`{(\w+)}`", " ".join(re.findall(r"(?m)^\| (`{.+?) \|", page)))
    texts = [file.read_text(encoding="utf-8") for file in OWN.glob("*.en.yaml") if not file.name.startswith("pages.")]
    used = {place for text in texts for place, _ in PLACE.findall(text)}
    assert sorted(explained) == sorted(used)
