"""Every wire of a plan goes from a pin of the board to a part, and each part has its ground."""

from __future__ import annotations

from hardware.plan import GPIOS, pin_names
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
