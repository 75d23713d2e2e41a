"""Which pin is which button's? The plan of buttons and lights, and all that stands on a sheet beside the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import hardware
from hardware.buttons import GPIOS, Pins, grounds, header_pin
from narrator.language import Language
from narrator.legend import cards_of
from narrator.rules.reader import Reader
from narrator.rules.strict_yaml import BadFile, Map, read
from narrator.shelf import Shelf, text

OWN = "buttons.yaml"
"""The name of a plan of one's own, in the folder where games are kept."""
NUMBERS = tuple(str(number) for number in range(1, 100))
READY_MADE = Path(hardware.__file__).parent / "plan.yaml"


def plan(data: Path) -> Path:
    """The file of the plan that is in force: one's own, or the ready-made one."""
    own = data / OWN
    return own if own.exists() else READY_MADE


def pins(file: Path) -> dict[int, Pins]:
    """The pins of each button of a plan; raises `BadFile` (`buttons`) with everything that is wrong in it."""
    reader = _PlanReader()
    found = reader.plan(read(text(file), str(file)))
    if reader.problems:
        raise BadFile("buttons", reader.problems)
    return found


class _PlanReader(Reader):
    def plan(self, tree: Map) -> dict[int, Pins]:
        self.known(tree, ("buttons",), needed=("buttons",))
        buttons = self.map(tree, "buttons")
        found: dict[int, Pins] = {}
        users: dict[int, str] = {}
        for name, at in self.maps(tree, "buttons"):
            if name not in NUMBERS:
                self.problem(buttons.key_places[name], f"Buttons are numbered from 1 to 99, and “{name}” is not.")
                continue
            self.known(at, Pins._fields, needed=Pins._fields)
            found[int(name)] = Pins(*(self._gpio(at, key, name, users) for key in Pins._fields))
        return found

    def _gpio(self, at: Map, key: str, name: str, users: dict[int, str]) -> int:
        gpio = self.number(at, key, 0, GPIOS[0], GPIOS[-1])
        if gpio in users:
            self.problem(at.value_places[key], f"GPIO {gpio} is the {users[gpio]} already; take another pin.")
        elif gpio:
            users[gpio] = f"{key} of {name}"
        return gpio


def sheet(file: Path, shelf: Shelf, rolesets: list[str]) -> Iterator[str]:
    """The lines to print: where each wire goes, what presses mean, and what is meant by the numbers of each roleset."""
    yield f"{file}: buttons and lights on the 40 pins of a Raspberry Pi (in brackets the GPIO numbers)."
    yield from ("Button: between its pin and ground. Light: from its pin through 330 ohm and the light to ground.", "")
    yield from _wires(pins(file))
    yield from ("", *_LANGUAGE)
    for roleset in rolesets:
        words = Language.load(shelf.folders, roleset, "en", shelf.extends(roleset))
        cards = [words.card(card)["name"] for card in cards_of(shelf.tree(roleset))]
        yield from ("", f"The cards of {roleset}:", _numbered(cards))


_LANGUAGE = (
    "Short presses count: one for each seat to your left, the full round for yourself; a card has a number; yes is 1.",
    "Words beside seats come after them: the first is the full round, or one more where you can be chosen yourself.",
    "A long press confirms what was counted. For two, count and confirm the first, then the second.",
    "A double press passes, or says no. Until the time is over, count anew to change your mind.",
    "A long press without a count: the light tells, by the numbers of its long blinks, what you chose, and your pack;",
    "or what you were told; or what you can choose. A double press when nothing is asked: the light tells your card.",
    "Told only whether somebody is a werewolf: 1 is yes, 2 is no.",
    "During the debate, count 1 and confirm: the vote may begin.",
    "During a vote, two long presses without a count give the secret sign of whoever has one.",
)


def _wires(plan: Mapping[int, Pins]) -> Iterator[str]:
    row = "{:>6}   {:<18} {:<18} {}".format
    yield row("", "button", "light", "ground")
    for number, (button, light) in sorted(plan.items()):
        at = [header_pin(gpio) for gpio in (button, light)]
        ground = min(grounds(), key=lambda pin: abs(2 * pin - sum(at)))
        yield row(number, f"pin {at[0]} ({button})", f"pin {at[1]} ({light})", f"pin {ground}")


def _numbered(words: list[str]) -> str:
    return "   ".join(f"{number} {word}" for number, word in enumerate(words, 1))
