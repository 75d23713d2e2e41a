"""The knob on its pins: real gpiozero on mock pins, moved contact by contact as a rotary encoder moves them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hardware import plan
from hardware.devices import KNOB, Event, KnobTurned, Pressed, Released
from hardware.knob import Knob
from narrator.commands.play import Settings, _devices
from narrator.errors import NarratorError
from narrator.panel.plans import READY_MADE, plan_in
from tests.labs.knoblab import LEFT, RIGHT

PINS = plan.KnobPins(left=17, right=27, push=3)


class Contacts:
    """The pins of a knob, and what it has said."""

    def __init__(self) -> None:
        self.factory = MockFactory()
        self.knob = Knob(PINS, self.factory)
        self.heard: list[Event] = []
        self.knob.start(self.heard.append)

    def move(self, gpio: int, closed: bool) -> None:
        pin = self.factory.pin(gpio)
        pin.drive_low() if closed else pin.drive_high()

    def go(self, steps: Sequence[tuple[bool, bool]]) -> None:
        for left, right in steps:
            self.move(PINS.left, left)
            self.move(PINS.right, right)


@pytest.fixture
def contacts() -> Iterator[Contacts]:
    found = Contacts()
    yield found
    found.knob.close()


def test_a_click_to_the_right_and_one_to_the_left(contacts: Contacts) -> None:
    contacts.go(RIGHT)
    assert contacts.heard == [KnobTurned(1)]
    contacts.go(LEFT)
    assert contacts.heard == [KnobTurned(1), KnobTurned(-1)]


def test_forty_clicks_are_forty(contacts: Contacts) -> None:
    contacts.go(RIGHT * 40)
    assert contacts.heard == [KnobTurned(1)] * 40


def test_contacts_that_bounce_turn_nothing(contacts: Contacts) -> None:
    for left, right in RIGHT:
        for _ in range(7):
            contacts.move(PINS.left, left)
            contacts.move(PINS.right, right)
            contacts.move(PINS.left, not left)
            contacts.move(PINS.left, left)
    assert contacts.heard.count(KnobTurned(-1)) == 0
    assert contacts.heard.count(KnobTurned(1)) <= 1


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_knob_that_is_turned_half_way_and_let_go_was_not_turned(contacts: Contacts, steps: int) -> None:
    contacts.go([*RIGHT[:steps], *reversed(RIGHT[: steps - 1]), (False, False)])
    assert contacts.heard == []


def test_a_push_is_reported_with_its_bounces(contacts: Contacts) -> None:
    for closed in (True, False, True, False):
        contacts.move(PINS.push, closed)
    assert contacts.heard == [Pressed(KNOB), Released(KNOB), Pressed(KNOB), Released(KNOB)]


def test_pins_that_somebody_else_has_are_refused_with_what_to_do(contacts: Contacts) -> None:
    with pytest.raises(NarratorError, match=r"The knob does not work: .* pins that nothing else uses") as refused:
        Knob(PINS, contacts.factory)
    assert refused.value.code == "knob"


def test_a_closed_knob_says_nothing_and_may_be_closed_again() -> None:
    contacts = Contacts()
    contacts.knob.close()
    contacts.knob.close()
    contacts.go(RIGHT)
    assert contacts.heard == []
    Knob(PINS, contacts.factory).close()


def test_the_plan_with_a_knob_brings_one(tmp_path: Path) -> None:
    wired = plan_in(READY_MADE["seven-seats"])
    assert wired.knob is not None
    settings = Settings(tmp_path, "", (), 0, None, None, "seven-seats", power_off=False, fake=0)
    made = [getattr(each, "func", each) for each in _devices(settings)]
    assert Knob in made


def test_the_folder_for_pins_is_gone_with_the_box(tmp_path: Path) -> None:
    code = "import os; from hardware.pins import pin_factory; print(pin_factory(), os.listdir(os.environ['TMPDIR']))"
    env = {name: value for name, value in os.environ.items() if name != "LG_WD"}
    env |= {"TMPDIR": str(tmp_path), "GPIOZERO_PIN_FACTORY": "mock"}
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert "narrator-pins-" in told.stdout
    assert list(tmp_path.iterdir()) == []
