"""Lines that ask or order something are easy to follow when heard once: short, in common words, the name first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from narrator.game.library import LIBRARY, OWN
from narrator.telling.clear_orders import CommonWords, common_words, hard_to_follow
from tests.labs.wordlab import own

KNOWN = {"who", "do", "you", "want", "to", "see", "city", "wolf", "wake", "up"}
COMMON = CommonWords(frozenset(KNOWN), [("'s", ""), ("ies", "y")])
RULES = [LIBRARY.roleset("millers-hollow", {})[0]]


def hard(folder: Path, lines: str, common: CommonWords | None = None) -> Sequence[str]:
    """What is said of these lines of a host's own."""
    language = own(folder, f"language: en\nlines: {{{lines}}}\n")
    found = hard_to_follow(language, "millers-hollow", RULES, common)
    return [problem.sentence for problem in found if Path(problem.place.file).parent == folder]


def test_an_order_is_given_in_few_words_before_anything_else_is_said(tmp_path: Path) -> None:
    [told] = hard(tmp_path, 'seer.look: {say: ["Choose one of all the people here whose card you see."]}')
    assert told.startswith("Say what to do in 8 words at most")
    assert (
        hard(tmp_path, 'seer.look: {say: ["Whose card? You may take your time, and nobody will ever know of it."]}')
        == []
    )


def test_what_only_tells_something_may_be_long_and_in_rare_words(tmp_path: Path) -> None:
    told = 'dawn.nobody: {say: ["A nocturnal serendipity of quite unprecedented magnitude has befallen this hamlet."]}'
    assert hard(tmp_path, told, COMMON) == []


def test_rare_words_of_an_order_are_named(tmp_path: Path) -> None:
    [told] = hard(tmp_path, 'seer.look: {say: ["Who do you wish to scrutinise?"]}', COMMON)
    assert told.endswith("may not know: wish, scrutinise.")


def test_who_is_to_wake_up_is_named_first(tmp_path: Path) -> None:
    common = COMMON.knowing(["Seer"])
    assert hard(tmp_path, 'seer.wake: {say: ["Seer, wake up.", "The Seer, wake up."]}', common) == []
    [told] = hard(tmp_path, 'seer.wake: {say: ["Wake up, Seer."]}', common)
    assert told == "Say first who is to wake up, so begin with “Seer”."


@pytest.mark.parametrize(
    ("sentence", "rare"),
    [
        ("Who do you want to see?", []),
        ("WAKE UP, {names}!", []),
        ("the city’s wolf", ["the"]),
        ("Cities see you.", []),
        ("3 wolves", ["wolves"]),
    ],
)
def test_a_word_is_known_in_any_form_that_the_list_has_an_ending_for(sentence: str, rare: list[str]) -> None:
    assert COMMON.rare(sentence) == rare


def test_a_list_of_a_hosts_own_goes_before_the_boxs(tmp_path: Path) -> None:
    (tmp_path / "common-words.en.txt").write_text("# mine\n-s\nWolf\n", encoding="utf-8")
    mine = common_words([tmp_path, OWN], "en")
    assert mine == CommonWords(frozenset(["wolf"]), [("s", "")])
    boxs = common_words([OWN], "en")
    assert boxs is not None
    assert len(boxs.words) > 500
    assert common_words([tmp_path, OWN], "de") is None
