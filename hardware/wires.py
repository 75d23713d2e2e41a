"""Where does each wire of a plan go? From a pin of the header to a contact of a part, grounds included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hardware.plan import Plan, header_pin, pin_names

OHMS = {"red": 470, "green": 330, "blue": 150}
"""The resistor that each colour of a light needs at 3.3 volts."""
SHARING = 12
"""Sharing a pin for ground is as bad as having one this far away."""


class Wire(NamedTuple):
    """A wire from a pin of the header, counted as on the board, to a contact of a part, such as seat 1's button."""

    part: str
    contact: str
    pin: int


def wires(plan: Plan) -> list[Wire]:
    """Every wire of a plan, part by part. Each part has a pin for ground nearby, which is its own if possible."""
    pins = pin_names()
    parts = {part: {end: header_pin(gpio) for end, gpio in contacts.items()} for part, contacts in _parts(plan)}
    grounds = dict.fromkeys((pin for pin, name in pins.items() if name == "GND"), 0)
    ground = {}
    for part in sorted(parts, key=lambda part: min(_apart(pin, parts[part]) for pin in grounds)):
        ground[part] = min(grounds, key=lambda pin: SHARING * grounds[pin] + _apart(pin, parts[part]))
        grounds[ground[part]] += 1
    power = {"reader": {"VCC": next(pin for pin, name in pins.items() if name == "3V3")}}
    return [
        Wire(part, contact, pin)
        for part, ends in parts.items()
        for contact, pin in {**ends, **power.get(part, {}), "ground": ground[part]}.items()
    ]


def _apart(pin: int, ends: Mapping[str, int]) -> int:
    """How far is a pin from the others? Those on the other side of the header are far."""
    return sum(abs((pin - 1) // 2 - (end - 1) // 2) + 4 * ((pin - end) % 2) for end in ends.values())


def _parts(plan: Plan) -> Iterator[tuple[str, dict[str, int]]]:
    for number, seat in sorted(plan.seats.items()):
        yield f"seat {number}", {"button": seat.button, **seat.light.pins}
    if plan.knob is not None:
        yield "knob", plan.knob._asdict()
    if plan.lid is not None:
        yield "lid", plan.lid.pins
    if plan.reader is not None:
        yield "reader", plan.reader.lines
