"""What all pages share is drawn once, a page's own part when it changes, and what is shown is always the newest."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.box.pages.newest import BETWEEN_ANSWERS, Pages
from narrator.box.pages.page_types import PageKind
from narrator.game.bots import random_answers
from narrator.game.game import Game
from tests.labs.boxlab import Table

SIXTY = [f"Player {number}" for number in range(1, 61)]


def voting(folder: Path, names: list[str], roleset: str = "classic", **options: str) -> Table:
    table = Table(folder, names)
    table.box.moderate(Game(roleset, names, options=options, seed=3))
    table.until("village.vote")
    return table


def without_clock(view: str) -> dict[str, Any]:
    return {key: value for key, value in json.loads(view).items() if key not in ("clock", "pad", "version")}


@pytest.mark.parametrize("roleset", ["classic", "millers-hollow"])
def test_a_vote_that_sixty_pages_show_draws_one_page_for_each_answer(
    roleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = SIXTY if roleset == "classic" else SIXTY[:18]
    table = voting(tmp_path, names, roleset)
    for name in names:
        table.box.listeners.add("player", table.tokens[name])
    table.box.publish()
    drawn: list[tuple[str, str | None]] = []
    own = table.box.screens.own
    monkeypatch.setattr(table.box.screens, "own", lambda *page: drawn.append(page) or own(*page))
    for name in names[:3]:
        number = table.box.question
        assert table.do("answer", token=table.tokens[name], number=number, value=[names[-1]])["ok"]
    table.time.now += BETWEEN_ANSWERS
    table.box.turn()
    assert drawn == [("player", name) for name in names[:3]]


def test_votes_that_come_together_are_shown_together(tmp_path: Path) -> None:
    table = voting(tmp_path, SIXTY[:8])
    shown: list[str] = []
    table.box.listeners.add("table", None).put = shown.append  # type: ignore[method-assign]
    for name in SIXTY[:3]:
        assert table.answer(name, SIXTY[7])["ok"]
    wait = table.box.turn()
    assert shown == []
    assert wait == pytest.approx(BETWEEN_ANSWERS)
    table.time.now += BETWEEN_ANSWERS
    table.box.turn()
    (page,) = map(json.loads, shown)
    assert [seat["name"] for seat in page["seats"] if seat["waiting"]] == SIXTY[3:8]


def test_a_vote_that_comes_alone_is_shown_at_once(tmp_path: Path) -> None:
    table = voting(tmp_path, SIXTY[:8])
    table.time.now += BETWEEN_ANSWERS
    shown: list[str] = []
    table.box.listeners.add("table", None).put = shown.append  # type: ignore[method-assign]
    assert table.answer(SIXTY[0], SIXTY[7])["ok"]
    table.box.turn()
    assert len(shown) == 1


@pytest.mark.parametrize("touched", ["", "Player 1", "Player 2"], ids=["nobody", "werewolf", "villager"])
def test_a_second_at_night_draws_pages_again_only_if_somebody_touched_one(
    touched: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A villager's decoy has as much drawn as a werewolf's answer: how long it takes tells nothing (G-20)."""
    table = Table(tmp_path, SIXTY)
    table.box.moderate(Game("classic", SIXTY, cards={"Player 1": "werewolf", "Player 2": "villager"}, seed=3))
    table.until("werewolf.devour")
    for name in SIXTY:
        table.box.listeners.add("player", table.tokens[name])
    table.step()
    anew: list[str | None] = []
    screens = table.box.screens
    own, shared = screens.own, screens.shared
    monkeypatch.setattr(screens, "own", lambda kind, whose: anew.append(whose) or own(kind, whose))
    monkeypatch.setattr(screens, "shared", lambda kind: anew.append(kind) or shared(kind))
    if touched:
        assert table.answer(touched, "Player 9")["ok"]
    anew.clear()
    table.step()
    assert anew == (["player", *SIXTY] if touched else [])


def test_within_a_second_the_host_sees_whose_page_was_closed(tmp_path: Path) -> None:
    table = Table(tmp_path, SIXTY[:8])
    table.box.moderate(Game("classic", SIXTY[:8], seed=3))
    table.until("werewolf.devour")
    pages = [table.box.listeners.add("player", table.tokens[name]) for name in SIXTY[:8]]
    for page, here in ((None, 8), (pages[0], 7)):
        if page is not None:
            page.close()
        table.step()
        assert sum(player["here"] for player in table.page(kind="host")["setup"]["players"]) == here


def test_the_host_reads_at_once_of_a_mistake_in_a_part_of_the_box(tmp_path: Path) -> None:
    table = Table(tmp_path, SIXTY[:8])
    table.box.moderate(Game("classic", SIXTY[:8], seed=3))
    table.until("werewolf.devour")
    shown: list[str] = []
    table.box.listeners.add("host", table.host).put = shown.append  # type: ignore[method-assign]
    table.step()
    shown.clear()
    table.time.now += BETWEEN_ANSWERS
    table.box.call(lambda: [][0])
    table.box.call(table.box.stop)
    table.box.run()
    assert ["IndexError" in view for view in shown] == [True]


def nine(folder: Path, roleset: str, seed: int) -> Table:
    """Nine players whose game has just begun; the dead will see everything."""
    table = Table(folder, SIXTY[:9])
    table.box.moderate(Game(roleset, SIXTY[:9], options={"ghosts_see": "on"}, seed=seed))
    return table


def assert_all_are_the_newest(table: Table) -> None:
    fresh = Pages(table.box.screens, table.box.listeners, table.time)
    players: list[tuple[PageKind, str | None]] = [("player", token) for token in table.tokens.values()]
    for kind, token in (*players, ("table", None), ("host", table.host)):
        drawn = fresh.look(kind, table.box.screens.whose(kind, token))
        assert without_clock(table.box.page(kind, token)) == without_clock(drawn)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("roleset", ["classic", "millers-hollow", "the-pact", "coins"])
def test_a_page_drawn_in_parts_is_the_page_drawn_whole(roleset: str, seed: int, tmp_path: Path) -> None:
    """Answers in any order, from anybody: no page keeps a part that is out of date."""
    table, dice = nine(tmp_path, roleset, seed), Random(seed)
    game = table.box.game
    assert game is not None
    compared = 0
    while table.step() and compared < 14:
        for prompt in game.prompts:
            if prompt.lasting or table.round.views[None].window != prompt.id or not game.waiting(prompt):
                continue
            seat = dice.choice(game.waiting(prompt))
            value = list(random_answers(prompt, [seat], dice, game.given(prompt))[seat] or ())
            table.answer(seat, *value)
            assert_all_are_the_newest(table)
            compared += 1
    assert compared


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("roleset", ["classic", "millers-hollow", "the-pact", "coins"])
def test_after_each_second_of_a_window_all_pages_are_the_newest(roleset: str, seed: int, tmp_path: Path) -> None:
    """Answers and decoys at any moment, from anybody, at night and by day."""
    table, dice = nine(tmp_path, roleset, seed), Random(seed)
    windows = set()
    while table.step() and table.box.stage == "game" and len(windows) < 20:
        if table.box.pages.held is not None:
            continue
        assert_all_are_the_newest(table)
        seat = dice.choice(SIXTY[:9])
        question = table.round.question(seat)
        if question is not None:
            windows.add(table.round.asked)
            if dice.random() < 0.5:
                table.answer(seat, *(random_answers(question, [seat], dice)[seat] or ()))
    assert len(windows) > 5
