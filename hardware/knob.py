"""A knob on the pins of a Raspberry Pi: a rotary encoder with a push, through gpiozero.

Its two contacts close one after the other, and the order tells which way it was turned. gpiozero follows them step by
step, so that a contact that bounces, or a knob that rests between two clicks, does not count as a turn.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from gpiozero import DigitalInputDevice, Factory, RotaryEncoder

from hardware import plan
from hardware.devices import KNOB, Device, Event, KnobTurned, Pressed, Released
from hardware.pins import no_pins, pin_factory, pin_faults


class Knob(Device):
    """The knob of a plan; see `devices.Device`.

    `factory` is gpiozero's own choice unless a test brings one. Raises `NarratorError` (`knob`) where there are no such
    pins, or something else has them.
    """

    def __init__(self, pins: plan.KnobPins, factory: Factory | None = None) -> None:
        self._parts: list[RotaryEncoder | DigitalInputDevice] = []
        try:
            factory = factory or pin_factory()
            self._encoder = RotaryEncoder(pins.left, pins.right, max_steps=0, pin_factory=factory)
            self._parts.append(self._encoder)
            self._push = DigitalInputDevice(pins.push, pull_up=True, pin_factory=factory)
            self._parts.append(self._push)
        except pin_faults() as error:
            self.close()
            raise no_pins("knob", error) from None

    def start(self, hear: Callable[[Event], None]) -> None:
        """Tell `hear` every click, and every closing and opening of the push, bounces and all."""
        self._encoder.when_rotated_clockwise = partial(hear, KnobTurned(1))
        self._encoder.when_rotated_counter_clockwise = partial(hear, KnobTurned(-1))
        self._push.when_activated = partial(hear, Pressed(KNOB))
        self._push.when_deactivated = partial(hear, Released(KNOB))

    def close(self) -> None:
        """The pins are free again."""
        for part in self._parts:
            with suppress(*pin_faults()):
                part.close()
