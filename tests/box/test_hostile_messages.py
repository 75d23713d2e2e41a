"""Somebody sends the box what no page of its own would send: nothing is lost, and nothing of it is kept.

With NARRATOR_LONG=1 in the environment there is far more of it.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.box.box import Box
from narrator.box.messages import ACTIONS, NAMES, kinds
from narrator.box.messages.settings import SETTINGS
from narrator.box.round import Round
from narrator.errors import BadFile, english
from narrator.folders import GAMES
from narrator.game.game import Game
from narrator.game.journal import Journal, line_of
from narrator.game.library import LIBRARY, OWN, Library
from narrator.game.own_powers import take_out
from narrator.lobby.lobby import Lobby
from narrator.rules.table import IllegalTable
from tests.chance import examples
from tests.labs.boxlab import Table

PLAYERS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def broken(*_: Any, **__: Any) -> None:
    raise KeyError("a mistake of ours")


# Mistakes of our own.


def test_a_mistake_of_ours_is_reported_as_one_and_logged_with_its_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(tmp_path, PLAYERS)
    monkeypatch.setitem(ACTIONS, kinds.Pause, broken)
    reply = table.do("pause", token=table.host)
    assert reply["code"] == "our-mistake"
    assert "The box has made a mistake" in reply["sentence"]
    assert any(record.levelno == logging.ERROR and record.exc_info for record in caplog.records)
    assert any("The box has made a mistake" in sentence for sentence in table.page(kind="host")["trouble"])


def test_a_mistake_that_is_made_again_and_again_is_logged_once_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(tmp_path, PLAYERS)
    monkeypatch.setattr(table.box.pages, "look", broken)
    logged = []
    for seconds in (0, 0, 1, 58, 1, 1):
        table.time.now += seconds
        before = table.box.pages.version
        assert table.do("look", kind="table")["code"] == "our-mistake"
        logged.append((len(caplog.records), table.box.pages.version > before))
    assert logged == [(1, True), (1, False), (1, False), (1, False), (2, False), (2, False)]


def test_what_a_failing_box_has_half_changed_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, PLAYERS)
    with monkeypatch.context() as patch:
        patch.setattr(table.box.speech, "announce", broken)  # after Ida has been kept
        assert table.do("join", name="Ida")["code"] == "our-mistake"
    assert table.box.lobby.players == PLAYERS
    assert Lobby(tmp_path / "table.json").players == PLAYERS
    assert table.do("join", name="Ida")["ok"]


def test_after_the_box_fails_at_an_answer_the_game_is_as_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, PLAYERS)
    assert table.do("start", token=table.host)["ok"]
    table.until("seer.look")
    game = table.box.game
    assert game is not None
    [seer] = [name for name in PLAYERS if table.round.views[name].prompt is not None]
    other = next(name for name in PLAYERS if name != seer)
    before = list(game.entries)
    with monkeypatch.context() as patch:
        patch.setattr(table.round._record, "keep", broken)  # the game has the answer then
        assert table.answer(seer, other)["code"] == "our-mistake"
    assert game.entries == before
    assert table.page(seer)["screen"]["chosen"] is None
    assert table.answer(seer, other)["ok"]
    table.until("village.vote")
    again = Table(tmp_path)
    assert again.box.resume()
    assert again.box.game is not None
    assert again.box.game.entries == game.entries


def test_a_game_at_whose_start_the_box_fails_has_never_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, PLAYERS)
    with monkeypatch.context() as patch:
        patch.setattr(Round, "_prepare", broken)
        assert table.do("start", token=table.host)["code"] == "our-mistake"
    assert table.page(kind="host")["stage"] == "lobby"
    assert not Table(tmp_path).box.resume()
    assert table.do("start", token=table.host)["ok"]


@contextmanager
def running(box: Box) -> Iterator[None]:
    thread = threading.Thread(target=box.run)
    thread.start()
    try:
        yield
    finally:
        box.stop()
        thread.join(60)
    assert not thread.is_alive()


def test_no_mistake_ends_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, PLAYERS)
    monkeypatch.setitem(ACTIONS, kinds.Pause, broken)
    with running(table.box):
        assert table.box.ask({"do": "pause", "token": table.host})["code"] == "our-mistake"
        table.box.call(broken)
        assert table.box.ask({"do": "look", "kind": "table"})["ok"]


def test_a_game_in_which_the_rules_fail_pauses_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, PLAYERS)
    assert table.do("start", token=table.host)["ok"]
    table.until("seer.look")
    with monkeypatch.context() as patch:
        patch.setattr(Game, "close", broken)
        patch.setattr(table.box.clock, "now", lambda: 1e9)
        with running(table.box):
            assert table.box.ask({"do": "look", "kind": "table"})["ok"]
            page = json.loads(table.box.snapshot("host", table.host))
    assert page["paused"]
    assert any("The box has made a mistake" in sentence for sentence in page["trouble"])


def test_a_game_in_which_a_power_of_ones_own_fails_pauses_and_names_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own" / "powers" / "broken.py"
    file.parent.mkdir(parents=True)
    file.write_text("def close(*_):\n    return [][0]\n", encoding="utf-8")
    Library(tmp_path / "own", allow_powers=True)
    table = Table(tmp_path, PLAYERS)
    assert table.do("start", token=table.host)["ok"]
    table.until("seer.look")
    with monkeypatch.context() as patch:
        patch.setattr(Game, "close", sys.modules["own_powers.broken"].close)
        patch.setattr(table.box.clock, "now", lambda: 1e9)
        with running(table.box):
            assert table.box.ask({"do": "look", "kind": "table"})["ok"]
            page = json.loads(table.box.snapshot("host", table.host))
    take_out(file.parent)
    assert page["paused"]
    failed = f"A power of your own has failed ({file}:2:1: IndexError: list index out of range.)"
    assert any(sentence.startswith(failed) for sentence in page["trouble"])


# Rolesets.

PLACES = [
    "x" * 300,
    "../rolesets/classic",
    "./classic",
    str(OWN / "classic"),
    "classic.en",
    "common.en",
    "classic\0",
    "",
]


@pytest.mark.parametrize("name", PLACES, ids=lambda name: repr(name)[:20])
def test_a_roleset_is_an_id_of_the_list_and_no_file_is_opened_for_anything_else(name: str, tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    reply = table.set("roleset", name)
    assert reply["code"] in ("unknown-roleset", "not-understood")
    assert len(reply["sentence"]) < 200
    assert table.page(kind="host")["setup"]["roleset"] == "millers-hollow"
    with pytest.raises(IllegalTable, match="There is no roleset"):
        LIBRARY.roleset(name, {})
    with pytest.raises(IllegalTable, match="There is no roleset"):
        Game(name, PLAYERS)


def test_what_a_roleset_extends_is_an_id_too(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("roleset: mine\nextends: ../rolesets/classic\n", encoding="utf-8")
    with pytest.raises(BadFile, match="there is no such roleset"):
        Library(tmp_path).roleset("mine", {})


def test_a_journal_that_names_another_file_is_kept_aside_and_opens_none(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    header = {**Game("classic", PLAYERS, seed=1).header, "roleset": "../rolesets/classic"}
    (tmp_path / GAMES).mkdir()
    Journal.create(tmp_path / GAMES, {**header, "roleset": "classic"}, LIBRARY.texts("classic")).close()
    [path] = (tmp_path / GAMES).glob("*.jsonl")
    path.unlink()
    line, _ = line_of({"table": header, "texts": LIBRARY.texts("classic")}, 0)
    path.write_bytes(line)
    again = Table(tmp_path)
    assert not again.box.resume()
    assert "There is no roleset" in english(again.box.trouble["unplayable-journal"])
    assert not path.exists()
    assert table.page(kind="host")


# Messages of any kind.

NAUGHTY = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 0, 1, 2, 8, 60, 61, 10**9, 2**63, 10**40]),
    st.floats(),
    st.text(max_size=40),
    st.sampled_from(["", "Ann", "werewolf", "../rolesets/classic", "/etc/passwd", "x" * 300, "\u200b" * 50, "classic"]),
)
VALUES = st.recursive(
    NAUGHTY,
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=9), inner, max_size=5)),
    max_leaves=8,
)
CARDS = st.dictionaries(st.sampled_from(["werewolf", "thief", "seer", "villager", "cupid"]), NAUGHTY, max_size=5)
PARTS = (
    "name",
    "names",
    "pin",
    "number",
    "value",
    "kind",
    "what",
    "buttons",
    "key",
    "others",
    "pause",
    "tap",
    "peer",
    "x",
)
HARMLESS = NAMES - {"good-night"}


def messages(hosts: str, seats: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Rubbish for every message, from strangers, players and hosts."""
    tokens = st.sampled_from([hosts, hosts, *seats, "nobody's", None])
    parts = st.dictionaries(st.sampled_from(PARTS), VALUES | st.sampled_from(seats), max_size=5)
    plain = st.builds(
        lambda do, more, token: {**more, "do": do, "token": token}, st.sampled_from(sorted(HARMLESS)), parts, tokens
    )
    whats = st.sampled_from(sorted(SETTINGS))
    sets = st.builds(
        lambda what, value: {"do": "set", "what": what, "value": value, "token": hosts}, whats, VALUES | CARDS
    )
    return plain | sets


@pytest.mark.slow
def test_no_message_fails_by_our_mistake_or_is_kept_if_the_box_could_not_start_with_it(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    seats = list(table.tokens.values())
    codes = set()

    @examples(150)
    @given(st.lists(messages(table.host, seats), max_size=6))
    def send(sent: list[dict[str, Any]]) -> None:
        for message in sent:
            reply = table.box.handle(message)
            codes.add(reply.get("code"))
            assert reply.get("code") != "our-mistake", message
            assert len(json.dumps(reply)) < 200_000, message
        for kind in ("host", "table", "deck"):
            assert table.box.handle({"do": "look", "kind": kind, "token": table.host})["ok"]
        if table.box.stage == "game":
            table.step()

    send()
    assert {"not-understood", "not-the-host", None} <= codes
    again = Table(tmp_path)
    again.box.resume()
    assert again.page(kind="host")


# What is kept.


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("deck", {"werewolf": 1_000_000_000}),
        ("deck", {"werewolf": 2**70}),
        ("deck", {"dragon": 1}),
        ("deck", {str(n): 1 for n in range(1000)}),
        ("option", {"sheriff": "x" * 8000}),
        ("order", ["Ann"] * 8),
        ("groups", {"Ann": "A"}),
        ("actor", ["dragon"]),
        ("house_rule", ["dragon"]),
        ("bots", 10**9),
        ("volume", {"master": 1e400}),
        ("pace", "eternal"),
        ("button", {"Ann": 10**9}),
        ("cards", {"werewolf": 10**9}),
        ("lending", "perhaps"),
    ],
)
def test_a_setting_that_cannot_be_played_is_neither_taken_nor_kept(what: str, value: Any, tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    before = (tmp_path / "table.json").read_text(encoding="utf-8")
    reply = table.set(what, value)
    assert not reply["ok"]
    assert reply["code"] != "our-mistake"
    assert (tmp_path / "table.json").read_text(encoding="utf-8") == before


def test_a_table_that_the_pages_cannot_draw_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, PLAYERS)
    with monkeypatch.context() as patch:
        patch.setattr("narrator.box.pages.host_page.dealt_game", broken)
        assert table.set("roleset", "classic")["code"] == "our-mistake"
        assert table.do("join", name="Ida")["code"] == "our-mistake"
    kept = Lobby(tmp_path / "table.json")
    assert (kept.roleset, kept.players) == ("millers-hollow", PLAYERS)
    assert table.set("roleset", "classic")["ok"]


def test_a_table_that_was_kept_out_of_all_bounds_loses_that_alone(tmp_path: Path) -> None:
    Table(tmp_path, PLAYERS)
    kept = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))
    kept |= {"deck": {"werewolf": 1_000_000_000}, "pace": "eternal", "volumes": {"master": 7}}
    (tmp_path / "table.json").write_text(json.dumps(kept), encoding="utf-8")
    table = Table(tmp_path)
    assert table.box.lobby.players == PLAYERS
    assert (table.box.lobby.deck, table.box.lobby.pace) == (None, "normal")
    assert table.page(kind="host")["setup"]["start"] is None
