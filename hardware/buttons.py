"""Buttons and lights on the pins of a Raspberry Pi, through gpiozero.

Each button lies between its pin and ground; each colour of a light between its pin, a resistor and ground.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from tempfile import TemporaryDirectory

import gpiozero
from gpiozero import PWMLED, Button, Factory, GPIOZeroError
from gpiozero.exc import PinFactoryFallback

from hardware.devices import DARK, LID, Colour, Device, Event, Pressed, Released
from hardware.plan import Light, Plan
from narrator.errors import NarratorError


class Buttons(Device):
    """The buttons of a plan's seats, and all its lights; see `devices.Device`.

    `factory` is gpiozero's own choice unless a test brings one. Raises `NarratorError` (`buttons`) where there are no
    such pins, or something else has them.
    """

    def __init__(self, plan: Plan, factory: Factory | None = None) -> None:
        self._folder = TemporaryDirectory(prefix="narrator-pins-")
        self._buttons: dict[int, Button] = {}
        self._lights: dict[int, tuple[Light, dict[str, PWMLED]]] = {}
        lights = {number: seat.light for number, seat in plan.seats.items()} | ({LID: plan.lid} if plan.lid else {})
        try:
            factory = factory or _found(self._folder.name)
            for number, seat in plan.seats.items():
                self._buttons[number] = Button(seat.button, pull_up=True, pin_factory=factory)
            for number, light in lights.items():
                self._lights[number] = light, {}
                for name in light.levels(DARK):
                    self._lights[number][1][name] = PWMLED(getattr(light, name), pin_factory=factory)
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
        """Set the colour of a light; raises `NarratorError` (`buttons`) where the pins are gone."""
        if button not in self._lights:
            return
        light, lamps = self._lights[button]
        try:
            for name, level in light.levels(colour).items():
                lamps[name].value = level
        except _faults() as error:
            raise _trouble(error) from None

    def close(self) -> None:
        """Lights out, and the pins are free again."""
        lamps = [lamp for _, lamps in self._lights.values() for lamp in lamps.values()]
        for device in (*self._buttons.values(), *lamps):
            with suppress(*_faults()):
                device.close()
        self._folder.cleanup()


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
