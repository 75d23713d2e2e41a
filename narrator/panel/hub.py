"""What do the parts of the panel share? The devices, a clock, what the box has shown, and the ways to both threads."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from hardware.devices import Colour, Device, Event
from hardware.gestures import Gestures
from narrator.box.box import Box
from narrator.box.pages.panel_view import PanelView, panel_view
from narrator.errors import NarratorError, Said, Sentence, english
from narrator.inbox import Inbox

NOW, NEVER = float("-inf"), float("inf")
"""When a part has something to do that cannot wait; and when it has nothing to do, unless something happens."""

Contact = int | str
"""A button by its number, or a key that is not a button yet by its name."""


class Part(Protocol):
    """Something that makes sense of events. Only the panel's thread calls it, and only with what concerns it."""

    due: float
    """When there is something to do: `NOW`, `NEVER`, or a time."""

    def turn(self, now: float) -> None:
        """Do everything that is to be done by now, and set `due`."""

    def close(self) -> None:
        """Stop, and undo what others would wait for."""


@dataclass(eq=False, repr=False)
class Hub:
    """The devices of a box.

    `send` puts a message into the box's inbox and waits for its reply; `now` reads a clock that does not jump.
    `view` is what the box has shown last, `numbers` says which key is the button of which number, and `gestures` is
    what fingers do on each button and key.
    """

    box: Box
    devices: list[Device]
    send: Callable[[dict[str, Any]], dict[str, Any]]
    now: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.view = PanelView()
        self.numbers: dict[str, int] = {}
        self.gestures: defaultdict[Contact, Gestures] = defaultdict(Gestures)
        self.inbox: Inbox[Callable[[], None] | tuple[Event, float]] = Inbox()
        self._reported: dict[str, Sentence | None] = {}

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
        """The numbers of the buttons that are not keys."""
        return sorted({number for device in self.devices for number in device.buttons})

    def light(self, button: int, colour: Colour) -> None:
        """Make a button's lights shine like this; raises `NarratorError` where one fails."""
        faults = [fault(device, partial(device.light, button, colour)) for device in self.devices]
        for wrong in filter(None, faults):
            raise wrong

    def post(self, message: dict[str, Any]) -> None:
        """Have the box take a message, and the panel see what has come of it.

        Nothing waits for it: what is on its way to the disk does not hold up the lights of other seats.
        """

        def take() -> None:
            self.box.handle(message)
            self.look()

        self.box.call(take)

    def look(self) -> None:
        """Show the panel what the box is like now, but no earlier than pages; called in the box's own thread, or before
        that runs."""
        if self.box.pages.held is None:
            self.inbox.put(partial(self.see, panel_view(self.box)))

    def see(self, view: PanelView) -> None:
        """Go by this from now on; called in the panel's own thread."""
        self.view = view

    def report(self, code: str, sentence: Sentence | None) -> None:
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
        said = Said("panel.device-failed", {"name": name, "fault": repr(error)})
        return NarratorError(f"device {name}", english(said), said)
    return None
