"""What do the parts of the panel share? The devices, a clock, and the ways to the box and to the panel's thread."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from hardware.devices import Colour, Device, Event
from narrator.box.box import Box
from narrator.errors import NarratorError


class Part(Protocol):
    """Something that makes sense of events. Only the panel's thread calls it."""

    def hear(self, event: Event, at: float) -> None:
        """This has happened; whatever does not concern the part it passes over."""

    def turn(self, now: float) -> float | None:
        """Do everything that is to be done by now; the time at which there is more, if nothing happens before."""

    def close(self) -> None:
        """Listen to nothing any more."""


class Hub:
    """The devices of a box.

    `send` puts a message into the box's inbox and waits for its reply; `now` reads a clock that does not jump.
    `numbers` says which key is the button of which number, `awaited` whose button the box waits for.
    """

    def __init__(
        self,
        box: Box,
        devices: Sequence[Device],
        send: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.box = box
        self.devices = list(devices)
        self.send = send or box.ask
        self.now = now
        self.numbers: dict[str, int] = {}
        self.awaited: list[str] = []
        self.inbox: queue.SimpleQueue[Callable[[], None] | tuple[Event, float]] = queue.SimpleQueue()
        self._reported: dict[str, str | None] = {}

    @property
    def keys(self) -> set[int]:
        """The numbers of the keys that are there now and are somebody's button."""
        there = {key for device in self.devices for key in device.keys}
        return {number for key, number in self.numbers.items() if key in there}

    @property
    def buttons(self) -> set[int]:
        """The numbers of all buttons that are there now, keys included."""
        return self.keys.union(self.wired)

    @property
    def wired(self) -> list[int]:
        """The numbers of the buttons that are no keys."""
        return sorted({number for device in self.devices for number in device.buttons})

    def later(self, function: Callable[[], None]) -> None:
        """Have the panel's own thread call a function, which any thread may ask for."""
        self.inbox.put(function)

    def light(self, button: int, colour: Colour) -> None:
        """Let the lights of a button shine like this; raises `NarratorError` where one fails."""
        faults = [fault(device, partial(device.light, button, colour)) for device in self.devices]
        for wrong in filter(None, faults):
            raise wrong

    def tell(self, message: dict[str, Any]) -> None:
        """Have the box take a message; nothing waits for it, as in `ask`."""

        def take() -> None:
            self.box.handle(message)

        self.box.call(take)

    def ask(self, token: str, see: Callable[[dict[str, Any]], None], *messages: dict[str, Any]) -> None:
        """Have the box take messages, and the panel's own thread `see` the page of the player with this token then.

        Nothing waits for it: what is on its way to the disk does not hold up the lights of other seats.
        """

        def take() -> None:
            for message in messages:
                self.box.handle(message)
            reply = self.box.handle({"do": "look", "kind": "player", "token": token})
            if reply["ok"]:
                self.later(lambda: see(json.loads(reply["view"])))

        self.box.call(take)

    def report(self, code: str, sentence: str | None) -> None:
        """Tell the box what is wrong with a device, or that nothing is any more."""
        if sentence != self._reported.get(code):
            self._reported[code] = sentence
            self.box.call(lambda: self.box.report(code, sentence))


def fault(device: Device, does: Callable[[], None]) -> NarratorError | None:
    """What goes wrong when a device does this; one that somebody has built may raise anything."""
    try:
        does()
    except NarratorError as error:
        return error
    except Exception as error:  # noqa: BLE001 whatever it is
        name = type(device).__name__
        return NarratorError(f"device {name}", f"The device {name} has stumbled: {error!r}. Look into its module.")
    return None
