"""The buttons at the seats answer like pages, and their faults are reported by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.devices import Colour
from hardware.gestures import STUCK
from hardware.lights import ASKED, FAINT
from narrator.box.box import Box
from narrator.errors import NarratorError
from narrator.game.game import Game
from tests.labs.boxlab import Notebook, Time
from tests.labs.buttonlab import NAMES, TELL, ButtonTable, choose


def started(folder: Path) -> ButtonTable:
    table = ButtonTable(folder)
    table.box.moderate(Game("millers-hollow", NAMES, cards={"Ann": "werewolf", "Bob": "werewolf"}, seed=3))
    table.until("werewolf.devour")
    return table


def test_the_host_gives_and_takes_buttons(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    assert table.set("button", {"Zoe": 1})["code"] == "unknown-seat"
    for typed in (0, -1, 10_000, 1.5, "the red one"):
        reply = table.set("button", {"Ann": typed})
        assert reply["sentence"] == f"Buttons are numbered 1, 2, 3 …; there is no button “{typed}”."
    assert table.set("button", {"Ann": True})["code"] == "not-understood"
    reply = table.set("button", {"Ann": 2})
    assert (reply["code"], reply["sentence"]) == ("button-taken", "Take button 2 away from Bob first.")
    assert reply["said"] == ("refused.button-taken", {"number": 2, "name": "Bob"})
    assert table.set("button", {"Ann": 2, "Bob": 1})["ok"]
    table.settle()
    assert [table.panel.seat_buttons.seats[button].player.name for button in (1, 2, 3)] == ["Bob", "Ann", "Cid"]
    assert table.set("button", {"Ann": None})["ok"]
    table.settle()
    assert 2 not in table.panel.seat_buttons.seats
    buttons = {player["name"]: player["button"] for player in table.page(kind="host")["setup"]["players"]}
    assert (buttons["Ann"], buttons["Bob"]) == (None, 1)
    assert table.do("kick", token=table.host, name="Bob")["ok"]
    table.settle()
    assert 1 not in table.panel.seat_buttons.seats
    assert Box(tmp_path, Notebook(Time())).lobby.buttons == table.box.lobby.buttons


def test_a_button_that_is_not_there_is_named(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.set("button", {"Ann": 9})
    table.settle()
    [trouble] = table.page(kind="host")["trouble"]
    assert trouble == "Ann has button 9, which is not there; there are 1, 2, 3, 4, 5, 6, 7, 8."
    table.set("button", {"Ann": 1})
    table.settle()
    assert table.page(kind="host")["trouble"] == []


def test_a_button_pressed_at_the_pins_answers_and_its_light_shines_there(tmp_path: Path) -> None:
    table = started(tmp_path)
    red, green = (table.factory.pin(gpio) for gpio in table.plan.seats[1].light[:2])
    assert (red.state, green.state) == ASKED[:2]
    table.hands({"Ann": choose(3)})
    assert table.page("Ann")["screen"]["chosen"] == ["Dan"]
    table.pass_time(table.time.now + 1.0)
    assert (red.state, green.state) == FAINT[:2]
    table.panel.close()
    assert table.panel.devices[0].buttons == list(range(1, 9))
    with pytest.raises(NarratorError):
        table.panel.devices[0].light(1, Colour(1.0, 1.0, 1.0))


def test_bounces_at_the_pins_are_one_press(tmp_path: Path) -> None:
    table = started(tmp_path)
    for _ in range(5):
        table.finger("Ann", True)
        table.finger("Ann", False)
    table.finger("Ann", True)
    table.pass_time(table.time.now + 0.1)
    table.finger("Ann", False)
    table.pass_time(table.time.now + 0.5)
    table.hands({"Ann": TELL})
    assert table.page("Ann")["screen"]["chosen"] is None, "Bob, one to the left, is no prey"
    table.pass_time(table.time.now + 0.5)
    table.hands({"Ann": choose(2)})
    assert table.page("Ann")["screen"]["chosen"] == ["Cid"]


def test_the_host_is_told_of_a_stuck_button_and_the_game_goes_on(tmp_path: Path) -> None:
    table = started(tmp_path)
    table.finger("Gus", True)
    table.pass_time(table.time.now + STUCK + 1)
    assert table.page(kind="host")["trouble"] == [
        "The button of Gus (number 7) has been down for too long: free it, or unplug it."
    ]
    table.do("pause", token=table.host)
    table.do("resume", token=table.host)
    assert len(table.page(kind="host")["trouble"]) == 1
    table.finger("Gus", False)
    table.until("village.vote")
    assert table.page(kind="host")["trouble"] == []
    assert table.page("Gus")["screen"]["chosen"] is None


def test_a_rattling_button_chooses_nothing(tmp_path: Path) -> None:
    table = started(tmp_path)
    table.hands({"Ann": [(at * 0.025, at % 2 == 0) for at in range(200)]})
    assert table.page("Ann")["screen"]["chosen"] is None
    assert "rattles" in table.page(kind="host")["trouble"][0]
    table.pass_time(table.time.now + 2.0)
    assert table.page(kind="host")["trouble"] == []
    table.hands({"Ann": choose(2)})
    assert table.page("Ann")["screen"]["chosen"] == ["Cid"]


def test_a_broken_light_is_named_and_the_button_goes_on(tmp_path: Path) -> None:
    table = started(tmp_path)

    def broken(button: int, colour: Colour) -> None:
        if button == 1:
            raise NarratorError("buttons", "The light has fallen off.")

    table.panel.devices[0].light = broken  # type: ignore[method-assign]
    table.hands({"Ann": choose(2)})
    table.settle()
    assert table.page(kind="host")["trouble"] == ["The light has fallen off."]
    assert table.page("Ann")["screen"]["chosen"] == ["Cid"]


def test_a_seat_may_have_a_phone_and_a_button(tmp_path: Path) -> None:
    table = started(tmp_path)
    assert table.answer("Ann", "Fay")["ok"]
    table.pass_time(table.time.now + 1.5)
    assert table.told("Ann") == [5], "what the phone chose"
    table.hands({"Ann": choose(2)})
    assert table.page("Ann")["screen"]["chosen"] == ["Cid"]


def test_a_decoy_remembers_its_taps_through_a_reminder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.telling.timeline.REMINDED", 5.0)
    table = ButtonTable(tmp_path)
    table.box.moderate(Game("millers-hollow", NAMES, cards={"Ann": "werewolf", "Cid": "seer"}, seed=3))
    table.until("seer.look")
    table.hands(dict.fromkeys(NAMES, choose(1)))
    number = table.page("Cid")["screen"]["number"]
    while table.round.beat is None or table.round.beat.cue is None or table.round.beat.cue.id != "reminder":
        assert table.step()
    for name in NAMES:
        screen = table.page(name)["screen"]
        assert (screen["number"], len(screen["chosen"])) == (number, 1)
