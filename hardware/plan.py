"""What is wired to which pin? A plan of wires by GPIO number, and where these are among the 40 pins of a Raspberry Pi.

`plans/` has ready-made ones; `narrator/panel/plans.py` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

GPIOS = range(2, 28)
"""The GPIO numbers that every Raspberry Pi with 40 pins has free for such things."""


class LightPins(NamedTuple):
    """The pins of a light: one to three colours, each between its pin, a resistor and ground."""

    red: int | None = None
    green: int | None = None
    blue: int | None = None

    @property
    def pins(self) -> dict[str, int]:
        """The pin of each colour that it has."""
        return {name: gpio for name, gpio in self._asdict().items() if gpio is not None}


class SeatPins(NamedTuple):
    """A button, between its pin and ground, and the light beside it."""

    button: int
    light: LightPins


class KnobPins(NamedTuple):
    """A rotary encoder: its two contacts, which close one after the other, and its push, all against ground."""

    left: int
    right: int
    push: int


class ReaderPins(NamedTuple):
    """How a PN532 is wired: on the serial line, or on SPI with a pin that selects it."""

    pn532: Literal["uart", "spi"]
    chip_select: int | None = None

    @property
    def lines(self) -> dict[str, int]:
        """The pins that it needs, by the names that are printed on such readers."""
        if self.chip_select is None:
            return {"RXD": 14, "TXD": 15}
        return {"MOSI": 10, "MISO": 9, "SCK": 11, "SS": self.chip_select}


class Plan(NamedTuple):
    """All wires of a box: seats by the number of their button, and what else there may be on the pins."""

    seats: Mapping[int, SeatPins]
    knob: KnobPins | None = None
    lid: LightPins | None = None
    reader: ReaderPins | None = None


@cache
def pin_names() -> dict[int, str]:
    """What is each of the 40 pins called: `GPIO17`, `GND`, `3V3`, `5V`?"""
    from gpiozero import PiBoardInfo  # takes a while, and is asked only where somebody wires something

    return {number: pin.name for number, pin in PiBoardInfo.from_revision(0xC03111).headers["J8"].pins.items()}


def header_pin(gpio: int) -> int:
    """Which pin of the 40 on the header, counted as on the board, has this GPIO number?"""
    return next(number for number, name in pin_names().items() if name == f"GPIO{gpio}")
