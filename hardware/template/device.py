"""A device of your own, to copy: `cp hardware/template/device.py hardware/footswitch.py`, then change the five places.

As it stands it is a device without wires: `down` and `up` are its fingers, `lights` is what one would see. It is used
so by the tests, and it keeps every promise of `hardware.devices.Device`; so will yours, once it is listed in
`tests/hardware/test_devices.py`. To play with it, let `narrator/commands/play.py` put it into the panel in place of
`Buttons`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware.devices import DARK, Colour, Device, Event, Pressed, Released
from narrator.errors import NarratorError


class MyDevice(Device):
    """Buttons that are wired in my own way; see `hardware.devices.Device`. Raises `NarratorError` (`buttons`)."""

    def __init__(self, numbers: Sequence[int]) -> None:
        # 1. Open the thing. What its library raises becomes a sentence that says what to do about it.
        if not numbers:
            raise NarratorError("buttons", "My device has no buttons: plug it in, then start the box again.")
        self._hear: Callable[[Event], None] | None = None
        self.lights = dict.fromkeys(numbers, DARK)

    @property
    def buttons(self) -> Sequence[int]:
        """The numbers of its buttons."""
        # 2. Numbers count from 1. The host gives them to players; nothing here knows who sits where.
        return list(self.lights)

    def start(self, hear: Callable[[Event], None]) -> None:
        """From now on tell `hear` everything that happens."""
        # 3. Have the library call `down` and `up`, from whatever thread it likes. If it can only be asked, start a
        #    thread here that asks. Bounces, long and double presses are not your concern.
        self._hear = hear

    def light(self, button: int, colour: Colour) -> None:
        """Make a button's light shine like this; it stays so."""
        # 4. Must return at once. A light that can only be on or off is on from 0.02.
        if button in self.lights:
            self.lights[button] = colour

    def close(self) -> None:
        """Lights out; nothing is heard any more."""
        # 5. Give back what was opened. May come twice, and after the thing was unplugged.
        self._hear = None
        self.lights = dict.fromkeys(self.lights, DARK)

    def down(self, button: int) -> None:
        """The contact of a button closes."""
        if self._hear is not None:
            self._hear(Pressed(button))

    def up(self, button: int) -> None:
        """The contact of a button opens."""
        if self._hear is not None:
            self._hear(Released(button))
