"""Every wire of a plan goes from a pin of the board to a part, and each part has its ground."""

from __future__ import annotations

from hardware.plan import GPIOS, KnobPins, LightPins, Plan, ReaderPins, SeatPins, pin_names
from hardware.wires import wires
from narrator.panel.plans import READY_MADE, plan_in

EIGHT, SEVEN, TOKENS = (READY_MADE[name] for name in ("eight-seats", "seven-seats", "tokens"))


def test_every_pin_of_a_plan_is_one_of_the_board_and_every_part_has_its_ground() -> None:
    names = pin_names()
    assert len(names) == 40
    assert set(GPIOS) <= {int(name.removeprefix("GPIO")) for name in names.values() if name.startswith("GPIO")}
    for plan in (plan_in(EIGHT), plan_in(SEVEN)):
        grounds = [wire.pin for wire in wires(plan) if wire.contact == "ground"]
        assert len(grounds) == len({wire.part for wire in wires(plan)})
        assert {names[pin] for pin in grounds} == {"GND"}
        assert len(set(grounds)) == 8, "nobody shares while there is one left"


def test_a_reader_gets_the_voltage_that_its_pins_bear() -> None:
    names = pin_names()
    found = {wire.contact: names[wire.pin] for wire in wires(Plan({}, reader=ReaderPins("uart")))}
    assert found == {"RXD": "GPIO14", "TXD": "GPIO15", "VCC": "3V3", "ground": "GND"}


def test_a_part_has_its_ground_beside_its_other_wires() -> None:
    for gpio in GPIOS:
        button, ground = wires(Plan({1: SeatPins(gpio, LightPins())}))
        assert abs(button.pin - ground.pin) <= 6, f"GPIO{gpio}"


def test_wires_come_part_by_part_in_the_order_of_the_seats() -> None:
    seats = {number: SeatPins(gpio, LightPins()) for number, gpio in ((10, 4), (2, 17), (1, 27))}
    plan = Plan(seats, knob=KnobPins(5, 6, 13), lid=LightPins(red=19))
    parts = list(dict.fromkeys(wire.part for wire in wires(plan)))
    assert parts == ["seat 1", "seat 2", "seat 10", "knob", "lid"]
