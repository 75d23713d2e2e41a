"""Buttons on the pins are heard, and what keeps them from being heard is said in one sentence."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.buttons import Buttons
from hardware.devices import DARK
from hardware.gestures import HOLD
from hardware.plan import LightPins as Lamps
from hardware.plan import Plan, SeatPins
from hardware.template.device import MyDevice
from narrator.box.box import Box
from narrator.errors import NarratorError
from narrator.panel.panel import Panel
from tests.labs.boxlab import Notebook, Time
from tests.labs.buttonlab import NAMES, until_cid_is_asked


def one_colour(*pins: tuple[int, int]) -> Plan:
    """Seats with a button and a red light each."""
    return Plan({number: SeatPins(button, Lamps(red=red)) for number, (button, red) in enumerate(pins, 1)})


def test_without_pins_one_sentence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)  # gpiozero keeps the first that it finds in a process
    with pytest.raises(NarratorError) as told:
        Buttons(one_colour((17, 18)))
    assert told.value.code == "buttons"
    assert "python3-lgpio" in told.value.sentence
    assert "\n" not in told.value.sentence


def test_a_pin_that_something_else_has_is_named() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    first = Buttons(one_colour((17, 18)), factory)
    with pytest.raises(NarratorError, match="GPIO18"):
        Buttons(one_colour((22, 18)), factory)
    first.close()
    Buttons(one_colour((22, 18)), factory).close()


def test_a_real_box_is_answered_from_the_devices_own_thread(tmp_path: Path) -> None:
    """Real threads and real time: from the contact to the answer in the game."""
    box = Box(tmp_path, Notebook(Time()))
    host = box.handle({"do": "open-host", "pin": box.pin})["token"]
    for name in NAMES:
        box.handle({"do": "add", "token": host, "name": name})
    box.handle({"do": "set", "token": host, "what": "button", "value": {"Cid": 2}})
    device = MyDevice([1, 2])
    panel = Panel(box, [device], box.ask)
    pause = threading.Event()
    thread = threading.Thread(target=box.run)
    thread.start()
    try:
        panel.start()
        screen = until_cid_is_asked(box, host)
        for move, seconds in ((device.down, 0.1), (device.up, 0.1), (device.down, HOLD + 0.1), (device.up, 0.0)):
            move(2)
            pause.wait(seconds)
        listener = box.listen("player", box.lobby.token_of("Cid"))
        while screen()["chosen"] != ["Dan"]:
            assert listener.get(5.0) is not None
    finally:
        box.stop()
        thread.join()
        panel.close()
    assert device.lights == {1: DARK, 2: DARK}
