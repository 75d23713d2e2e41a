"""Everything at the table that is no page: the devices, and the parts of the box that listen to them.

    device -> inbox of the panel -> parts (seats' buttons …) -> inbox of the box
                                      |
    device  <-  light  <--------------+

The panel has a thread of its own, which alone touches its parts; devices and the box only put something into its inbox.
A part that stumbles, by a fault of ours, leaves nobody mute: all parts begin anew, and the host's page tells it. Until
they do, those who play by them cannot be heard, so a game waits for them.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from hardware.devices import DARK, LID, REST, Colour, Device, Event, Found, Lost, Typed
from narrator.box.box import Box
from narrator.errors import NarratorError
from narrator.panel.lid import Lid
from narrator.panel.menu import Menu
from narrator.panel.pairing import Learning
from narrator.panel.seat_buttons import Controllers
from narrator.panel.seating import Sitting

log = logging.getLogger("narrator.panel.panel")

STUMBLED = (
    "Buttons, knob and tags have stumbled ({fault}) and begun anew; what was pressed just now may be lost. If it"
    " happens again, start the box anew: the game goes on. `narrator doctor --report` is for a bug report."
)


class Part(Protocol):
    """Something that makes sense of events. Only the panel's thread calls it."""

    def hear(self, event: Event, at: float) -> None:
        """This has happened; whatever does not concern the part it passes over."""

    def turn(self, now: float) -> float | None:
        """Do everything that is to be done by now; the time at which there is more, if nothing happens before."""

    def close(self) -> None:
        """Listen to nothing any more."""


class Panel:
    """The devices of a box and their parts.

    `send` puts a message into the box's inbox and waits for its reply; `now` reads a clock that does not jump.
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
        self.learning = Learning(self)
        self._make_parts()
        self._inbox: queue.SimpleQueue[Callable[[], None] | tuple[Event, float]] = queue.SimpleQueue()
        self._taken: deque[Callable[[], None] | tuple[Event, float]] = deque()
        self._reported: dict[str, str | None] = {}
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._stopping = threading.Event()

    @property
    def buttons(self) -> set[int]:
        """The numbers of all buttons that are there now, keys included."""
        return self.learning.buttons.union(self.wired)

    @property
    def wired(self) -> list[int]:
        """The numbers of the buttons that are no keys."""
        return sorted({number for device in self.devices for number in device.buttons})

    def start(self) -> None:
        """Be at the players' service, in a thread, until `close`."""
        self.listen()
        self._thread.start()

    def listen(self) -> None:
        """Hear the devices, and see who plays with them."""
        self._listen()
        for device in self.devices:
            fault = _fault(device, partial(device.start, lambda event: self._inbox.put((event, self.now()))))
            if fault is not None:
                self.report(fault.code, fault.sentence)

    def later(self, function: Callable[[], None]) -> None:
        """Have the panel's own thread call a function, which any thread may ask for."""
        self._inbox.put(function)

    def light(self, button: int, colour: Colour) -> None:
        """Let the lights of a button shine like this; raises `NarratorError` where one fails."""
        faults = [_fault(device, partial(device.light, button, colour)) for device in self.devices]
        for fault in filter(None, faults):
            raise fault

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

    def close(self) -> None:
        """Lights out."""
        self._stopping.set()
        self.later(lambda: None)
        if self._thread.is_alive():
            self._thread.join()
        for part in self.parts:
            part.close()
        for device in self.devices:
            _fault(device, device.close)

    def turn(self) -> float | None:
        """Do everything that is to be done now; the seconds until there is more, if nothing happens before."""
        self._take()
        while self._taken:
            taken = self._taken.popleft()
            if isinstance(taken, tuple):
                self._hear(*taken)
            else:
                taken()
        now = self.now()
        dues = [part.turn(now) for part in self.parts]
        return min((due - now for due in dues if due is not None and due > now), default=None)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._taken.append(self._inbox.get(timeout=self.turn()))
            except queue.Empty:
                continue
            except Exception as fault:
                log.exception("The panel has stumbled.")
                self._begin_anew(fault)
                self._stopping.wait(REST)

    def _take(self) -> None:
        while not self._inbox.empty():
            self._taken.append(self._inbox.get())

    def _begin_anew(self, fault: Exception) -> None:
        """What devices have said since is heard by the new parts; what was meant for the old ones falls away."""
        for part in self.parts:
            part.close()
        self._take()
        self._taken = deque(taken for taken in self._taken if isinstance(taken, tuple))
        self.learning = Learning(self, self.learning.without)
        self._make_parts()
        for button in (*self.wired, LID):
            with suppress(NarratorError):
                self.light(button, DARK)
        self.box.call(self._listen)
        self.box.call(partial(self.box.report, "panel", STUMBLED.format(fault=repr(fault))))

    def _make_parts(self) -> None:
        self.controllers = Controllers(self)
        self.lid = Lid(self)
        self.parts: list[Part] = [self.learning, self.controllers, self.lid, Menu(self), Sitting(self)]

    def _listen(self) -> None:
        """In the box's own thread, or before that runs."""
        self.learning.listen()
        self.controllers.listen()
        self.lid.listen()

    def _hear(self, event: Event, at: float) -> None:
        if isinstance(event, (Lost, Found)):
            sentence = event.sentence if isinstance(event, Lost) else None
            self.box.call(lambda: self.box.device(event.what, sentence))
        meant = self.learning.meaning(event) if isinstance(event, Typed) else event
        if meant is not None:
            for part in self.parts:
                part.hear(meant, at)


def _fault(device: Device, does: Callable[[], None]) -> NarratorError | None:
    """What goes wrong when a device does this; one that somebody has built may raise anything."""
    try:
        does()
    except NarratorError as error:
        return error
    except Exception as error:  # noqa: BLE001 whatever it is
        name = type(device).__name__
        return NarratorError(f"device {name}", f"The device {name} has stumbled: {error!r}. Look into its module.")
    return None
