"""What is due now in a game, and what comes of an answer: in time, too late, changed, or not kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from narrator.errors import NarratorError
from narrator.folders import GAMES
from narrator.game import journal
from narrator.telling.sounding import SOUNDS
from tests.labs.boxlab import NAMES, Table, begun, table_of_bots, to_the_end

ROOT = Path(__file__).resolve().parents[2]


def test_those_who_are_asked_may_change_their_answer_and_are_obeyed(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    assert table.page("Cid")["screen"]["title"] != table.page("Fay")["screen"]["title"]
    assert table.answer("Cid", "Ann")["ok"]
    assert table.page("Cid")["screen"]["chosen"] == ["Ann"]
    assert table.answer("Cid", "Bob")["ok"]
    table.until("werewolf.devour")
    assert [note["text"] for note in table.page("Cid")["you"]["notes"]] == ["Bob is the Werewolf."] or (
        "Bob" in table.page("Cid")["you"]["notes"][0]["text"]
    )
    assert "Ann and Bob" in table.page("Ann")["screen"]["text"]
    table.answer("Ann")
    assert table.page("Bob")["screen"]["text"].startswith("Ann: Nobody. The pack:")
    table.answer("Ann", "Fay")
    table.answer("Bob", "Fay")
    table.until("village.vote")
    assert [seat["name"] for seat in table.page(kind="table")["seats"] if not seat["alive"]] == ["Fay"]


def test_a_vote_ends_soon_after_the_last_one_has_voted(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    began = table.time.now
    for name in NAMES:
        assert table.answer(name, "Hal")["ok"]
    while table.round.views[None].window == "village.vote":
        table.step()
    assert table.time.now - began < 10
    assert table.page("Hal")["you"]["alive"] is True, "the votes are read out first"
    table.until("werewolf.devour")
    assert table.page("Hal")["you"]["alive"] is False


def test_the_wolf_is_heard_before_the_voice(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    howl = next(at for at, _, what in table.loudspeaker.heard if what == "howl-far")
    line = next(at for at, kind, _ in table.loudspeaker.heard if kind == "say" and at >= howl)
    assert line == pytest.approx(howl + SOUNDS["night.falls"].alone)


def test_what_was_told_and_read_is_not_offered_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    while table.page("Cid")["screen"]["kind"] != "told":
        table.step()
    for name in ("Cid", "Fay"):
        assert table.page(name)["screen"]["kind"] == "told"
        assert table.page(name)["screen"]["chosen"] is None
        assert table.answer(name)["ok"]
        assert table.page(name)["screen"]["chosen"] == []
    table.until("werewolf.devour")
    assert table.page("Cid")["screen"]["chosen"] is None


def test_a_full_disk_stops_the_game_before_anything_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(tmp_path)
    table.until("seer.look")

    def full(*_: object) -> None:
        raise NarratorError("disk-full", "The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(journal.Journal, "append", full)
        reply = table.answer("Cid", "Ann")
        assert (reply["code"], reply["sentence"], reply["said"]) == ("disk-full", "The disk is full.", None)
        assert table.page("Cid")["screen"]["chosen"] is None
        with pytest.raises(NarratorError):
            table.until("werewolf.devour")
    assert table.box.game is not None
    assert table.box.game.prompts[0].id == "seer.look"
    table.until("werewolf.devour")


def test_a_game_whose_end_cannot_be_kept_is_over_when_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of_bots(tmp_path)
    assert table.do("start", token=table.host)["ok"]
    append = journal.Journal.append

    def full(kept: journal.Journal, entry: tuple[Any, ...], course: tuple[int, int] | None = None) -> None:
        if entry[0] == "over":
            raise NarratorError("disk-full", "The disk is full.")
        append(kept, entry, course)

    with monkeypatch.context() as patched:
        patched.setattr(journal.Journal, "append", full)
        with pytest.raises(NarratorError):
            to_the_end(table)
    to_the_end(table)
    assert table.page(kind="table")["stage"] == "over"
    assert journal.unfinished(tmp_path / GAMES) is None


def test_an_old_question_can_no_longer_be_answered(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    number = table.page("Cid")["screen"]["number"]
    table.until("werewolf.devour")
    late = table.do("answer", token=table.tokens["Cid"], number=number, value=["Ann"])
    assert (late["ok"], late["code"]) == (False, "stale")


def test_a_question_from_before_a_restart_can_no_longer_be_answered(tmp_path: Path) -> None:
    table = begun(tmp_path)
    numbers = set()
    while table.round.views[None].phase != "day 1":
        numbers.add(table.page("Cid")["screen"]["number"])
        assert table.step()
    again = Table(tmp_path)
    assert again.box.resume()
    again.tokens = table.tokens
    again.until("village.vote")
    while again.box.game is not None and again.box.game.winner is None and again.step():
        for number in numbers:
            for do in ("answer", "sign"):
                late = again.do(do, token=table.tokens["Cid"], number=number, value=[])
                assert late["code"] == "stale"
                assert again.page("Cid")["screen"]["number"] not in numbers
        if again.round.views[None].phase == "night 2":
            break


def test_a_tap_and_the_end_of_a_window_enter_few_modules() -> None:
    where_nothing_is_compiled = "import sys; sys.prefix = '/nowhere'"
    count = f"{where_nothing_is_compiled}; from tests.walks import tap, window; print(len(tap()), len(window()))"
    told = subprocess.run([sys.executable, "-c", count], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    taps, windows = map(int, told.split())
    assert taps <= 9
    assert windows <= 22
