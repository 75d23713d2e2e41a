"""Buttons and lights on the pins of a Raspberry Pi, through gpiozero.

Each button lies between its pin and ground; each light between its pin, a resistor and ground.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from tempfile import TemporaryDirectory
from typing import NamedTuple

import gpiozero
from gpiozero import PWMLED, Button, Factory, GPIOZeroError, PiBoardInfo
from gpiozero.exc import PinFactoryFallback

from hardware.devices import Colour, Device, Event, Pressed, Released
from narrator.errors import NarratorError

GPIOS = range(2, 28)
"""The GPIO numbers that every Raspberry Pi with 40 pins has free for such things."""

_BOARD = PiBoardInfo.from_revision(0xC03111)


class Pins(NamedTuple):
    """The GPIO numbers of a button and of the light beside it."""

    button: int
    light: int


class Buttons(Device):
    """The buttons and lights of a plan, `pins` by button number; see `devices.Device`.

    `factory` is gpiozero's own choice unless a test brings one. Raises `NarratorError` (`buttons`) where there are no
    such pins, or something else has them.
    """

    def __init__(self, pins: Mapping[int, Pins], factory: Factory | None = None) -> None:
        self._folder = TemporaryDirectory(prefix="narrator-pins-")
        self._buttons: dict[int, Button] = {}
        self._lights: dict[int, PWMLED] = {}
        try:
            self._factory = factory or _found(self._folder.name)
            for number, (button, light) in pins.items():
                self._buttons[number] = Button(button, pull_up=True, pin_factory=self._factory)
                self._lights[number] = PWMLED(light, pin_factory=self._factory)
        except _faults() as error:
            self.close()
            raise _trouble(error) from None

    @property
    def buttons(self) -> Sequence[int]:
        """The numbers in the plan."""
        return list(self._buttons)

    def start(self, hear: Callable[[Event], None]) -> None:
        """Tell `hear` every closing and opening of a contact, bounces and all."""
        for number, button in self._buttons.items():
            button.when_pressed = partial(hear, Pressed(number))
            button.when_released = partial(hear, Released(number))

    def light(self, button: int, colour: Colour) -> None:
        """Set the brightness of a light; raises `NarratorError` (`buttons`) where the pins are gone."""
        try:
            if button in self._lights:
                self._lights[button].value = max(colour)
        except _faults() as error:
            raise _trouble(error) from None

    def close(self) -> None:
        """Lights out, and the pins are free again."""
        for device in (*self._buttons.values(), *self._lights.values()):
            with suppress(*_faults()):
                device.close()
        self._folder.cleanup()


def header_pin(gpio: int) -> int:
    """Which pin of the 40 on the header, counted as on the board, has this GPIO number?"""
    return next(int(pin.number) for _, pin in _BOARD.find_pin(gpio))


def grounds() -> list[int]:
    """Which pins of the header are ground?"""
    return [int(pin.number) for header, pin in _BOARD.find_pin("GND") if header.name == "J8"]


def _found(folder: str) -> Factory:
    os.environ.setdefault("LG_WD", folder)  # else lgpio leaves its pipes in the working directory
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PinFactoryFallback)
        gpiozero.Device.ensure_pin_factory()
    return gpiozero.Device.pin_factory


def _faults() -> tuple[type[Exception], ...]:
    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, *([lgpio.error] if lgpio is not None else []))


def _trouble(error: Exception) -> NarratorError:
    needs = "They need a Raspberry Pi with the package python3-lgpio, and pins that nothing else uses."
    return NarratorError("buttons", f"The buttons do not work: {str(error).rstrip('.!')}. {needs} Phones do.")
