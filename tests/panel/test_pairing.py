"""The box learns which key is which button, and whose: it asks for each in turn, and tells what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.devices import Appeared
from hardware.keypads import Keypads
from hardware.template.device import MyDevice
from narrator.game.game import Game
from narrator.panel.pairing import AGAIN, PATIENCE
from tests.labs.buttonlab import NAMES, ButtonTable, choose
from tests.labs.keylab import OTHER_PAD, PAD, KeyTable, Usb, hold_key, usb
from tests.labs.knoblab import KnobTable


@pytest.fixture
def sockets(tmp_path: Path) -> Iterator[Usb]:
    with usb(tmp_path / "input") as found:
        yield found


def test_the_box_asks_for_each_button_in_turn_and_learns_it(tmp_path: Path, sockets: Usb) -> None:
    one, other = sockets.plug(PAD, 3), sockets.plug(OTHER_PAD, 4)
    table = KeyTable(tmp_path, sockets)
    before = len(table.said)
    table.teach({"Ann": (one, "KEY_KP1"), "Bob": (other, "KEY_KP1"), "Cid": (one, "KEY_KPENTER")})
    assert table.buttons == {"Ann": 1, "Bob": 2, "Cid": 3}
    assert table.page(kind="host")["setup"]["wanted"] == []
    assert [("Ann" in line, "Bob" in line, "Cid" in line) for line in table.said[before:]] == [
        (True, False, False), (True, False, False), (False, True, False), (False, True, False),
        (False, False, True), (False, False, True),
    ]  # fmt: skip
    assert table.panel.buttons == {1, 2, 3}
    again = KeyTable(tmp_path, sockets)
    assert again.panel.buttons == {1, 2, 3}, "a restarted box knows them"
    assert again.buttons == table.buttons


def test_a_learned_key_plays_like_a_button(tmp_path: Path, sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    table = KeyTable(tmp_path, sockets)
    table.teach({name: (pad, f"KEY_KP{number}") for number, name in enumerate(NAMES, 1)})
    cards = {"Ann": "werewolf", "Bob": "werewolf"}
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never"}, seed=3))
    table.until("werewolf.devour")
    table.hands({"Ann": choose(3)})
    assert table.page("Ann")["screen"]["chosen"] == ["Dan"]


def test_a_button_of_somebody_else_is_refused_by_name(tmp_path: Path, sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    table = KeyTable(tmp_path, sockets)
    table.teach({"Ann": (pad, "KEY_KP1")})
    table.do("learn", token=table.host, names=["Bob"])
    table.pass_time(table.time.now + AGAIN)
    said = len(table.said)
    table.press(pad, "KEY_KP1")
    [refusal] = table.said[said:]
    assert "Ann" in refusal
    assert table.page(kind="host")["setup"]["wanted"] == ["Bob"]
    table.press(pad, "KEY_KP2")
    assert table.buttons == {"Ann": 1, "Bob": 2}


def test_further_presses_of_a_button_just_shown_mean_nothing(tmp_path: Path, sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    table = KeyTable(tmp_path, sockets)
    table.do("learn", token=table.host, names=["Ann", "Bob"])
    table.settle()
    said = len(table.said)
    for _ in range(4):
        table.press(pad, "KEY_KP1")
    assert len(table.said) == said + 2, "it is Ann's, and now Bob"
    table.press(pad, "KEY_KP2")
    assert table.buttons == {"Ann": 1, "Bob": 2}


def test_a_pin_button_is_learned_by_its_number_and_a_key_gets_the_next_free_one(tmp_path: Path, sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    table = ButtonTable(tmp_path, NAMES[:4])
    table.set("button", {"Ann": None, "Bob": None})
    keypads = Keypads(folder=sockets.folder)
    table.panel.devices.append(keypads)
    keypads.listen(lambda event: table.panel.inbox.put((event, table.time.now)))
    table.do("learn", token=table.host, names=["Ann", "Bob"])
    table.hands({"Bob": [(0.0, True), (0.2, False)]})
    assert table.box.lobby.buttons["Ann"] == 2
    for down in (True, False):
        pad.key("KEY_KP1", down)
        keypads.read(0)
        table.pass_time(table.time.now + 0.1)
    assert table.box.lobby.buttons["Bob"] == 9
    assert table.panel.buttons == set(range(1, 10))
    keypads.close()


def test_a_bouncing_contact_is_learned_once(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path, NAMES[:4])
    table.set("button", dict.fromkeys(NAMES[:4]))
    table.do("learn", token=table.host, names=["Cid", "Dan"])
    table.hands({"Cid": [(at * 0.002, at % 2 == 0) for at in range(9)]})
    table.pass_time(table.time.now + 0.5)
    assert table.box.lobby.buttons == {"Cid": 3}
    assert table.page(kind="host")["setup"]["wanted"] == ["Dan"]


def test_a_long_press_that_shows_a_button_does_not_make_its_player_get_up(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path, [])
    table.do("sit", token=table.host, number=3)
    [name] = table.box.lobby.players
    table.numbers = {name: 3, "nobody": 4}
    table.do("learn", token=table.host, names=[name])
    table.hands({name: [(0.0, True), (2.0, False)]})
    assert table.box.lobby.players == [name]
    table.do("learn", token=table.host, names=[name])
    table.hands({"nobody": [(0.0, True), (2.0, False)]})
    assert table.box.lobby.players == [name]
    assert table.box.lobby.buttons == {name: 4}
    table.hands({"nobody": [(4.0, True), (6.0, False)]})
    assert table.box.lobby.players == []


def test_a_button_on_the_pins_is_never_a_key_as_well(tmp_path: Path, sockets: Usb) -> None:
    """Somebody has played with keys, and has soldered buttons since."""
    pad = sockets.plug(PAD, 3)
    table = KeyTable(tmp_path, sockets, [])
    hold_key(table, pad, "KEY_KP1")
    table.panel.devices.append(MyDevice([1, 2]))
    table.panel.hear(Appeared("buttons"), table.time.now)
    hold_key(table, pad, "KEY_KP1")
    assert sorted(table.buttons.values()) == [1, 3]
    hold_key(table, pad, "KEY_KP1")
    assert list(table.buttons.values()) == [1]


def test_the_box_gives_up_when_nobody_presses_anything(tmp_path: Path, sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    table = KeyTable(tmp_path, sockets)
    table.do("learn", token=table.host, names=["Ann", "Bob"])
    table.settle()
    said = len(table.said)
    table.pass_time(table.time.now + PATIENCE - 1)
    assert table.page(kind="host")["setup"]["wanted"] == ["Ann", "Bob"]
    table.pass_time(table.time.now + 2)
    assert table.page(kind="host")["setup"]["wanted"] == []
    assert len(table.said) == said + 1
    table.press(pad, "KEY_KP1")
    assert table.buttons == {}
    table.pass_time(table.time.now + 2 * PATIENCE)
    assert len(table.said) == said + 1


def test_only_the_host_can_have_buttons_learned_and_only_before_a_game(tmp_path: Path, sockets: Usb) -> None:
    table = KeyTable(tmp_path, sockets)
    assert table.do("learn", token="somebody", names=["Ann"])["code"] == "not-the-host"
    assert table.do("learned", token="somebody", number=1)["code"] == "not-the-host"
    assert table.do("learn", token=table.host, names=["Zoe"])["code"] == "unknown-seat"
    assert table.do("learn", token=table.host, names=7)["code"] == "not-understood"
    assert table.do("learn", token=table.host, names=["Ann", "Ann", "Bob"])["ok"]
    assert table.page(kind="host")["setup"]["wanted"] == ["Ann", "Bob"]
    table.do("kick", token=table.host, name="Ann")
    assert table.page(kind="host")["setup"]["wanted"] == ["Bob"]
    assert table.do("learn", token=table.host, names=[])["ok"]
    assert table.page(kind="host")["setup"]["wanted"] == []
    table.do("learn", token=table.host, names=["Bob"])
    assert table.do("add", token=table.host, name="Ida")["ok"]
    assert table.do("start", token=table.host)["ok"]
    assert table.box.wanted == []
    assert table.do("learn", token=table.host, names=["Bob"])["code"] == "game-running"
    assert table.set("keys", None)["code"] == "game-running"


def test_keys_are_forgotten_when_the_host_wishes(tmp_path: Path, sockets: Usb) -> None:
    pad = sockets.plug(PAD, 3)
    table = KeyTable(tmp_path, sockets)
    table.teach({"Ann": (pad, "KEY_KP1")})
    table.set("button", {"Bob": 7})
    assert table.page(kind="host")["setup"]["keys"] == 1
    pad.unplug()
    table.settle()
    assert any("plug it in again" in trouble for trouble in table.trouble)
    assert table.set("keys", None)["ok"]
    table.settle()
    assert table.trouble == ["Bob has button 7, but there are no buttons."]
    assert table.page(kind="host")["setup"]["keys"] == 0
    assert table.buttons == {"Bob": 7}
    assert table.panel.buttons == set()


def test_the_host_hears_why_there_are_no_keypads_when_a_button_is_awaited(tmp_path: Path, sockets: Usb) -> None:
    table = KeyTable(tmp_path, sockets)
    table.panel.pairing.without = "Keypads need the library evdev."
    assert table.trouble == []
    table.do("learn", token=table.host, names=["Ann"])
    table.settle()
    assert table.trouble == ["Keypads need the library evdev."]
    table.do("learn", token=table.host, names=[])
    table.settle()
    assert table.trouble == []


@pytest.fixture
def table(tmp_path: Path) -> KnobTable:
    return KnobTable(tmp_path)


def test_a_long_press_that_shows_a_button_to_the_box_makes_nobody_get_up(table: KnobTable) -> None:
    table.hold(4)
    table.do("learn", token=table.host, names=["Seat 4"])
    table.hold(4)
    assert table.lobby.buttons == {"Seat 4": 4}
    table.hold(4)
    assert table.lobby.players == []


def test_the_box_asks_for_all_buttons_in_turn_and_stops_when_told_to(table: KnobTable) -> None:
    table.hold(4, 5)
    table.push()
    table.turn_to("Teach me")
    assert "Seat 4" in table.push()
    assert table.turn() == "Enough of that."
    assert table.push() == "So be it."
    assert table.box.wanted == []
