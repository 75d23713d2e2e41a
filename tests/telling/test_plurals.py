"""A text has the form that goes with its number, in a language with as many kinds of numbers as it likes."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.game.library import OWN
from narrator.telling.language import Language
from narrator.telling.plurals import counted, form
from narrator.telling.script import Cue
from tests.labs.wordlab import own


def test_a_line_has_a_form_for_each_kind_of_number(tmp_path: Path) -> None:
    common = (OWN / "common.en.yaml").read_text().replace("language: en", "language: ru", 1)
    (tmp_path / "common.ru.yaml").write_text(common)
    (tmp_path / "ours.ru.yaml").write_text(
        """
        language: ru
        lines:
          dawn.dead: {say: [{one: "{names} found.", few: "{names} few.", other: "{names} all found."}]}
          menu.players: {say: [{one: "{value} player.", few: "{value} players, few.", other: "{value} players."}]}
        story: {linked: {one: "{names} alone.", other: "{names} together."}}
        """
    )
    language = Language.load([tmp_path], "ours", "ru")
    for seats, said in (["Ann"], "Ann found."), (["Ann", "Bob"], "Ann and Bob few."), (["Ann"] * 5, " all found."):
        assert language.say(Cue("dawn.dead", tuple(seats)), 0, 0).text.endswith(said)
    for number, said in (1, "one player."), (3, "three players, few."), (21, "21 player."), (0, "zero players."):
        assert language.line("menu.players", 0, 0, value=number).text == said
    assert language.line("dawn.dead", 0, 0, names="Ann").text == "Ann found."
    assert language.story("linked", 0, 0, names=["Ann", "Bob"]) == "Ann and Bob together."
    assert language.story("linked", 0, 0, names="Ann") == "Ann alone."


def test_a_form_may_have_its_number_in_the_words(tmp_path: Path) -> None:
    language = own(
        tmp_path,
        """
        language: en
        lines:
          debate.dead: {say: [{one: "One grave.", other: "{number} graves."}]}
          menu.start-sure: {say: [{one: "Only you for {name}.", other: "{value} for {name}."}]}
        """,
    )
    assert [language.line("debate.dead", 0, 0, number=dead).text for dead in (1, 2)] == ["One grave.", "two graves."]
    assert language.line("menu.start-sure", 0, 0, name="Coins", value=1).text == "Only you for Coins."


def test_what_is_rendered_ahead_has_the_form_of_its_number(tmp_path: Path) -> None:
    say = '{one: "Day {day}, ah.", other: "Day {day}."}'
    language = own(tmp_path, f"language: en\nlines: {{day.begins: {{say: [{say}]}}}}\n")
    assert {line.text for line in language.foreseeable("day.begins")} >= {"Day one, ah.", "Day two."}


def test_each_language_has_the_kinds_of_numbers_that_unicode_lists() -> None:
    english = {"one": "card", "other": "cards"}
    assert [form(english, number, "en") for number in (0, 1, 2, 21)] == ["cards", "card", "cards", "cards"]
    russian = {"one": "1", "few": "2-4", "many": "5+", "other": "1.5"}
    assert [form(russian, number, "ru") for number in (1, 3, 5, 21, 11)] == ["1", "2-4", "5+", "1", "5+"]
    assert [form({"other": "枚"}, number, "ja") for number in (1, 5)] == ["枚", "枚"]


def test_a_language_that_unicode_does_not_list_counts_as_english_does() -> None:
    assert [form({"one": "a", "other": "b"}, number, "qaa") for number in (1, 2)] == ["a", "b"]
    assert form({"one": "a", "other": "b"}, 1, "no language") == "a"


def test_a_text_has_its_other_form_where_nothing_is_counted_or_a_form_is_missing() -> None:
    assert form({"one": "a", "other": "b"}, None, "en") == "b"
    assert form({"one": "a", "other": "b"}, 3, "ru") == "b"
    assert form("the same", 1, "en") == "the same"


@pytest.mark.parametrize(
    ("places", "number"),
    [
        ({"names": ["Ann", "Bob"], "day": 7}, 2),
        ({"names": "Ann"}, 1),
        ({"names": []}, 0),
        ({"value": "often", "day": 7}, 7),
        ({"card": "seer"}, None),
    ],
)
def test_the_first_thing_that_is_counted_decides(places: dict[str, str | int | list[str]], number: int | None) -> None:
    assert counted(places) == number
