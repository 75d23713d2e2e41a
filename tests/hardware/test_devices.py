"""Every device keeps the same promises, and one whose thread fails is lost and found again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

import hardware
from hardware import devices
from hardware.buttons import Buttons
from hardware.devices import (
    DARK,
    Appeared,
    Colour,
    Device,
    Event,
    Lost,
    Pressed,
    Released,
    watch,
)
from hardware.fake import Fake
from hardware.plan import LightPins as Lamps
from hardware.plan import Plan, SeatPins
from hardware.template.device import MyDevice
from narrator.errors import english


def one_colour(*pins: tuple[int, int]) -> Plan:
    """Seats with a button and a red light each."""
    return Plan({number: SeatPins(button, Lamps(red=red)) for number, (button, red) in enumerate(pins, 1)})


def mock_buttons() -> tuple[Device, Callable[[int], None], Callable[[int], None]]:
    factory = MockFactory(pin_class=MockPWMPin)
    plan = one_colour((17, 18), (27, 22))
    return (
        Buttons(plan, factory),
        lambda button: factory.pin(plan.seats[button].button).drive_low(),
        lambda button: factory.pin(plan.seats[button].button).drive_high(),
    )


def my_device() -> tuple[Device, Callable[[int], None], Callable[[int], None]]:
    device = MyDevice([1, 2])
    return device, device.down, device.up


def fake() -> tuple[Device, Callable[[int], None], Callable[[int], None]]:
    device = Fake(2)
    return (
        device,
        lambda button: device.switch("press", f"seat {button}", True),
        lambda button: device.switch("press", f"seat {button}", False),
    )


@pytest.mark.parametrize("made", [mock_buttons, my_device, fake])
def test_every_device_keeps_its_promises(
    made: Callable[[], tuple[Device, Callable[[int], None], Callable[[int], None]]],
) -> None:
    device, down, up = made()
    heard: list[Event] = []
    assert device.buttons == [1, 2]
    device.start(heard.append)
    down(2)
    up(2)
    down(1)
    assert heard == [Pressed(2), Released(2), Pressed(1)]
    device.light(1, Colour(0.5, 0.0, 0.0))
    device.light(99, DARK)
    device.close()
    device.close()
    up(1)
    assert len(heard) == 3


def test_every_device_is_in_that_test() -> None:
    folder = Path(hardware.__file__).parent
    devices = {file.stem for file in folder.rglob("*.py") if "def start(self, hear" in file.read_text()}
    without_buttons = {"readers", "knob"}
    assert devices - without_buttons == {"devices", "buttons", "device", "fake", "keypads"}


def test_a_device_whose_thread_fails_is_lost_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "REST", 0.0)
    heard: list[Event] = []
    stopping = threading.Event()
    looks = iter([None, IndexError("rubbish"), IndexError("rubbish"), None, None])

    def look() -> None:
        fault = next(looks, None)
        if fault is not None:
            raise fault
        if len(heard) == 2:
            stopping.set()

    watch(look, stopping, "reader", heard.append)
    lost, found = heard
    assert isinstance(lost, Lost)
    assert "rubbish" in english(lost.sentence)
    assert found == Appeared("reader")
