"""Buttons, lights and the knob on real pins of the kernel's, simulated by gpio-sim and driven by the real lgpio.

Most kernels lack gpio-sim: `make test-kernel` starts one that has it.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from gpiozero import Factory

from hardware.buttons import Buttons
from hardware.devices import KNOB, Colour, Event, KnobTurned, Pressed, Released
from hardware.gestures import SETTLE, Gestures
from hardware.knob import Knob
from hardware.plan import Plan, SeatPins
from narrator.errors import NarratorError
from narrator.panel.plans import READY_MADE, plan_in
from tests.labs.knoblab import LEFT, RIGHT

SIMULATOR = Path("/sys/kernel/config/gpio-sim")
PI_4 = 0xC03111
"""The revision of a Raspberry Pi 4, whose header the simulated pins are."""
CYCLE = 0.1
"""Seconds after which a light shines as it is told."""
PLAN = plan_in(READY_MADE["eight-seats"])
FREE = 1
"""A pin that no test has used before: gpiozero keeps what it once had."""

pytestmark = pytest.mark.skipif(not SIMULATOR.is_dir(), reason="no simulated pins here: `make test-kernel` has some")


class Pins:
    """The pins of a Raspberry Pi: contacts are closed and opened, levels are read."""

    def __init__(self) -> None:
        self._chip = SIMULATOR / "narrator"
        self._bank = self._chip / "bank"
        self._bank.mkdir(parents=True)
        (self._bank / "num_lines").write_text("28")
        (self._chip / "live").write_text("1")
        self.name = (self._bank / "chip_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / (self._chip / "dev_name").read_text().strip() / self.name

    @property
    def number(self) -> int:
        """The number of the chip that they are on."""
        return int(self.name.removeprefix("gpiochip"))

    def pull(self, gpio: int, way: str) -> None:
        (self._lines / f"sim_gpio{gpio}" / "pull").write_text(way)

    def close_contact(self, gpio: int) -> None:
        """Join a pin with ground."""
        self.pull(gpio, "pull-down")

    def open_contact(self, gpio: int) -> None:
        """Leave it to its resistor."""
        self.pull(gpio, "pull-up")

    def shines(self, gpio: int, seconds: float = 1.0) -> float:
        """For which part of this time, from now on, there is a voltage at a pin."""
        levels = []
        value = self._lines / f"sim_gpio{gpio}" / "value"
        now = time.monotonic()
        while time.monotonic() < now + CYCLE + seconds:
            level = int(value.read_text())
            if time.monotonic() > now + CYCLE:
                levels.append(level)
        return sum(levels) / len(levels)

    def remove(self) -> None:
        (self._chip / "live").write_text("0")
        self._bank.rmdir()
        self._chip.rmdir()


class Ear:
    """What a device says, with its times."""

    def __init__(self) -> None:
        self._heard: queue.SimpleQueue[tuple[Event, float]] = queue.SimpleQueue()

    def hear(self, event: Event) -> None:
        self._heard.put((event, time.monotonic()))

    def next(self) -> tuple[Event, float]:
        return self._heard.get(timeout=10)

    def rest(self, quiet: float = 1.0) -> list[tuple[Event, float]]:
        """All until nothing has been said for this long."""
        heard = []
        while True:
            try:
                heard.append(self._heard.get(timeout=quiet))
            except queue.Empty:
                return heard


@pytest.fixture(scope="module")
def pins() -> Iterator[Pins]:
    pins = Pins()
    for seat in PLAN.seats.values():
        pins.open_contact(seat.button)
    yield pins
    pins.remove()


@pytest.fixture(scope="module")
def factory(pins: Pins) -> Iterator[Factory]:
    """What gpiozero drives these pins with, as on a Raspberry Pi; lgpio survives one in a process."""
    from gpiozero.pins.lgpio import LGPIOFactory

    class Simulated(LGPIOFactory):
        def _get_revision(self) -> int:
            return PI_4

    with closing(Simulated(pins.number)) as factory:
        yield factory


@pytest.fixture
def buttons(factory: Factory) -> Iterator[Buttons]:
    with closing(Buttons(PLAN, factory)) as buttons:
        yield buttons


def test_each_button_is_heard_at_its_own_pin(pins: Pins, buttons: Buttons) -> None:
    ear = Ear()
    buttons.start(ear.hear)
    for number, seat in PLAN.seats.items():
        pins.close_contact(seat.button)
        assert ear.next()[0] == Pressed(number)
        pins.open_contact(seat.button)
        assert ear.next()[0] == Released(number)
    assert ear.rest() == []


def test_a_press_is_heard_at_once(pins: Pins, buttons: Buttons) -> None:
    ear = Ear()
    buttons.start(ear.hear)
    late = []
    for _ in range(20):
        for move in (pins.close_contact, pins.open_contact):
            began = time.monotonic()
            move(PLAN.seats[1].button)
            late.append(ear.next()[1] - began)
    assert sorted(late)[len(late) // 2] < 0.1


def test_all_seats_pressing_together_are_all_heard(pins: Pins, buttons: Buttons) -> None:
    ear = Ear()
    buttons.start(ear.hear)
    for move, said in ((pins.close_contact, Pressed), (pins.open_contact, Released)):
        for seat in PLAN.seats.values():
            move(seat.button)
        assert {event for event, _ in ear.rest()} == {said(number) for number in PLAN.seats}


def test_a_contact_that_bounces_in_the_kernel_is_pressed_once(pins: Pins, buttons: Buttons) -> None:
    ear = Ear()
    buttons.start(ear.hear)
    button = PLAN.seats[3].button
    closing_down: list[Callable[[int], None]] = [pins.close_contact, pins.open_contact] * 4 + [pins.close_contact]
    heard = []
    for moves in (closing_down, [pins.open_contact, pins.close_contact] * 4 + [pins.open_contact]):
        for move in moves:
            move(button)
        heard += ear.rest(3 * SETTLE)
    finger = Gestures()
    felt = [each.what for event, at in heard for each in finger.move(isinstance(event, Pressed), at)]
    felt += [each.what for each in finger.wait(heard[-1][1] + 10)]
    assert heard[-1][0] == Released(3)
    assert felt == ["down", "short"]


def test_a_light_shines_in_its_colours_as_bright_as_it_is_told(pins: Pins, buttons: Buttons) -> None:
    lamps = PLAN.seats[2].light
    seen = []
    for level in (0.0, 0.2, 0.6, 1.0):
        buttons.light(2, Colour(level, 0, 0))
        seen.append(pins.shines(lamps.red))
        assert pins.shines(lamps.green) == 0
    assert seen == sorted(set(seen))
    assert seen[0] == 0
    assert seen[-1] > 0.8
    buttons.light(2, Colour(0, 1, 0))
    assert pins.shines(lamps.red) == 0 < pins.shines(lamps.green)


def test_closing_the_box_leaves_no_light_on_and_no_pin_taken(pins: Pins, factory: Factory) -> None:
    first = Buttons(PLAN, factory)
    first.light(1, Colour(1, 1, 1))
    first.close()
    light = PLAN.seats[1].light
    assert (pins.shines(light.red), pins.shines(light.green)) == (0, 0)
    Buttons(PLAN, factory).close()


def test_each_click_of_a_knob_is_heard_and_its_push(pins: Pins, factory: Factory) -> None:
    ear = Ear()
    contacts = plan_in(READY_MADE["seven-seats"]).knob
    assert contacts is not None
    for gpio in contacts:
        pins.open_contact(gpio)
    with closing(Knob(contacts, factory)) as knob:
        knob.start(ear.hear)
        for steps, turned in ((RIGHT, KnobTurned(1)), (LEFT, KnobTurned(-1))):
            heard = []
            for left, right in steps * 12:
                for gpio, closed in ((contacts.left, left), (contacts.right, right)):
                    pins.pull(gpio, "pull-down" if closed else "pull-up")
                heard += ear.rest(0.02)  # an eager hand's
            assert [event for event, _ in heard + ear.rest()] == [turned] * 12
        for move, said in ((pins.close_contact, Pressed), (pins.open_contact, Released)):
            move(contacts.push)
            assert ear.next()[0] == said(KNOB)


def test_a_pin_that_another_program_has_is_reported_with_the_remedy(pins: Pins, factory: Factory) -> None:
    claim = "import lgpio; lgpio.gpio_claim_input(lgpio.gpiochip_open({}), {}); print(flush=True); input()"
    plan = Plan({1: SeatPins(FREE, PLAN.seats[1].light)})
    words = [sys.executable, "-c", claim.format(pins.number, FREE)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(NarratorError, match=r"GPIO busy.*pins that nothing else uses") as caught:
            Buttons(plan, factory)
        other.communicate("enough")
    assert caught.value.code == "buttons"
