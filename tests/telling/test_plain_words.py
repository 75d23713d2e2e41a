"""Plain words: no jokes and nothing grim, in all that is said and written of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator.game.library import LIBRARY
from narrator.telling.language import Language
from narrator.telling.language_file import places_in
from narrator.telling.plurals import whole
from tests.labs.boxlab import Table

GRIM = re.compile(
    r"\b(hang(s|ed|ing)?|hung|ropes?|noose|gallows|blood\w*|grave\w*|coffins?|corpses?|funerals?|undertaker|cemetery|"
    r"beer|wine|brandy|drink(s|ing)?|drank|drunk|brew\w*|pub|barkeep|hell|behead\w*|executioner|condemned|murder\w*|"
    r"flesh|throats?|meat|knife|axe|razor|guns?|bullets?|bit|bites?|bitten|supper|feast|devour\w*)\b",
    re.IGNORECASE,
)
SAID = (
    "lines", "prompts", "screens", "story", "awards", "decoys", "told", "choices", "sides", "offices", "cards",
    "buildings", "events", "options", "presets", "advice",
)  # fmt: skip
NAMES = [f"Seat {number}" for number in range(8)]


def plain(roleset: str) -> Language:
    folders = LIBRARY.word_folders(plain=True)
    return Language.load(folders, roleset, "en", LIBRARY.extends(roleset)).plainest


def texts(tree: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text under this part of the words, with its place."""
    if isinstance(tree, dict):
        for key, below in tree.items():
            yield from texts(below, f"{place} {key}")
    elif isinstance(tree, (list, tuple)):
        for below in tree:
            yield from texts(below, place)
    elif isinstance(tree, str):
        yield place, tree


@pytest.mark.parametrize("roleset", LIBRARY.titles)
def test_plain_words_have_nothing_grim(roleset: str) -> None:
    words = plain(roleset)
    said = [(cue, str(line.say[0])) for cue, line in words.lines.items()]
    written = [pair for section in SAID[1:] for pair in texts(words.tree.get(section), section)]
    assert [(place, text) for place, text in (*said, *written) if GRIM.search(text)] == []


@pytest.mark.parametrize("roleset", LIBRARY.titles)
def test_plain_words_say_what_the_witty_ones_say_with_the_same_places(roleset: str) -> None:
    witty = Language.load(LIBRARY.folders, roleset, "en", LIBRARY.extends(roleset))
    words = plain(roleset)
    assert {cue: line.mood for cue, line in words.lines.items()} == {c: line.mood for c, line in witty.lines.items()}
    for section in ("prompts", "screens", "story", "awards"):
        assert {*words.tree.get(section, ())} == {*witty.tree.get(section, ())}
    for cue, line in words.lines.items():
        assert places_in(whole(line.say[0])) == places_in(whole(witty.lines[cue].say[0])), cue


def test_the_host_chooses_plain_words_for_voice_and_pages(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    assert table.set("words", "rude")["code"] == "not-understood"
    assert table.set("words", "plain")["ok"]
    assert table.page(kind="host")["setup"]["words"] == "plain"
    assert table.do("start", token=table.host)["ok"]
    table.until("village.vote")
    said = [what for _, kind, what in table.loudspeaker.heard if kind == "say"]
    assert "Look at your card in secret." in said
    assert table.page("Seat 1")["screen"]["title"] == "Who must leave?" or not table.round.views[None].living
    again = Table(tmp_path)
    assert again.box.lobby.words == "plain"


def test_the_host_sees_what_stands_on_a_card_that_has_another_name_in_plain_words(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    for roleset, options, at, card, name, printed in (
        ("coins", {}, "cards", "drunk", "Village Mumbler", "Village Drunk"),
        ("the-pact", {"buildings": "on", "events": "on"}, "village", "barkeep", "Innkeeper", "Barkeep"),
        ("the-pact", {"buildings": "on", "events": "on"}, "events", "ev-executioner", "Card Keeper", "Executioner"),
    ):
        assert table.set("roleset", roleset)["ok"]
        assert table.set("option", options)["ok"]
        for words, shown in (("plain", (name, printed)), ("witty", (printed, ""))):
            assert table.set("words", words)["ok"]
            there = table.page(kind="host")["setup"][at]
            cards = there if at == "cards" else there["buildings" if at == "village" else "cards"]
            assert [(one["name"], one["printed"]) for one in cards if one["id"] == card] == [shown]
            assert sum(bool(one["printed"]) for one in cards) == (words == "plain")
