"""A table to experiment with, where all play with buttons: real gpiozero on mock pins, and time set by the test."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.buttons import Buttons
from hardware.devices import Colour
from hardware.lights import BRIGHT, GREEN, RED, SHORT, SLOT, dimmed
from hardware.plan import Plan
from narrator.box.box import Box
from narrator.game.game import Game
from narrator.panel.panel import Panel
from narrator.panel.plans import READY_MADE, plan_in
from tests.labs.boxlab import NAMES as NAMES
from tests.labs.boxlab import PanelTable

TWO_DEALS = [
    dict(zip(NAMES, cards.split(), strict=True))
    for cards in (
        "werewolf werewolf seer villager villager witch villager villager",
        "witch villager villager villager villager seer werewolf werewolf",
    )
]
"""The same cards in other hands: whoever cannot look into these must not be able to tell one from the other."""

Move = tuple[float, bool]
"""When a finger moves, in seconds from the start, and whether it goes down."""
Lit = list[tuple[float, str, Colour]]


def taps(number: int, then: float = 0.0, start: float = 0.0, pause: float = 0.2) -> list[Move]:
    """This many short presses with `pause` seconds between them, and one of `then` seconds at the end."""
    moves = []
    for length in [0.1] * number + [then] * (then > 0):
        moves += [(start, True), (start + length, False)]
        start += length + pause
    return moves


def choose(*numbers: int, start: float = 0.0) -> list[Move]:
    """Count and confirm these numbers one after another."""
    moves: list[Move] = []
    for number in numbers:
        moves += taps(number, then=0.8, start=start)
        start = moves[-1][0] + 1.0
    return moves


def restless(dice: Random, within: float) -> list[Move]:
    """Counts that come to something or to nothing, by a finger that may change its mind and stops `within` so many
    seconds; the light tells nothing."""
    moves: list[Move] = []
    for _ in range(dice.randint(1, 3)):
        start = (moves[-1][0] if moves else 0.0) + dice.choice([0.4, 1.0, 4.0])
        number = dice.randint(1, 10)
        more = taps(number, then=dice.choice([0.0, 0.8]), start=start, pause=dice.choice([0.2, 0.5]))
        moves += more if more[-1][0] < within else []
    return moves


HUES = {dimmed(RED, 0.6): "red", dimmed(GREEN, 0.6): "green", BRIGHT: "warm"}
"""The colours in which a light tells something."""
PASS = taps(2)
TELL = taps(0, then=0.8)


class WatchedButtons(Buttons):
    """Buttons whose lights are watched."""

    def __init__(self, plan: Plan, factory: MockFactory, watch: Callable[[int, Colour], None]) -> None:
        super().__init__(plan, factory)
        self.watch = watch

    def light(self, button: int, colour: Colour) -> None:
        super().light(button, colour)
        self.watch(button, colour)


class ButtonTable(PanelTable):
    """Players without phones, who sit down with buttons 1, 2, 3 … `lit` is every change of a light: when, whose, in
    which colour."""

    def __init__(self, data: Path, names: Iterable[str] = NAMES, seed: int = 1) -> None:
        super().__init__(data, seed=seed)
        self.add(names)
        self.numbers = {name: number for number, name in enumerate(names, 1)}
        self.set("button", self.numbers)
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.plan = plan_in(READY_MADE["eight-seats"])
        self.lit: list[tuple[float, str, Colour]] = []
        self.hues: set[str] = set()
        self.panel = Panel(
            self.box, [WatchedButtons(self.plan, self.factory, self._watch)], send=self.box.handle, now=self.time
        )
        self.panel.listen()
        self.settle()

    def _watch(self, button: int, colour: Colour) -> None:
        name = next(name for name, number in self.numbers.items() if number == button)
        self.lit.append((round(self.time.now, 3), name, colour))

    def finger(self, name: str, down: bool) -> None:
        """Move a finger: a button pulls its pin to ground."""
        pin = self.factory.pin(self.plan.seats[self.numbers[name]].button)
        if down:
            pin.drive_low()
        else:
            pin.drive_high()

    def hands(self, moves: Mapping[str, Sequence[Move]]) -> None:
        """Let everybody named move their fingers, all at the same time."""
        start = self.time.now
        for at, name, down in sorted((at, name, down) for name, each in moves.items() for at, down in each):
            self.pass_time(start + at)
            self.finger(name, down)
        self.settle()

    def told(self, name: str, moves: list[Move] = TELL) -> list[int]:
        """What a light tells when it is asked by these moves: the numbers of its long blinks, in these `hues`."""
        self.hands({name: moves})
        self.pass_time(self.time.now + 0.3)
        before = len(self.lit)
        self.pass_time(self.time.now + 5.0)
        seen = [(at, colour) for at, who, colour in self.lit[before:] if who == name]
        blinks = [(end - at, colour) for (at, colour), (end, _) in itertools.pairwise(seen) if colour in HUES]
        self.hues = {HUES[colour] for _, colour in blinks}
        return [number for number, (lasted, _) in enumerate(blinks, 1) if lasted > 2 * SHORT * SLOT]


def until_cid_is_asked(box: Box, host: str) -> Callable[[], dict[str, Any]]:
    """Let a running box begin a game and hurry to Cid, the seer; returns what Cid's page shows from then on."""
    game = Game("millers-hollow", NAMES, cards={"Ann": "werewolf", "Cid": "seer"}, options={"sheriff": "never"})
    box.call(lambda: box.moderate(game))

    def screen() -> dict[str, Any]:
        return dict(json.loads(box.snapshot("player", box.lobby.token_of("Cid")))["screen"])

    while screen()["kind"] != "ask":
        box.ask({"do": "skip", "token": host})
    return screen


class Players:
    """Eight people with a button each, who answer whatever they are asked, sometimes wrongly; a pack that agrees."""

    def __init__(self, table: ButtonTable, seed: int) -> None:
        self.table = table
        self.dice = Random(seed)
        self.seen = 0
        self.windows = 0

    def play(self) -> bool:
        """Answer the window that has opened, if one has, and go on to the next moment; false at the end."""
        pages = {name: self.table.page(name) for name in self.table.tokens}
        number = next(iter(pages.values()))["screen"]["number"]
        if number != self.seen and any(page["screen"]["kind"] == "ask" for page in pages.values()):
            self.seen = number
            self.windows += 1
            self.answer(pages)
        return self.table.step()

    def answer(self, pages: Mapping[str, dict[str, Any]]) -> None:
        """Everybody asked moves a finger; what they meant is what the box has understood."""
        liked = self.dice.sample(list(pages), len(pages))
        moves = {}
        meant: dict[str, list[str] | None] = {}
        for name, page in pages.items():
            if page["screen"]["kind"] == "ask":
                fingers, value = self.decide(page["screen"], liked)
                if not fingers or fingers[-1][0] < self.table.round.left:
                    moves[name], meant[name] = fingers, value
        self.table.hands(moves)
        self.table.pass_time(self.table.time.now + 0.5)
        for name, value in meant.items():
            screen = self.table.page(name)["screen"]
            if screen["number"] == self.seen and screen["kind"] == "ask" and value is not None:
                assert screen["chosen"] == value, f"{name} was asked {screen['title']}"

    def decide(self, screen: Mapping[str, Any], liked: list[str]) -> tuple[list[Move], list[str] | None]:
        numbers = {choice["value"]: choice["number"] for choice in screen["choices"]}
        fate = self.dice.random()
        if fate < 0.1:
            return choose(40), None
        if (fate < 0.2 or not numbers) and screen["may_pass"]:
            return PASS, []
        wanted = [name for name in liked if name in numbers] or self.dice.sample(list(numbers), len(numbers))
        wanted = wanted[: screen["most"]]
        parts = sorted({choice["part"] for choice in screen["choices"]})
        if len(parts) == screen["least"] > 1:
            each = [[one["value"] for one in screen["choices"] if one["part"] == part] for part in parts]
            wanted = [self.dice.choice(values) for values in each]
        return choose(*(numbers[value] for value in wanted), start=self.dice.uniform(0.0, 1.5)), wanted


def answered(table: ButtonTable) -> Iterator[str]:
    """The prompts that somebody has answered, other than by passing."""
    assert table.box.game is not None
    for entry in table.box.game.entries:
        if entry[0] == "answer" and entry[3]:
            yield entry[1]


def shape(lit: Lit) -> list[tuple[float, str]]:
    """What is seen of the lights by somebody who can tell neither a long blink from a short one nor colours."""
    return sorted((at, name) for at, name, colour in lit if colour in HUES)
