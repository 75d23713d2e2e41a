"""Who comes in: the host's PIN and devices, newcomers, and phones on the box's own Wi-Fi."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from narrator.box.trial import Trial
from narrator.commands.play import _greet
from narrator.lobby.lobby import MOST_WAITING, Lobby
from narrator.network.addresses import Found
from narrator.network.hotspot import Wifi
from tests.labs.boxlab import Table
from tests.labs.fakebox import FakeBox
from web.app import create_app

PLAYERS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
ANN, STRANGER = "192.168.1.23", "192.168.1.66"


def ended_game(table: Table) -> None:
    """A first game of the evening, which is over."""
    for do in ("start", "end", "again"):
        assert table.do(do, token=table.host)["ok"]


# The PIN.


def test_the_pin_has_six_digits_and_may_be_typed_with_spaces(tmp_path: Path) -> None:
    table = Table(tmp_path)
    pin = table.box.pin
    assert len(pin) == 6
    assert pin.isdecimal()
    assert table.do("open-host", pin=f" {pin[:3]} {pin[3:]} ")["ok"]


def test_a_new_pin_is_said_and_the_old_one_opens_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    old = table.box.pin
    assert table.do("new-pin")["code"] == "not-the-host"
    assert table.do("new-pin", token=table.host) == {"ok": True}
    assert table.box.pin != old
    spelled = table.box.language.spelled(table.box.pin)
    assert spelled in table.loudspeaker.heard[-1][2]
    assert spelled not in table.page(kind="table")["caption"]
    assert table.do("open-host", pin=old)["code"] == "wrong-pin"
    assert Lobby(tmp_path / "table.json").pin == table.box.pin
    assert table.do("pause", token=table.host)["ok"]


def restarted(data: Path) -> Table:
    """The box, switched off and on again."""
    table = Table.__new__(Table)
    Table.__init__(table, data)
    table.box.lobby.hosts.popitem()  # this lab's own
    _greet(table.box, Found(("http://localhost:8080",)), None, Trial(data))
    return table


def test_the_pin_and_the_hosts_devices_last_for_an_evening(tmp_path: Path) -> None:
    first = Table(tmp_path, PLAYERS)
    again = restarted(tmp_path)
    assert again.box.pin != first.box.pin
    assert again.do("pause", token=first.host)["code"] == "not-the-host"


def test_the_pin_lasts_as_long_as_the_host_keeps_it(tmp_path: Path) -> None:
    first = Table(tmp_path, PLAYERS)
    assert first.set("keep_pin", True)["ok"]
    again = restarted(tmp_path)
    assert again.box.pin == first.box.pin
    assert again.do("pause", token=first.host)["ok"]


def test_a_game_that_goes_on_keeps_its_pin_and_its_host(tmp_path: Path) -> None:
    first = Table(tmp_path, PLAYERS)
    assert first.do("start", token=first.host)["ok"]
    again = restarted(tmp_path)
    assert again.box.game is not None
    assert again.box.pin == first.box.pin
    assert again.do("pause", token=first.host)["ok"]


def test_the_host_sees_all_devices_and_sends_one_off(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    other = table.do("open-host", pin=table.box.pin, peer=STRANGER)["token"]
    listener = table.box.listeners.add("host", other)
    assert table.do("hosts")["code"] == "not-the-host"
    mine, theirs = table.do("hosts", token=table.host)["hosts"]
    assert (mine["you"], theirs["you"]) == (True, False)
    assert (theirs["address"], theirs["here"]) == (STRANGER, True)
    assert other not in json.dumps(table.do("hosts", token=table.host))
    assert table.do("send-off", what=theirs["id"], token="nobody's")["code"] == "not-the-host"
    assert table.do("send-off", what=theirs["id"], token=table.host)["ok"]
    assert table.do("pause", token=other)["code"] == "not-the-host"
    assert listener.closed
    assert table.do("send-off", what=theirs["id"], token=table.host)["code"] == "unknown-device"


# Newcomers.


def test_before_the_first_game_of_an_evening_everybody_sits_down(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    assert table.do("join", name="Zoe", peer=ANN)["ok"]
    assert table.box.lobby.players[-1] == "Zoe"


def test_after_the_first_game_a_newcomer_waits_until_the_host_nods(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    ended_game(table)
    table.tokens["Zoe"] = table.do("join", name="Zoe", peer=STRANGER)["token"]
    assert table.box.lobby.players == PLAYERS
    assert "Zoe" not in table.loudspeaker.heard[-1][2]
    assert table.page("Zoe")["screen"]["title"] == "Wait for the host"
    assert table.page(kind="host")["setup"]["waiting"] == ["Zoe"]
    assert table.do("answer", token=table.tokens["Zoe"], number=1, value=[])["code"] == "unknown-seat"
    assert table.do("let-in", name="Zoe")["code"] == "not-the-host"
    assert table.do("let-in", name="Zoe", token=table.host)["ok"]
    assert table.box.lobby.players == [*PLAYERS, "Zoe"]
    assert table.page("Zoe")["screen"]["title"] == "You are in"
    assert table.page("Zoe")["you"]["seat"] == "Zoe"


def test_somebody_who_waits_is_remembered_sent_away_or_leaves(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    ended_game(table)
    zoe, yan = (table.do("join", name=name)["token"] for name in ("Zoe", "Yan"))
    assert table.do("join", name="ZOE")["code"] == "name-taken"
    again = Table(tmp_path)
    assert again.page(kind="host")["setup"]["waiting"] == ["Zoe", "Yan"]
    assert again.do("kick", name="Zoe", token=again.host)["ok"]
    assert again.do("look", kind="player", token=zoe)["code"] == "unknown-seat"
    assert again.do("leave", token=yan)["ok"]
    assert again.page(kind="host")["setup"]["waiting"] == []


def test_a_waiting_page_in_a_game_shows_nothing_of_it(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    ended_game(table)
    table.tokens["Zoe"] = table.do("join", name="Zoe")["token"]
    assert table.do("start", token=table.host)["ok"]
    page = table.page("Zoe")
    assert page["screen"]["title"] == "Wait for the host"
    assert page["you"]["card"] is None


def test_a_stranger_does_not_fill_the_table(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    ended_game(table)
    for host in range(200):
        table.do("join", name=f"Zoe {host}", peer=f"10.0.{host}.1")
    assert table.box.lobby.players == PLAYERS
    assert len(table.box.lobby.waiting) == MOST_WAITING
    assert table.do("add", name="Ida", token=table.host)["ok"]


def test_nobody_comes_in_while_the_door_is_shut(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    assert table.set("door", False)["ok"]
    assert table.do("join", name="Zoe", peer=ANN)["code"] == "door-shut"
    assert table.do("add", name="Ida", token=table.host)["ok"]
    number = table.do("hand-over", name="Ann", token=table.host)["pin"]
    assert table.do("join", name="Ann", pin=number, peer=ANN)["ok"]
    assert table.set("door", True)["ok"]
    assert table.do("join", name="Zoe", peer=ANN)["ok"]


def test_nobody_makes_a_night_longer_by_having_the_pin_said(tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    assert table.do("start", token=table.host)["ok"]
    table.until("seer.look")
    ends, heard = table.round.ends, len(table.loudspeaker.heard)
    for peer in (ANN, STRANGER, ""):
        assert table.do("say-pin", peer=peer)["code"] == "not-now"
    assert (table.round.ends, len(table.loudspeaker.heard)) == (ends, heard)
    table.until("village.vote")
    assert table.do("say-pin", peer=ANN)["ok"]


# The password of the box's own Wi-Fi.


@pytest.fixture
def pages() -> FlaskClient:
    box = FakeBox("Ann")
    box.wifi = Wifi("narrator-4711", "moon wolf lamp toast", "10.42.0.1")
    box.host_tokens.add("host-token")
    return create_app(box, streams=1).test_client()


def asked(pages: FlaskClient, path: str, peer: str, host: str = "") -> tuple[int, str]:
    pages.set_cookie("narrator-host-80", host, domain="10.42.0.1")
    answer = pages.get(path, headers={"Host": "10.42.0.1"}, environ_base={"REMOTE_ADDR": peer})
    return answer.status_code, answer.text


@pytest.mark.parametrize("path", ["/wifi", "/wifi.svg"])
def test_the_password_is_for_the_host_phones_already_in_and_the_box_itself(pages: FlaskClient, path: str) -> None:
    for peer, host, status in [
        (STRANGER, "", 403),
        ("2001:db8::1", "", 403),
        (STRANGER, "host-token", 200),
        ("10.42.0.77", "", 200),
        ("127.0.0.1", "", 200),
    ]:
        assert asked(pages, path, peer, host)[0] == status, peer
    assert "moon wolf lamp toast" in asked(pages, "/wifi", "10.42.0.77")[1]


def test_no_page_and_no_caption_holds_the_password(tmp_path: Path) -> None:
    table = Table(tmp_path, ["Ann"])
    table.box.found_at(Found(("http://10.42.0.1",), Wifi("narrator-4711", "moon wolf lamp toast", "10.42.0.1")))
    assert any("moon, wolf" in said for _, _, said in table.loudspeaker.heard)
    for kind, token in (("table", None), ("host", table.host), ("player", table.tokens["Ann"])):
        view: dict[str, Any] = table.do("look", kind=kind, token=token)
        assert "wolf" not in json.dumps(json.loads(view["view"])["wifi"])
        assert "lamp" not in view["view"]
