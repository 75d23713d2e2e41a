"""Every line that any game of a roleset may need, whatever its options, in the usual words and in plain ones."""

from __future__ import annotations

import pytest

from narrator.game.all_lines import all_lines
from narrator.game.library import LIBRARY
from narrator.telling.language import Language

CLASSIC = ["classic"]


@pytest.fixture(scope="module")
def cues() -> dict[str, set[str]]:
    """What is said in any game of the classic roleset, by cue."""
    found: dict[str, set[str]] = {}
    for line, cue in all_lines(LIBRARY, CLASSIC, "en").items():
        found.setdefault(cue, set()).add(line.text)
    return found


def test_what_only_an_option_brings_is_among_the_lines(cues: dict[str, set[str]]) -> None:
    usual, _ = LIBRARY.roleset("classic", {})
    assert "cupid" not in [call.name for call in usual.first_night]
    assert cues["cupid.wake"]


def test_the_usual_and_the_plain_wording_are_both_there(cues: dict[str, set[str]]) -> None:
    for plain in (False, True):
        words = Language.load(LIBRARY.word_folders(plain), "classic", "en")
        wordings = words.lines["vote.nobody"].say
        assert {wording for wording in wordings if isinstance(wording, str)} <= cues["vote.nobody"]


def test_no_line_has_an_open_place_or_is_there_for_silence(cues: dict[str, set[str]]) -> None:
    texts = [text for texts in cues.values() for text in texts]
    assert [text for text in texts if "{" in text or not text.strip()] == []


def test_several_rolesets_have_the_lines_of_each() -> None:
    alone = [all_lines(LIBRARY, [name], "en") for name in ("classic", "millers-hollow")]
    assert {*all_lines(LIBRARY, ["classic", "millers-hollow"], "en")} == {*alone[0], *alone[1]}
