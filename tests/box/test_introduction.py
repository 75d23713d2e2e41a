"""Before a game in which somebody is new: what it is, in half a minute, and a night that does not count."""

from __future__ import annotations

from contextlib import closing
from ctypes.util import find_library
from pathlib import Path
from typing import Any

import pytest

from narrator.box.introduction import GAME, introduces
from narrator.box.round import Round
from narrator.game import journal
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.telling.language import Language
from narrator.telling.pace import BREATH
from narrator.telling.voice import Voice
from tests.bench_night import Said
from tests.labs.boxlab import Table
from tests.labs.soundlab import rendered

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]


def begun(data: Path, cards: dict[str, str] | None = None, **village: Any) -> Table:
    """A table of beginners that has just begun a game, of Millers Hollow or one of The Pact with these options."""
    table = Table(data, NAMES)
    table.box.boot = "b007"
    for name in NAMES:
        table.box.listeners.add("player", table.tokens[name])
    assert table.set("beginners", True)["ok"]
    roleset = "the-pact" if village else "millers-hollow"
    table.box.moderate(Game(roleset, NAMES, cards=cards or {"Ann": "werewolf"}, seed=3, options=village))
    return table


def asks(table: Table) -> bool:
    """Is the question of the practice night asked?"""
    return table.round.asking and table.round.practises


def until_practice(table: Table) -> Round:
    """Go on until the question of the practice night is asked."""
    while not asks(table):
        assert introduces(table.round.beat) or table.round.beat.cue is None
        assert table.step()
    return table.round


def test_nobody_is_told_to_read_a_card_that_is_not_dealt_yet(tmp_path: Path) -> None:
    """While the practice night is announced, and nothing is asked yet."""
    table = begun(tmp_path)
    kinds = set()
    while not asks(table):
        kinds |= {table.page(name)["screen"]["kind"] for name in NAMES if introduces(table.round.beat)}
        assert table.step()
    assert kinds == {"rest"}


def test_an_answer_before_the_practice_night_asks_anything_is_no_mistake_of_the_box(tmp_path: Path) -> None:
    table = begun(tmp_path)
    while not table.round.practises:
        assert table.step()
    assert not asks(table)
    number = table.page("Ann")["screen"]["number"]
    assert table.do("answer", token=table.tokens["Ann"], number=number, value=[])["ok"]
    until_practice(table)
    assert table.round.introduction.missing


def said(table: Table) -> list[str]:
    return [what for _, kind, what in table.loudspeaker.heard if kind == "say"]


def caption(table: Table) -> str:
    return str(table.page(kind="table")["caption"])


def test_a_table_of_beginners_hears_what_the_game_is_and_practises_before_its_first_night(tmp_path: Path) -> None:
    table = begun(tmp_path)
    played = until_practice(table)
    assert any("Most questions" in line for line in said(table))
    assert any("every phone asks something" in line for line in said(table))
    for name in NAMES:
        screen = table.page(name)["screen"]
        assert (screen["kind"], screen["title"]) == ("ask", "Who brings the snacks?")
        assert {choice["value"] for choice in screen["choices"]} == {*NAMES} - {name}
    assert table.page("Ann")["sky"] == "night"
    assert table.page("Ann")["you"]["card"] is None
    for name in NAMES:
        assert table.answer(name, "Bob" if name != "Bob" else "Ann")["ok"]
    while introduces(table.round.beat):
        assert table.step()
    assert any("Bob" in line and "snacks" in line for line in said(table))
    assert list(played.introduction.answers) == NAMES
    assert not played.is_night
    table.until("werewolf.devour")


def test_beginners_hear_of_buildings_and_events_where_there_are_some(tmp_path: Path) -> None:
    plain = begun(tmp_path / "plain")
    until_practice(plain)
    assert not any("powers" in line or "card. It changes the rules" in line for line in said(plain))
    table = begun(tmp_path / "village", buildings="on", events="on", sheriff="never")
    until_practice(table)
    assert any("powers" in line and "Tap Act" in line for line in said(table))
    assert any("mornings" in line and "card" in line for line in said(table))


def test_who_is_still_to_answer_is_named_and_asked_once_more(tmp_path: Path) -> None:
    table = begun(tmp_path)
    until_practice(table)
    for name in NAMES[:3]:
        assert table.answer(name, "Eve")["ok"]
    while "Dan and Eve" not in caption(table):
        assert asks(table)
        assert table.step()
    assert table.answer("Dan", "Eve")["ok"]
    assert table.page("Ann")["screen"]["chosen"] == ["Eve"]
    while asks(table):
        assert table.step()
    assert "Eve" in caption(table)
    assert "Dan" not in caption(table)


def test_where_nobody_answers_the_game_begins_all_the_same(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("werewolf.devour")
    assert table.round.introduction.answers == {}


@pytest.mark.parametrize("practises", [False, True])
def test_the_host_can_skip_all_of_it_at_any_time(practises: bool, tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.step()
    if practises:
        until_practice(table)
    assert table.page(kind="host")["introducing"]
    assert table.do("skip", token=table.host)["ok"]
    table.step()
    assert not table.page(kind="host")["introducing"]
    assert table.page("Ann")["sky"] == "day"
    assert not any(line.startswith("Good morning") for line in said(table))


def test_only_the_next_game_is_introduced(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert table.do("end", token=table.host)["ok"]
    assert table.do("again", token=table.host)["ok"]
    assert table.page(kind="host")["setup"]["beginners"] is False
    table.box.moderate(Game("millers-hollow", NAMES, cards={"Ann": "werewolf"}, seed=3))
    table.step()
    assert not introduces(table.round.beat)


def test_bots_alone_need_no_introduction(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.set("bots", 8)["ok"]
    assert table.set("beginners", True)["ok"]
    assert table.do("start", token=table.host)["ok"]
    table.step()
    assert not introduces(table.round.beat)


def test_nobody_waits_for_bots_in_the_practice_night(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.box.lobby.bots = NAMES[1:]
    until_practice(table)
    table.time.now += 6
    table.box.turn()
    assert table.answer("Ann", "Bob")["ok"]
    assert table.round.left < 2


@pytest.mark.parametrize("practises", [False, True])
def test_a_box_cut_off_meanwhile_begins_the_introduction_again(practises: bool, tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.step()
    if practises:
        until_practice(table)
        assert table.answer("Ann", "Bob")["ok"]
    again = Table(tmp_path)
    assert again.box.resume()
    while not introduces(again.round.beat):
        assert again.step()
    again.until("werewolf.devour")


def test_a_box_cut_off_later_goes_on_with_the_game_and_still_knows_its_beginners(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("werewolf.devour")
    table.step()
    again = Table(tmp_path)
    assert again.box.resume()
    while not again.round.asking:
        assert again.step()
        assert not introduces(again.round.beat)
    assert again.round.views[None].window == "werewolf.devour"
    assert again.round.beginners
    (path,) = journal.games(tmp_path / "games")
    assert journal.load(path).beginners


def test_a_step_back_does_not_introduce_the_game_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("werewolf.devour")
    assert table.do("undo", token=table.host)["ok"]
    for _ in range(3):
        table.step()
        assert not introduces(table.round.beat)


def practice_of(data: Path, cards: dict[str, str]) -> tuple[list[tuple[float, str, str]], list[str]]:
    """All that is heard, and what Eve's page shows, from the beginning until the practice night is over."""
    table = begun(data, cards)
    pages: list[str] = []
    while introduces(table.round.beat) or not pages:
        assert table.step()
        pages.append(table.do("look", kind="player", token=table.tokens["Eve"])["view"])
        if asks(table):
            table.answer("Ann", "Bob")
    return table.loudspeaker.heard, pages


def test_nothing_of_it_depends_on_who_holds_which_card(tmp_path: Path) -> None:
    one = practice_of(tmp_path / "one", {"Ann": "werewolf", "Bob": "seer"})
    other = practice_of(tmp_path / "other", {"Ann": "seer", "Bob": "werewolf"})
    assert one[0] == other[0]
    assert [len(page) for page in one[1]] == [len(page) for page in other[1]]
    assert one[1][:-1] == other[1][:-1]


LONGEST = 40.0
"""How many seconds it may take to say what the game is."""


@pytest.mark.slow
@pytest.mark.skipif(find_library("espeak-ng") is None, reason="speech needs: sudo apt install espeak-ng")
@pytest.mark.parametrize("hint", [(), ("hint.buttons",), ("hint.tags",)])
def test_it_is_told_in_less_than_forty_seconds(hint: tuple[str, ...], tmp_path: Path) -> None:
    words = Language.load(LIBRARY.folders, "millers-hollow", "en")
    cues = (*GAME, "introduction.phones", "introduction.answer", *hint)
    with closing(Voice(tmp_path)) as speaker:
        wordings = {cue: words.foreseeable(cue) for cue in cues}
        rendered(speaker, *[line for lines in wordings.values() for line in lines])
        longest = [max(map(speaker.seconds, lines)) for lines in wordings.values()]
    assert sum(longest) + BREATH * len(longest) < LONGEST


@pytest.mark.slow
@pytest.mark.skipif(find_library("espeak-ng") is None, reason="speech needs: sudo apt install espeak-ng")
@pytest.mark.parametrize("seats", [8, 24])
def test_a_practice_night_that_nobody_answers_is_over_in_twenty_seconds(seats: int, tmp_path: Path) -> None:
    names = [f"Seat {number}" for number in range(1, seats + 1)]
    table = Table(tmp_path, names)
    assert table.set("beginners", True)["ok"]
    with closing(Voice(tmp_path / "voice")) as voice:
        table.loudspeaker.__class__ = Said
        table.loudspeaker.voice = voice  # type: ignore[attr-defined]
        table.box.moderate(Game("the-pact", names, seed=1))
        began = {}
        while "practice.over" not in began:
            if table.round.beat.cue is not None:
                began[table.round.beat.cue.id] = table.round.began
            assert table.step()
    assert {"practice.missing-many", "practice.nobody"} <= began.keys()
    assert began["practice.over"] - began["practice.begins"] < 20.0


def test_a_step_back_in_the_introduction_begins_it_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    until_practice(table)
    for name in NAMES:
        assert table.answer(name, "Bob" if name != "Bob" else "Ann")["ok"]
    assert table.do("undo", token=table.host)["ok"]
    while not introduces(table.round.beat):
        assert table.step()
    assert table.page("Ann")["sky"] == "day"
    until_practice(table)
    assert table.page("Ann")["screen"]["chosen"] is None
    assert table.round.introduction.missing == tuple(NAMES)


@pytest.mark.parametrize(("double_you", "says"), [("open", "All see your power."), ("secret", "Both are secret")])
def test_two_cards_each_are_told_to_newcomers_and_explained_at_the_deal(
    double_you: str, says: str, tmp_path: Path
) -> None:
    names = [*NAMES, "Fay", "Gus", "Hal"]
    table = Table(tmp_path, names)
    assert table.set("beginners", True)["ok"]
    table.box.moderate(Game("the-pact", names, seed=3, options={"double_you": double_you}))
    for name in names:
        table.box.listeners.add("player", table.tokens[name])
    while table.page("Bob")["you"]["card"] is None:
        assert table.step()
    assert any("two cards" in line for line in said(table))
    assert table.page("Bob")["screen"]["title"] == "You have two cards"
    assert says in table.page("Bob")["screen"]["text"]
