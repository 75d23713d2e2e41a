"""Who sits at the table is kept on the disk: whole, or as it was before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from narrator.errors import english
from narrator.game.scenario_keys import FORMED
from narrator.lobby.lobby import MOST_HOSTS, Lobby
from tests.labs.boxlab import Table


@pytest.mark.parametrize("name", [*FORMED, *FORMED["illegal"], "pass", "victim"])
def test_nobody_is_called_by_a_word_that_means_something_else(name: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.do("join", name=name)["code"] == "name-taken"
    assert table.do("join", name=name.capitalize())["ok"]


def test_a_table_that_cannot_be_kept_is_as_it_was(tmp_path: Path) -> None:
    table = Table(tmp_path, ["Ann"])
    (tmp_path / "table.new").mkdir()
    heard = len(table.loudspeaker.heard)
    for message in (
        {"do": "join", "name": "Bob"},
        {"do": "add", "name": "Cid", "token": table.host},
        {"do": "sit", "number": 3, "token": table.host},
        {"do": "kick", "name": "Ann", "token": table.host},
        {"do": "set", "what": "button", "value": {"Ann": 5}, "token": table.host},
    ):
        reply = table.box.handle(message)
        assert (reply["code"], reply["sentence"][-20:]) == ("table-unwritable", "Nothing has changed.")
        assert (table.box.lobby.players, table.box.lobby.buttons) == (["Ann"], {})
    assert len(table.loudspeaker.heard) == heard
    (tmp_path / "table.new").rmdir()
    assert table.do("join", name="Bob")["ok"]
    assert Lobby(tmp_path / "table.json").players == ["Ann", "Bob"]


@pytest.mark.parametrize("more", [{"candles": 7}, {"players": 5}, {"file": "elsewhere"}, {"tried": 1}])
def test_a_table_that_another_version_kept_is_read_as_far_as_it_is_known(
    more: dict[str, object], tmp_path: Path
) -> None:
    file = tmp_path / "table.json"
    kept = Lobby(file)
    kept.pace = "brisk"
    kept.save()
    file.write_text(json.dumps(json.loads(file.read_text()) | more), encoding="utf-8")
    again = Lobby(file)
    assert (again.pace, again.players, again.file) == ("brisk", kept.players, file)
    assert file.exists()


@pytest.mark.parametrize("text", ["[]", "null", "5", "{", ""])
def test_a_table_that_cannot_be_read_is_laid_aside_and_told(text: str, tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    assert Lobby(file).lost is None
    file.write_text(text, encoding="utf-8")
    lobby = Lobby(file)
    assert lobby.pace == "normal"
    assert lobby.lost is not None
    assert english(lobby.lost).endswith(f"It is kept as {file.with_suffix('.damaged')}.")
    assert file.with_suffix(".damaged").read_text(encoding="utf-8") == text


def test_of_too_many_devices_the_oldest_is_the_hosts_no_more() -> None:
    lobby = Lobby()
    first, *others = [lobby.add_host(f"10.0.0.{number}") for number in range(MOST_HOSTS + 1)]
    assert [*lobby.hosts] == others
    assert first not in lobby.hosts


def test_a_new_evening_begins_with_another_pin_and_with_nobody_waiting() -> None:
    lobby = Lobby()
    lobby.add_host("10.0.0.1")
    lobby.wait("Zoe")
    lobby.started, before = True, lobby.pin
    lobby.begin_evening()
    assert (lobby.started, lobby.waiting, lobby.hosts) == (False, {}, {})
    assert lobby.pin != before


def test_who_leaves_leaves_nothing_behind() -> None:
    lobby = Lobby()
    token = lobby.join("Ann")
    lobby.join("Bob")
    untouched = Lobby()
    untouched.tokens, untouched.players, untouched.pin = dict(lobby.tokens), ["Bob"], lobby.pin
    del untouched.tokens[token]
    lobby.give_buttons({"Ann": 3})
    lobby.tags, lobby.numbers, lobby.houses, lobby.born = {"Ann": 1}, {"Ann": "0000"}, {"Ann": "farmer"}, {"Ann": 1999}
    lobby.bots, lobby.sits_out, lobby.claims = ["Ann"], ["Ann"], {"another": "Ann"}
    lobby.leave("Ann")
    assert lobby._written() == untouched._written()


def test_who_takes_the_name_of_somebody_who_left_has_neither_their_card_nor_their_group() -> None:
    lobby = Lobby()
    lobby.join("Ann")
    lobby.hands, lobby.second_group = {"Ann": "seer"}, ["Ann"]
    lobby.leave("Ann")
    lobby.join("Ann")
    assert (lobby.hands, lobby.second_group) == ({}, [])


def test_players_by_number_sit_in_the_order_of_their_numbers() -> None:
    lobby, names = Lobby(), {f"Seat {number}": number for number in range(1, 9)}
    lobby.take_seat("Seat 5", names, {5, 2})
    lobby.join("Ann")
    lobby.take_seat("Seat 2", names, {5, 2})
    assert lobby.players == ["Seat 2", "Ann", "Seat 5"], "and who has a name stays where they sit"
    assert lobby.buttons == {"Seat 5": 5, "Seat 2": 2}
    lobby.number_seats(2, names, {5, 2})
    assert lobby.players == ["Seat 2", "Ann"], "the highest number goes first"
