"""What a light shows: a glow that lasts, blinks over it, and a colour as well as its lamps can."""

from __future__ import annotations

from math import inf

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.buttons import Buttons
from hardware.devices import DARK, LID, Colour
from hardware.lights import ASKED, BRIGHT, CONFIRMED, OFF, Light, counted
from hardware.plan import LightPins as Lamps
from hardware.plan import Plan, SeatPins


def test_a_light_blinks_and_then_glows_again() -> None:
    light = Light()
    light.glow = ASKED
    light.blink(CONFIRMED, at=1.0)
    assert [light.shows(at / 100) for at in (100, 111, 113, 123, 125, 135, 137)] == [
        BRIGHT, BRIGHT, OFF, OFF, BRIGHT, BRIGHT, ASKED,
    ]  # fmt: skip
    assert light.due == inf


def test_a_light_blinks_alike_however_many_numbers_it_tells() -> None:
    def begins(numbers: list[int]) -> list[float]:
        at, found = 0.0, []
        for seconds, colour in counted(numbers, 8):
            if colour == BRIGHT:
                found.append(round(at, 6))
            at += seconds
        return [*found, round(at, 6)]

    assert begins([]) == begins([3]) == begins([1, 2, 8]) == begins(list(range(1, 9)))
    assert len(begins([])) == 9
    assert [seconds for seconds, colour in counted([3], 4) if colour == BRIGHT] == pytest.approx(
        [0.08, 0.08, 0.28, 0.08]
    )


def test_a_large_table_is_told_in_seven_seconds() -> None:
    assert sum(seconds for seconds, _ in counted([], 18)) < 7
    lit = [seconds for seconds, colour in counted([3], 60) if colour == BRIGHT]
    assert lit[2] > 3 * lit[1] > 0.12, "long and short can be told apart"


def test_a_light_shows_a_colour_as_well_as_it_can() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    lights = {1: Lamps(red=2), 2: Lamps(red=3, green=4), 3: Lamps(red=5, green=6, blue=7)}
    plan = Plan({number: SeatPins(10 + number, light) for number, light in lights.items()}, lid=Lamps(green=8, blue=9))
    device = Buttons(plan, factory)

    def shown(colour: Colour) -> list[float]:
        for button in (1, 2, 3, LID):
            device.light(button, colour)
        return [factory.pin(gpio).state for gpio in range(2, 10)]

    assert shown(Colour(0.5, 0.2, 0.1)) == [0.5, 0.5, 0.2, 0.5, 0.2, 0.1, 0.2, 0.1]
    assert shown(Colour(0.0, 0.0, 0.4)) == [0.4, 0.4, 0.4, 0.0, 0.0, 0.4, 0.0, 0.4], "what lacks blue is not dark"
    assert shown(Colour(0.3, 0.0, 0.0)) == [0.3, 0.3, 0.0, 0.3, 0.0, 0.0, 0.3, 0.3]
    assert shown(DARK) == [0.0] * 8
    device.close()
