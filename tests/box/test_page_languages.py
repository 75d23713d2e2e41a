"""Every phone reads the same game in a language of its own, and none learns anything by that."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.box.pages import player_page
from narrator.errors import Trouble
from narrator.game.bots import random_answers
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.network.addresses import Found
from narrator.telling.language import Language
from tests.labs.boxlab import Table
from tests.labs.made_up import CODE, made_up, made_up_view

# Names without a letter of ours, so that what is made up is told from them.
NAMES = ["Αλφα", "Βητα", "Γαμμα", "Δελτα", "Εψιλον", "Ζητα", "Ηθος", "Θητα", "Ιωτα"]


pytestmark = pytest.mark.usefixtures("second_language")


def shown(table: Table, kind: str, token: str | None, language: str) -> dict[str, Any]:
    """What a page shows in this language, but for the time and the room that is left over."""
    view = json.loads(table.box.page(kind, token, language))
    return view | {"pad": None, "clock": None}


@pytest.mark.slow
@pytest.mark.parametrize("roleset", LIBRARY.names)
def test_a_whole_game_reads_the_same_in_another_language(roleset: str, tmp_path: Path) -> None:
    dice = Random(5)
    table = Table(tmp_path, NAMES)
    pages = [*(("player", table.tokens[name]) for name in NAMES), ("table", None), ("host", table.host)]

    def compare() -> None:
        for kind, token in pages:
            assert shown(table, kind, token, CODE) == made_up_view(shown(table, kind, token, "en"), NAMES)
        deck = json.loads(table.box.page("deck", None, "en"))
        assert json.loads(table.box.page("deck", None, CODE)) == made_up_view(deck, NAMES)

    table.set("roleset", roleset)
    compare()
    table.box.moderate(Game(roleset, NAMES, options={"ghosts_see": "on"}, seed=5))
    game = table.box.game
    assert game is not None
    beats = 0
    while table.step() and beats < 400 and table.page(kind="table")["stage"] != "over":
        for prompt in game.prompts:
            if not prompt.lasting and game.waiting(prompt):  # refused where it is not asked yet
                seat = dice.choice(game.waiting(prompt))
                value = list(random_answers(prompt, [seat], dice, game.given(prompt))[seat] or ())
                table.answer(seat, *value)
        if beats % 7 == 0:
            compare()
        beats += 1
    compare()
    assert beats > 50


def test_the_story_for_the_dead_is_told_once_in_each_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    tell = player_page.told_after

    def counted(game: Game, words: Language, shown: int) -> Any:
        told.append(words.code)
        return tell(game, words, shown)

    monkeypatch.setattr(player_page, "told_after", counted)
    table = Table(tmp_path, NAMES)
    cards = {NAMES[0]: "werewolf", NAMES[1]: "werewolf"}
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never", "ghosts_see": "on"}))
    table.until("werewolf.devour")
    for wolf in NAMES[:2]:
        table.answer(wolf, NAMES[2])
    while table.page(NAMES[2])["you"]["alive"]:
        assert table.step()
    told.clear()
    for language in ("en", CODE) * 3:
        with table.box.drawn_in(language):
            table.box.screens.own("player", NAMES[2])
    assert len(told) == len(set(told))


def test_at_night_pages_have_one_size_in_every_language(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.moderate(Game("the-pact", NAMES, seed=5))
    beats = 0
    while table.step() and beats < 200:
        beats += 1
        for language in ("en", CODE):
            sizes = {len(table.box.page("player", table.tokens[name], language).encode()) for name in NAMES}
            assert len(sizes) == 1
    assert beats > 50


def test_a_listener_hears_its_own_language(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES[:3])
    token = table.tokens[NAMES[0]]
    pages = {language: table.box.listeners.add("player", token, language) for language in ("en", CODE)}
    table.box.publish()
    titles = {language: json.loads(page.get(0) or "")["screen"]["title"] for language, page in pages.items()}
    assert titles["en"] == "You are in"
    assert not re.search("[A-Za-z]{2}", titles[CODE])


def test_what_another_language_lacks_or_has_wrong_is_shown_in_english(
    second_language: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(tmp_path, NAMES)
    (second_language / f"millers-hollow.{CODE}.yaml").unlink()
    table.set("roleset", "millers-hollow")
    deck = {card["id"]: card["name"] for card in json.loads(table.box.page("deck", None, CODE))["cards"]}
    assert (deck["seer"], deck["werewolf"]) == ("Seer", "Ŵéŕéŵółƒ")
    (second_language / f"classic.{CODE}.yaml").write_text(f"language: {CODE}\ncard: {{}}\n")
    table.set("roleset", "classic")
    deck = {card["id"]: card["name"] for card in json.loads(table.box.page("deck", None, CODE))["cards"]}
    assert deck["werewolf"] == "Werewolf"
    assert f"The words in “{CODE}” cannot be used" in caplog.text


def both(table: Table, do: str, **message: Any) -> tuple[str, str]:
    """The sentence with which something is refused, in English and in the made-up language."""
    english, other = (table.do(do, language=code, **message)["sentence"] for code in ("en", CODE))
    return english, other


def test_why_a_table_or_an_answer_is_refused_is_read_in_the_language_of_the_page(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    host = {"token": table.host}
    for deck in ({"werewolf": 9}, {"villager": 9}, {"werewolf": 1, "villager": 7, "thief": 1, "seer": 2}):
        table.set("deck", deck)
        shown = [json.loads(table.box.page("host", table.host, code))["setup"] for code in ("en", CODE)]
        english, other = both(table, "start", **host)
        assert other == made_up(english)
        assert not re.search("[A-Za-z]{2}", other)
        assert shown[1]["start"] == made_up(shown[0]["start"])
    assert both(table, "set", what="pace", value="headlong", **host)[1].startswith("Çħóóšé óñé óƒ")
    english, other = both(table, "join", name="")
    assert other == made_up(english)
    table.set("deck", None)
    table.do("start", **host)
    table.until("seer.look")
    for name in NAMES:
        number = table.page(name)["screen"]["number"]
        english, other = both(table, "answer", token=table.tokens[name], number=number, value=["Ωμεγα"])
        assert "Whose card do you want to see?" in english
        assert other == made_up(english)


def test_what_is_wrong_with_the_box_is_read_in_the_language_of_the_page(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    box = table.box
    box.found_at(Found(()))
    box.speaker(Trouble("no-speaker", why="17"))
    box.report("voice", Trouble("no-voice", "no-espeak", why="17").told)
    box.trouble["disk-full"] = Trouble("disk-full", file="/1/2").told
    english, other = (json.loads(box.page("table", None, code))["trouble"] for code in ("en", CODE))
    assert len(english) == 4
    assert other == [made_up(sentence) for sentence in english]
