"""What the host does with a game: a break, a step back, a pulled plug, and what the table is told of trouble."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from narrator.errors import NarratorError, english
from narrator.folders import GAMES
from narrator.game import journal
from tests.labs.boxlab import NAMES, Table, begun, table_of_bots, to_the_end


def test_trouble_is_for_the_host_and_the_table(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    for _ in range(2):
        table.box.report("speaker", "The speaker is gone.")
        for kind, told in (("host", ["The speaker is gone."]), ("table", ["The speaker is gone."]), ("player", [])):
            assert table.page("Ann", kind=kind)["trouble"] == told
        assert table.do("start", token=table.host)["ok"] or table.box.game is not None


def test_the_game_waits_until_the_box_has_said_that_the_speaker_is_back(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.box.speaker(NarratorError("no-speaker", "The speaker is gone."))
    left, before = table.round.left, len(table.loudspeaker.heard)
    table.box.speaker(None)
    said = "".join(line for _, _, line in table.loudspeaker.heard[before:])
    assert table.round.left == pytest.approx(left + len(said) / 10)


def test_the_host_is_known_again_after_a_restart(tmp_path: Path) -> None:
    table = begun(tmp_path)
    again = Table(tmp_path)
    assert again.box.resume()
    assert again.box.pin == table.box.pin
    assert again.do("pause", token=table.host)["ok"]


def test_undo_goes_back_to_the_last_answered_call_any_number_of_times(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    table.until("werewolf.devour")
    table.answer("Ann", "Fay")
    table.until("witch.heal")
    assert table.do("undo", token=table.host)["ok"]
    table.until("werewolf.devour")
    assert table.page("Ann")["screen"]["chosen"] is None
    assert table.do("undo", token=table.host)["ok"]
    table.until("seer.look")
    assert table.page("Cid")["screen"]["chosen"] is None
    assert table.do("undo", token=table.host)["ok"]
    assert table.box.game is not None
    assert table.box.game.phase == "night 1"


@pytest.mark.parametrize("do", ["undo", "skip"])
def test_of_two_hosts_who_do_the_same_at_once_one_is_told_that_the_game_has_gone_on(do: str, tmp_path: Path) -> None:
    table = begun(tmp_path)
    other = table.do("open-host", pin=table.box.pin)["token"]
    for window in ("seer.look", "werewolf.devour", "witch.heal"):
        table.until(window)
    seen = table.page(kind="host")["number"]
    assert table.do(do, token=table.host, number=seen)["ok"]
    table.box.turn()
    late = table.do(do, token=other, number=seen)
    assert (late["code"], english(late["said"])[:4]) == ("stale", "Look")
    assert table.do(do, token=other, number=table.page(kind="host")["number"])["ok"]


def test_in_a_pause_time_stands_still(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    left = table.page(kind="table")["clock"]["left"]
    assert table.do("pause", token=table.host)["ok"]
    table.time.now += 1000
    assert table.box.turn() is None
    page = table.page(kind="table")
    assert page["paused"]
    assert page["clock"]["left"] == left
    assert table.answer("Cid", "Ann")["ok"]
    assert table.do("resume", token=table.host)["ok"]
    assert left <= table.page(kind="table")["clock"]["left"] <= left + 15


@pytest.mark.slow
def test_a_pulled_plug_loses_nothing(tmp_path: Path) -> None:
    table = table_of_bots(tmp_path / "box")
    table.set("option", {"sheriff": "first-day"})
    table.do("start", token=table.host)
    moment = 0
    while table.step():
        moment += 1
        if moment % 7:
            continue
        copy = tmp_path / f"copy {moment}"
        shutil.copytree(tmp_path / "box", copy)
        again = Table(copy)
        assert table.box.game is not None
        assert again.box.resume() == (table.box.game.winner is None or table.round.beat is not None)
        if again.box.game is not None:
            assert again.box.game.entries == table.box.game.entries
            assert again.box.game.facts == table.box.game.facts
            assert again.loudspeaker.heard[-1][2] in [line.text for line in again.box.language.foreseeable("box.back")]
            if moment % 49 == 0:
                to_the_end(again)
                assert again.page(kind="table")["stage"] == "over"
    assert moment > 100


def test_a_damaged_last_line_costs_that_line_and_the_host_is_told(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    table.answer("Cid", "Ann")
    (path,) = journal.games(tmp_path / GAMES)
    written = bytearray(path.read_bytes())
    written[-5] ^= 1
    path.write_bytes(written)
    again = Table(tmp_path)
    assert again.box.resume()
    again.tokens = table.tokens
    again.until("seer.look")
    assert again.page("Cid")["screen"]["chosen"] is None
    assert "the last line is damaged" in english(again.box.trouble["torn-journal"])


def test_a_game_that_cannot_be_resumed_leaves_the_box_as_it_is(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    (path,) = journal.games(tmp_path / GAMES)
    path.write_bytes(path.read_bytes()[:-1])
    path.with_name(path.name + ".cut").mkdir()
    again = Table(tmp_path)
    assert not again.box.resume()
    assert "journal-unwritable" in again.box.trouble
    assert again.page(kind="table")["stage"] == "lobby"


def test_a_game_that_cannot_be_read_is_reported_and_the_box_starts(tmp_path: Path) -> None:
    (tmp_path / GAMES / "0001-millers-hollow.jsonl").mkdir(parents=True)
    table = Table(tmp_path, NAMES)
    assert not table.box.resume()
    assert "no-journal" in table.box.trouble
    assert table.do("start", token=table.host)["ok"]
