"""A character is explained in sentences that are short enough to be heard once."""

from __future__ import annotations

import pytest

from narrator.game.library import LIBRARY
from narrator.telling.explained import explained
from narrator.telling.language import Language
from narrator.telling.voice.line import reading_time
from narrator.telling.voice.voice import USUAL_RATE

LONGEST = 8.0
"""Seconds that one sentence of it may take."""


@pytest.mark.parametrize("name", sorted(LIBRARY.titles))
def test_no_sentence_of_it_is_long(name: str) -> None:
    words = Language.load(LIBRARY.folders, name, "en", LIBRARY.extends(name))
    cards = LIBRARY.roleset(name, {})[0].cards
    lines = [line for card in cards for line in explained(card, words, 0)]
    assert [line.text for line in lines if reading_time(line, USUAL_RATE) > LONGEST] == []
