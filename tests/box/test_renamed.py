"""A name can be put right: the chair, the button and the page stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.labs.boxlab import Table
from tests.labs.made_up import made_up

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path, NAMES)
    assert table.set("button", {"Bob": 3})["ok"]
    return table


def test_a_player_has_another_name_on_the_same_chair(table: Table, tmp_path: Path) -> None:
    assert table.do("rename", token=table.tokens["Bob"], name=" Bobby ")["ok"]
    assert table.page("Bob")["you"]["seat"] == "Bobby"
    for box in (table.box, Table(tmp_path).box):
        assert box.lobby.players == ["Ann", "Bobby", *NAMES[2:]]
        assert box.lobby.buttons == {"Bobby": 3}


def test_the_host_puts_anybodys_name_right(table: Table) -> None:
    assert table.do("rename", token=table.host, player="Bob", name="Bobby")["ok"]
    assert table.page("Bob")["you"]["seat"] == "Bobby"
    assert table.do("rename", token=table.host, player="Bob", name="Rob")["code"] == "unknown-seat"
    assert table.do("rename", token=table.tokens["Ann"], player="Cid", name="Rob")["code"] == "not-the-host"


@pytest.mark.parametrize(("name", "code"), [("ann", "name-taken"), ("", "name-empty"), ("pass", "name-taken")])
def test_a_new_name_is_as_good_as_any(table: Table, name: str, code: str) -> None:
    reply = table.do("rename", token=table.tokens["Bob"], name=name)
    assert reply["code"] == code
    assert table.box.lobby.players == NAMES
    assert table.do("rename", token=table.tokens["Bob"], name="BOB")["ok"], "one's own name, spelled differently"


@pytest.mark.parametrize("name", ["Nobody", "NOBODY", "Nobody else", "You", "Let it happen"])
def test_nobody_is_called_by_what_stands_beside_names_on_pages(table: Table, name: str) -> None:
    phone = table.tokens["Bob"]
    for do, token in (("join", None), ("add", table.host), ("rename", phone)):
        reply = table.do(do, token=token, name=name)
        assert (reply["code"], name in reply["sentence"]) == ("name-taken", True)
    assert table.box.lobby.players == NAMES
    assert table.do("rename", token=phone, name=f"{name}a")["ok"]


@pytest.mark.usefixtures("second_language")
def test_nobody_is_called_by_what_another_language_says_beside_names(table: Table) -> None:
    assert table.do("join", name=made_up("Nobody"))["code"] == "name-taken"


def test_nobody_changes_their_name_in_a_game_but_after_it(table: Table) -> None:
    assert table.do("start", token=table.host)["ok"]
    assert table.do("rename", token=table.tokens["Bob"], name="Bobby")["code"] == "game-running"
    assert table.do("end", token=table.host)["ok"]
    assert table.do("rename", token=table.tokens["Bob"], name="Bobby")["ok"]
    assert table.page("Bob")["after"]["cards"][1]["name"] == "Bob", "the story keeps the name it was played by"
    assert table.do("start", token=table.host)["ok"]
    assert table.round.game.seats == ("Ann", "Bobby", *NAMES[2:])
