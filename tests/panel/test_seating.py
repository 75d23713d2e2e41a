"""Somebody without a phone sits down by holding a button, and gets up the same way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.devices import Typed
from narrator.lobby.lobby import MOST_SEATS
from narrator.panel.pairing import AGAIN
from tests.labs.buttonlab import ButtonTable, taps
from tests.labs.keylab import KeyTable, RecordedKeypad, Usb, hold_key, usb
from tests.labs.knoblab import KnobTable

PAD = RecordedKeypad.load("number-pad")


@pytest.fixture
def table(tmp_path: Path) -> KnobTable:
    return KnobTable(tmp_path)


def test_a_player_who_holds_a_free_button_sits_down_and_is_greeted(table: KnobTable) -> None:
    table.hold(4)
    assert "Seat 4" in table.said()
    table.hold(2, 7)
    assert table.lobby.players == ["Seat 2", "Seat 4", "Seat 7"]
    assert table.lobby.buttons == {"Seat 2": 2, "Seat 4": 4, "Seat 7": 7}


def test_a_player_who_holds_it_again_gets_up(table: KnobTable) -> None:
    table.hold(4)
    table.hold(2)
    table.hold(4)
    assert table.lobby.players == ["Seat 2"]
    assert table.lobby.buttons == {"Seat 2": 2}


def test_a_short_press_seats_nobody(table: KnobTable) -> None:
    table.hands({"Seat 4": taps(2)})
    table.pass_time(2.0)
    assert table.lobby.players == []


def test_the_button_of_somebody_with_a_name_is_never_taken_by_holding_it(table: KnobTable) -> None:
    table.do("add", token=table.host, name="Ann")
    table.set("button", {"Ann": 3})
    table.settle()
    table.hold(3)
    assert table.lobby.players == ["Ann"]


def test_nobody_sits_down_or_gets_up_in_a_game(table: KnobTable) -> None:
    table.start()
    table.hold(1)
    assert len(table.lobby.players) == 8


def test_sitting_down_keeps_those_with_phones_where_they_are(table: KnobTable) -> None:
    table.hold(5)
    table.do("join", name="Ann")
    table.hold(1)
    assert table.lobby.players == ["Seat 1", "Ann", "Seat 5"]


def test_a_key_that_nobody_knows_becomes_a_button_by_being_held(table: KnobTable) -> None:
    for down in (True, False):
        table.hand.hear(Typed("usb-1/KEY_A", down))
        table.pass_time(table.time.now + 1.0)
    assert table.lobby.players == ["Seat 9"]
    assert table.lobby.keys == {"usb-1/KEY_A": 9}
    for down in (True, False):
        table.hand.hear(Typed("usb-1/KEY_A", down))
        table.pass_time(table.time.now + 1.0)
    assert table.lobby.players == []


@pytest.fixture
def sockets(tmp_path: Path) -> Iterator[Usb]:
    with usb(tmp_path / "input") as found:
        yield found


def test_holding_a_free_button_takes_nobody_elses_seat(tmp_path: Path, sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    table = KeyTable(tmp_path, sockets, [])
    for _ in ("sits down", "gets up"):
        hold_key(table, pad, "KEY_KP1")
    assert table.do("seats", token=table.host, number=2, buttons=[])["ok"]
    one, two = table.box.lobby.players
    table.teach({one: (pad, "KEY_KP2"), two: (pad, "KEY_KP3")})
    table.pass_time(table.time.now + AGAIN)
    hold_key(table, pad, "KEY_KP1")
    *others, three = table.box.lobby.players
    assert others == [one, two]
    assert table.buttons == {one: 2, two: 3, three: 1}
    hold_key(table, pad, "KEY_KP1")
    assert table.buttons == {one: 2, two: 3}


def test_at_a_full_table_nobody_sits_down_by_a_button(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path, [f"P{number}" for number in range(MOST_SEATS - 1)])
    table.set("button", dict.fromkeys(table.box.lobby.players))
    codes = [table.do("sit", token=table.host, number=number).get("code") for number in (1, 2, 1, 2)]
    assert codes == [None, "table-full", None, None]
    assert len(table.box.lobby.players) == MOST_SEATS


def test_after_all_keys_are_forgotten_the_first_hold_seats_a_player(tmp_path: Path, sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    table = KeyTable(tmp_path, sockets, [])
    hold_key(table, pad, "KEY_KP1")
    assert list(table.buttons.values()) == [1]
    table.set("keys", None)
    table.settle()
    assert table.buttons == {}
    hold_key(table, pad, "KEY_KP1")
    assert list(table.buttons.values()) == [1]
