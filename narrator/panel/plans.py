"""What is wired to which pin? The plan of wires, and all that stands on a sheet beside the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import hardware
from hardware.plan import GPIOS, Knob, Light, Plan, Reader, Seat, header_pin, pin_names
from narrator.errors import NarratorError
from narrator.folders import WRITTEN
from narrator.game.library import Shelf, text
from narrator.rules.reader import Reader as TreeReader
from narrator.rules.strict_yaml import BadFile, Map, nearest, read
from narrator.telling.language import Language
from narrator.telling.legend import cards_of

READY_MADE = {file.stem: file for file in sorted((Path(hardware.__file__).parent / "plans").glob("*.yaml"))}
"""The files of the plans that come with the box, by name."""
OHMS = {"red": 470, "green": 330, "blue": 150}
"""The resistor that each colour of a light needs at 3.3 volts."""
SHARING = 12
"""To share a pin for ground is as bad as to have one that is so far away."""
NUMBERS = tuple(str(number) for number in range(1, 100))


def plan_file(data: Path, named: str | None = None) -> Path | None:
    """The file of the plan in force: the one `named`, or else one's own; nothing where there is neither.

    A name is a ready-made plan's or a file's; `data` is the box's folder. Raises `NarratorError` (`no-wiring`).
    """
    if named is None:
        return data / WRITTEN if (data / WRITTEN).exists() else None
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
            self.known(at, ("button", *Light._fields), needed=("button",))
            whose = f"of seat {name}"
            seats[int(name)] = Seat(self._gpio(at, "button", whose) or 0, self._light(at, whose))
        return Plan(seats, self._knob(tree), self._lid(tree), self._reader(tree))

    def _light(self, at: Map, whose: str) -> Light:
        light = Light(*(self._gpio(at, colour, whose) for colour in Light._fields))
        if all(at.get(colour) is None for colour in Light._fields):
            self.problem(at.place, "A light is missing here: red, green or blue, or several of them.")
        return light

    def _knob(self, tree: Map) -> Knob | None:
        if tree.get("knob") is None:
            return None
        at = self.map(tree, "knob")
        self.known(at, Knob._fields, needed=Knob._fields)
        return Knob(*(self._gpio(at, key, "of the knob") or 0 for key in Knob._fields))

    def _lid(self, tree: Map) -> Light | None:
        if tree.get("lid") is None:
            return None
        at = self.map(tree, "lid")
        self.known(at, Light._fields)
        return self._light(at, "of the lid")

    def _reader(self, tree: Map) -> Reader | None:
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
        reader = Reader("uart") if uart else Reader("spi", selects)
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


class Wire(NamedTuple):
    """A wire from a pin of the header, counted as on the board, to a contact of a part, such as seat 1's button."""

    part: str
    contact: str
    pin: int


def wires(plan: Plan) -> list[Wire]:
    """Every wire of a plan, part by part. Each part has a pin for ground near by, and of its own if possible."""
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
    """How far is a pin from others, those on the other side of the header being far?"""
    return sum(abs((pin - 1) // 2 - (end - 1) // 2) + 4 * ((pin - end) % 2) for end in ends.values())


def _parts(plan: Plan) -> Iterator[tuple[str, dict[str, int]]]:
    def colours(light: Light) -> dict[str, int]:
        return {colour: gpio for colour, gpio in light._asdict().items() if gpio is not None}

    for number, seat in sorted(plan.seats.items()):
        yield f"seat {number}", {"button": seat.button, **colours(seat.light)}
    if plan.knob is not None:
        yield "knob", plan.knob._asdict()
    if plan.lid is not None:
        yield "lid", colours(plan.lid)
    if plan.reader is not None:
        yield "reader", plan.reader.lines


def sheet(file: Path, shelf: Shelf, rolesets: Iterable[str]) -> Iterator[str]:
    """The lines to print: where each wire goes, what presses mean, and what is meant by the numbers of each roleset."""
    plan = plan_in(file)
    yield f"{file}: wires to the 40 pins of a Raspberry Pi (in brackets the GPIO numbers)."
    yield "Button and knob: between pin and ground. Each colour of a light: from its pin through a resistor and the"
    yield f"light to ground: {', '.join(f'{colour} {ohms} ohm' for colour, ohms in OHMS.items())}."
    yield ""
    yield from _rows(plan)
    yield from ("", *_LANGUAGE) if plan.seats else ()
    yield from ("", *TAGS) if plan.reader else ()
    for roleset, cards in card_names(shelf, rolesets).items():
        yield from ("", f"The cards of {roleset}:")
        yield "   ".join(f"{number} {card}" for number, card in enumerate(cards, 1))


def card_names(shelf: Shelf, rolesets: Iterable[str]) -> dict[str, list[str]]:
    """The names of each roleset's cards, in the order of their numbers."""
    found = {}
    for roleset in rolesets:
        words = Language.load(shelf.folders, roleset, "en", shelf.extends(roleset))
        found[roleset] = [words.card(card)["name"] for card in cards_of(shelf.tree(roleset))]
    return found


def _rows(plan: Plan) -> Iterator[str]:
    names = pin_names()
    for part, ends in groupby(wires(plan), key=lambda wire: wire.part):
        columns = [f"{wire.contact} {wire.pin} ({names[wire.pin].removeprefix('GPIO')})" for wire in ends]
        yield f"{part:<9}" + "".join(f"{column:<18}" for column in columns).rstrip()


TAGS = (
    "Tokens. By night, when you are called, lay the token of the seat that you choose; for two, one after the other.",
    "Or a card of the kind that you choose, or yes, no, pass. The last tag counts. One lays for the whole pack.",
    "By day, when all are asked, lay your own token first, then your choice. In the debate it lets the vote begin.",
    "A yes after your own token, beside a vote, is the secret sign of whoever has one.",
    "Your own token, left lying for two seconds in your call: the light on the lid tells what this call told.",
)
"""How to play by tags, in short."""

_LANGUAGE = (
    "Short presses count: one for each seat to your left, the full round for yourself; a card has a number; yes is 1.",
    "Words beside seats come after them: the first is the full round, or one more where you can be chosen yourself.",
    "A long press confirms what was counted. For two, count and confirm the first, then the second.",
    "A double press passes, or says no. Until the time is over, count anew to change your mind.",
    "A long press without a count: the light tells, by the numbers of its long blinks, what you chose, and your pack;",
    "or what you were told; or what you can choose. A double press when nothing is asked: the light tells your card.",
    "Red blinks: a werewolf, or no; green: none, or yes. A light of one colour tells 1 for a werewolf or yes, else 2.",
    "By night the light of the seat that a count has arrived at glows. Cup a hand over your own when it tells.",
    "During the debate, count 1 and confirm: the vote may begin.",
    "During a vote, two long presses without a count give the secret sign of whoever has one.",
)
