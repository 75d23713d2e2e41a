"""Buttons and lights on the pins of a Raspberry Pi, through gpiozero.

Each button lies between its pin and ground; each colour of a light between its pin, a resistor and ground.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from gpiozero import PWMLED, DigitalInputDevice, Factory

from hardware.devices import LID, Colour, Device, Event, Pressed, Released
from hardware.lights import levels
from hardware.pins import no_pins, pin_factory, pin_faults
from hardware.plan import Plan


class Buttons(Device):
    """The buttons of a plan's seats, and all its lights; see `devices.Device`.

    `factory` is gpiozero's own choice unless a test brings one. Raises `NarratorError` (`buttons`) where there are no
    such pins, or something else has them.
    """

    def __init__(self, plan: Plan, factory: Factory | None = None) -> None:
        self._buttons: dict[int, DigitalInputDevice] = {}
        self._lamps: dict[int, dict[str, PWMLED]] = {}
        lights = {number: seat.light for number, seat in plan.seats.items()} | ({LID: plan.lid} if plan.lid else {})
        try:
            factory = factory or pin_factory()
            for number, seat in plan.seats.items():
                self._buttons[number] = DigitalInputDevice(seat.button, pull_up=True, pin_factory=factory)
            for number, light in lights.items():
                self._lamps[number] = {}
                for name, gpio in light.pins.items():
                    self._lamps[number][name] = PWMLED(gpio, pin_factory=factory)
        except pin_faults() as error:
            self.close()
            raise no_pins("buttons", error) from None

    @property
    def buttons(self) -> Sequence[int]:
        """The numbers in the plan."""
        return list(self._buttons)

    def start(self, hear: Callable[[Event], None]) -> None:
        """Tell `hear` every closing and opening of a contact, bounces and all."""
        for number, button in self._buttons.items():
            button.when_activated = partial(hear, Pressed(number))
            button.when_deactivated = partial(hear, Released(number))

    def light(self, button: int, colour: Colour) -> None:
        """Set the colour of a light; raises `NarratorError` (`buttons`) where the pins are gone."""
        lamps = self._lamps.get(button, {})
        try:
            for name, level in levels(colour, lamps).items():
                lamps[name].value = level
        except pin_faults() as error:
            raise no_pins("buttons", error) from None

    def close(self) -> None:
        """Lights out, and the pins are free again."""
        lamps = [lamp for lamps in self._lamps.values() for lamp in lamps.values()]
        for device in (*self._buttons.values(), *lamps):
            with suppress(*pin_faults()):
                device.close()
