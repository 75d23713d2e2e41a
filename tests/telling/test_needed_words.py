"""Every word that a roleset needs is there, and what is missing or never said is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.errors import NarratorError
from narrator.game.library import LIBRARY, OWN
from narrator.telling.language import Language
from narrator.telling.language_file import CUES
from narrator.telling.needed_words import needed, shortcomings, speechless, unsaid
from tests.labs.made_up import CODE, made_up, write_language
from tests.labs.wordlab import ROLESETS, own, with_every_option, words


@pytest.mark.parametrize("roleset", ROLESETS)
def test_every_word_that_a_roleset_needs_is_there(roleset: str) -> None:
    assert shortcomings(words(roleset), *with_every_option(roleset)) == []


@pytest.mark.parametrize("roleset", ROLESETS)
def test_another_language_is_as_complete_as_english(roleset: str, tmp_path: Path) -> None:
    write_language(tmp_path)
    strange = Language.load([tmp_path, OWN], roleset, CODE, LIBRARY.extends(roleset))
    assert shortcomings(strange, *with_every_option(roleset)) == []
    assert strange.card("werewolf")["name"] == made_up(words(roleset).card("werewolf")["name"])


@pytest.mark.parametrize("roleset", ROLESETS)
def test_every_call_window_vote_and_last_word_is_needed(roleset: str) -> None:
    for rules in with_every_option(roleset):
        lines = needed(rules)["lines"]
        assert rules.first_night
        for call in rules.first_night:
            assert {f"{call.name}.wake", f"{call.name}.sleep", *call.prompts} <= set(lines)
        assert {*rules.ballots, *rules.heirs.values(), *CUES} <= set(lines)


def test_missing_misnamed_and_useless_words_are_reported_with_their_place(tmp_path: Path) -> None:
    text = """language: en
lines:
  witch.wakes: {say: ["Witch, wake up."]}
  hunter.shoot: {say: ["Shoot."]}
  witch.heal:
"""
    language = own(tmp_path, text)
    problems = [str(problem) for problem in shortcomings(language, *with_every_option("millers-hollow"))]
    file = tmp_path / "millers-hollow.en.yaml"
    assert problems == [
        f"{file}:1:1: “lines” has nothing for “witch.heal”.",
        f"{file}:4:3: “hunter.shoot” must hold {{names}}, and holds no place in braces.",
    ]
    (never,) = unsaid(language, "millers-hollow", *with_every_option("millers-hollow"))
    assert str(never) == f"{file}:3:3: Nobody ever says “witch.wakes”; take it out; did you mean “witch.wake”?"
    assert language.missing(["witch.heal", "seer.wake"]) == ["witch.heal"]
    with pytest.raises(NarratorError, match=r"nothing to say for “witch\.heal”") as caught:
        language.line("witch.heal", 1, 0)
    assert caught.value.code == "no-words"


def test_an_option_without_words_for_its_values_is_found(tmp_path: Path) -> None:
    language = own(tmp_path, "language: en\noptions: {sheriff: {name: S, text: T, values: {never: }}}\n")
    problems = [problem.sentence for problem in shortcomings(language, *with_every_option("millers-hollow"))]
    assert problems == ["“options.sheriff.values” has nothing for “never”."]


@pytest.mark.parametrize("card", LIBRARY.stand_for("coins"))
def test_a_guest_card_brings_its_words_and_changes_none(card: str) -> None:
    own = words("coins")
    guest = Language.load([OWN], "coins", "en", LIBRARY.extends("coins"), LIBRARY.guest_sources("coins", card))
    rules, _ = LIBRARY.roleset("coins", {}, card)
    assert speechless(guest, rules) is None
    assert {cue: guest.lines[cue] for cue in own.lines} == own.lines
