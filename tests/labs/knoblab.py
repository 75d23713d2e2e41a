"""A knob to experiment with: at a table with eight buttons, in the test's hands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hardware.devices import KNOB, Device, Event, KnobTurned, Pressed, Released
from narrator.panel.panel import Panel
from tests.labs.boxlab import Table
from tests.labs.buttonlab import ButtonTable, taps

LONG = 0.8
SHORT = 0.1
RIGHT = ((True, False), (True, True), (False, True), (False, False))
"""Whether the left contact and the right one are closed, step by step through one click to the right."""
LEFT = tuple((right, left) for left, right in RIGHT)


class Hand(Device):
    """Eight buttons and a knob in the test's hands."""

    buttons = range(1, 9)

    def start(self, hear: Callable[[Event], None]) -> None:
        self.hear = hear


class KnobTable(ButtonTable):
    """A table with eight buttons that are nobody's yet, and a knob; `sent` is what the box was told."""

    def __init__(self, data: Path, seed: int = 1) -> None:
        Table.__init__(self, data, seed=seed)
        self.sent: list[str] = []
        self.hand = Hand()
        self.numbers = {f"Seat {number}": number for number in self.hand.buttons}
        self.panel = Panel(self.box, [self.hand], send=self._send, now=self.time)
        self.panel.listen()
        self.settle()

    def _send(self, message: dict[str, Any]) -> dict[str, Any]:
        self.sent.append(message["do"])
        return self.box.handle(message)

    def finger(self, name: str, down: bool) -> None:
        self.hand.hear((Pressed if down else Released)(self.numbers[name]))

    def turn(self, clicks: int = 1) -> str:
        """Turn the knob; what is said then."""
        before = len(self.loudspeaker.heard)
        self.hand.hear(KnobTurned(clicks))
        self.pass_time(self.time.now + 0.1)
        return self.said(before)

    def push(self, seconds: float = SHORT) -> str:
        """Push the knob for this long; what is said then."""
        before = len(self.loudspeaker.heard)
        self.hand.hear(Pressed(KNOB))
        self.pass_time(self.time.now + seconds)
        self.hand.hear(Released(KNOB))
        self.pass_time(self.time.now + 0.1)
        return self.said(before)

    def said(self, since: int = 0) -> str:
        return " ".join(what for _, kind, what in self.loudspeaker.heard[since:] if kind == "say")

    def turn_to(self, said: str) -> str:
        """Turn until this is heard."""
        for _ in range(80):
            if said in (heard := self.turn()):
                return heard
        raise AssertionError(f"“{said}” never came")

    def hold(self, *buttons: int) -> None:
        """Hold these buttons as long as it takes to sit down."""
        self.hands({f"Seat {button}": taps(0, then=LONG) for button in buttons})
        self.pass_time(self.time.now + 1.0)

    def wait(self, seconds: float) -> str:
        before = len(self.loudspeaker.heard)
        self.pass_time(self.time.now + seconds)
        return self.said(before)

    def start(self, players: int = 8) -> None:
        """A game of this many players, by the knob alone."""
        self.push()
        self.turn_to("Players")
        self.push()
        self.turn(players)
        self.push()
        self.turn_to("Start the game")
        self.push()
        self.push()
        assert self.box.game is not None

    @property
    def lobby(self) -> Any:
        return self.box.lobby
