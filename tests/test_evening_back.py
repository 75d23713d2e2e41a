"""Where does the box go on after a break? At the call that was open, and not at one that is over."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from narrator.errors import NarratorError
from narrator.game import Game
from narrator.journal import Journal
from tests.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer", "Dan": "witch"}
WITHOUT_SEER = {**CARDS, "Cid": "thief"}
Heard = list[tuple[float, str, str]]


def begun(folder: Path, cards: dict[str, str] = CARDS, centre: list[str] | None = None) -> Table:
    table = Table(folder, NAMES)
    options = {"sheriff": "never"}
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards, centre=centre, options=options, seed=3))
    return table


def until_screen(table: Table, kind: str) -> None:
    while table.box.beat is None or table.box.beat.screen != kind:
        assert table.step(), f"no {kind} came"


def again(folder: Path) -> Table:
    """The box after a pulled plug."""
    table = Table(folder)
    assert table.box.resume()
    return table


def test_a_vote_goes_on_without_the_debate_before_it(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    table.answer("Ann", "Hal")
    back = again(tmp_path)
    back.until("village.vote")
    assert back.time.now < 15
    assert [seat["pointing"] for seat in back.page(kind="table")["seats"]].count(None) == 8
    assert back.box.game is not None
    assert list(back.box.game.waiting(back.box.game.prompts[0])) == NAMES[1:]


def test_a_debate_begins_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    until_screen(table, "debate")
    back = again(tmp_path)
    until_screen(back, "debate")
    assert back.time.now < 15


def windows(table: Table, until: str) -> list[str]:
    """The windows that open from now on, up to this one."""
    opened: list[str] = []
    while until not in opened:
        assert table.step()
        window = table.box.views[None].window
        if table.box.beat and table.box.beat.screen == "ask" and window and window not in opened:
            opened.append(window)
    return opened


def test_a_window_that_is_over_does_not_open_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    until_screen(table, "told")
    back = again(tmp_path)
    assert windows(back, "werewolf.devour") == ["werewolf.devour"]


def test_the_second_window_of_a_call_goes_on_without_the_first(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("witch.poison")
    back = again(tmp_path)
    assert windows(back, "witch.poison") == ["witch.poison"]


def test_undo_goes_back_to_the_second_window_of_a_call_without_the_first(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("witch.poison")
    table.answer("Dan", "Eve")
    table.until("village.vote")
    assert table.do("undo", token=table.host)["ok"]
    assert windows(table, "witch.poison") == ["witch.poison"]


def heard_after_each_plug(folder: Path, cards: dict[str, str], centre: list[str]) -> list[Heard]:
    """Pull the plug at every third moment up to the werewolves' window, and hear what comes then, up to the vote."""
    table = begun(folder, cards, centre)
    all: list[Heard] = []
    while table.box.views[None].window != "werewolf.devour":
        for _ in range(3):
            assert table.step()
        copy = folder.with_name(f"{folder.name} {len(all)}")
        shutil.copytree(folder, copy)
        back = again(copy)
        back.until("village.vote")
        all.append(back.stage.heard)
    return all


def test_a_pulled_plug_does_not_tell_whether_there_is_a_seer(tmp_path: Path) -> None:
    wolves = {"Ann": "werewolf", "Bob": "werewolf", "Dan": "thief"}
    one = heard_after_each_plug(tmp_path / "one", wolves | {"Cid": "seer"}, ["villager", "hunter"])
    other = heard_after_each_plug(tmp_path / "other", wolves | {"Cid": "hunter"}, ["villager", "seer"])
    assert len(one) > 15
    assert one == other


def beds(table: Table) -> list[str]:
    return [what for _, kind, what in table.stage.heard if kind == "bed"]


def test_the_night_sounds_on_after_a_break(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    assert beds(again(tmp_path)) == ["night"]
    table.answer("Cid", "Ann")
    table.until("village.vote")
    assert beds(again(tmp_path)) == ["day"]
    assert table.do("undo", token=table.host)["ok"]
    assert beds(table)[-1] == "night"


@pytest.mark.parametrize("act", ["undo", "end"])
def test_no_heart_beats_on_when_the_debate_is_left(act: str, tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    while ("effect", "heartbeat") not in [(kind, what) for _, kind, what in table.stage.heard]:
        assert table.step()
    assert table.do(act, token=table.host)["ok"]
    assert [kind for _, kind, what in table.stage.heard if what == "heartbeat"][-1] == "effect-stop"


@pytest.mark.parametrize("act", ["undo", "draw"])
def test_what_cannot_be_kept_has_not_happened(act: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    table.answer("Ann", "Hal")
    game = table.box.game
    assert game is not None
    before = list(game.entries)

    def full(*_: object) -> None:
        raise NarratorError("disk-full", "The disk is full.")

    monkeypatch.setattr(Journal, "append", full)
    assert table.do(act, token=table.host)["code"] == "disk-full"
    assert game.entries == before
    monkeypatch.undo()
    assert table.do(act, token=table.host)["ok"]
    assert game.entries != before
