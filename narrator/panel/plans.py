"""What is wired to which pin? The plan of wires, read from its file."""

from __future__ import annotations

from pathlib import Path

import hardware
from hardware.plan import GPIOS, KnobPins, LightPins, Plan, ReaderPins, SeatPins
from narrator.bounds import NUMBERS
from narrator.errors import BadFile, NarratorError
from narrator.files import text
from narrator.folders import WIRING
from narrator.rules.reader import Reader as TreeReader
from narrator.rules.strict_yaml import Map, nearest, read

READY_MADE = {file.stem: file for file in sorted((Path(hardware.__file__).parent / "plans").glob("*.yaml"))}
"""The files of the plans that come with the box, by name."""


def plan_file(data: Path, named: str | None = None) -> Path | None:
    """The file of the plan in force: the one `named`, or else the box's own; nothing where there is neither.

    A name is a ready-made plan's or a file's; `data` is the box's folder. Raises `NarratorError` (`no-wiring`).
    """
    if named is None:
        return data / WIRING if (data / WIRING).exists() else None
    if named in READY_MADE or Path(named).is_file():
        return READY_MADE.get(named) or Path(named)
    known = ", ".join(READY_MADE)
    sentence = f"There is no plan of wires “{named}”{nearest(named, READY_MADE)} There are {known} and files."
    raise NarratorError("no-wiring", sentence)


def plan_in(file: Path) -> Plan:
    """The plan in a file; raises `BadFile` (`wiring`) with everything that is wrong in it."""
    reader = _PlanReader()
    found = reader.plan(read(text(file), str(file)))
    if reader.problems:
        raise BadFile("wiring", reader.problems)
    return found


class _PlanReader(TreeReader):
    def __init__(self) -> None:
        super().__init__()
        self.users: dict[int, str] = {}

    def plan(self, tree: Map) -> Plan:
        self.known(tree, ("buttons", "knob", "lid", "reader"))
        seats = {}
        for name, at in self.maps(tree, "buttons"):
            if name not in NUMBERS:
                place = self.map(tree, "buttons").key_places[name]
                self.problem(place, f"Buttons are numbered from 1 to 99, and “{name}” is not.")
                continue
            self.known(at, ("button", *LightPins._fields), needed=("button",))
            whose = f"of seat {name}"
            seats[int(name)] = SeatPins(self._gpio(at, "button", whose) or 0, self._light(at, whose))
        return Plan(seats, self._knob(tree), self._lid(tree), self._reader(tree))

    def _light(self, at: Map, whose: str) -> LightPins:
        light = LightPins(*(self._gpio(at, colour, whose) for colour in LightPins._fields))
        if all(at.get(colour) is None for colour in LightPins._fields):
            self.problem(at.place, "A light is missing here: red, green or blue, or several of them.")
        return light

    def _knob(self, tree: Map) -> KnobPins | None:
        if tree.get("knob") is None:
            return None
        at = self.map(tree, "knob")
        self.known(at, KnobPins._fields, needed=KnobPins._fields)
        return KnobPins(*(self._gpio(at, key, "of the knob") or 0 for key in KnobPins._fields))

    def _lid(self, tree: Map) -> LightPins | None:
        if tree.get("lid") is None:
            return None
        at = self.map(tree, "lid")
        self.known(at, LightPins._fields)
        return self._light(at, "of the lid")

    def _reader(self, tree: Map) -> ReaderPins | None:
        if tree.get("reader") is None:
            return None
        at = self.map(tree, "reader")
        pn532 = self.one_of(at, "pn532", ("uart", "spi"))
        if pn532 not in ("uart", "spi"):
            return None
        uart = pn532 == "uart"
        keys = ("pn532",) if uart else ("pn532", "chip_select")
        self.known(at, keys, needed=keys)
        selects = 0 if uart else self.number(at, "chip_select", 0, GPIOS[0], GPIOS[-1])
        reader = ReaderPins("uart") if uart else ReaderPins("spi", selects)
        for line, gpio in reader.lines.items():
            self._claim(gpio, f"{line} of the reader", at, "chip_select" if line == "SS" else "pn532")
        return reader

    def _gpio(self, at: Map, key: str, whose: str) -> int | None:
        gpio = self.number(at, key, 0, GPIOS[0], GPIOS[-1])
        self._claim(gpio, f"{key} {whose}", at, key)
        return gpio or None

    def _claim(self, gpio: int, user: str, at: Map, key: str) -> None:
        if gpio and self.users.setdefault(gpio, user) != user:
            taken = f"GPIO {gpio} is the {self.users[gpio]} already"
            self.problem(at.value_places[key], f"{taken}; take another pin for the {user}.")
