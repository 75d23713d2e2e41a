"""Everything at the table that is no page: the devices, and the parts of the box that listen to them.

    device -> inbox of the panel -> parts (seats' buttons …) -> inbox of the box
                                      |
    device  <-  light  <--------------+

The panel has a thread of its own, which alone touches its parts; devices and the box only put something into its inbox.
A part that stumbles, by a fault of ours, leaves nobody mute: all parts begin anew, and the host's page tells it. Until
they do, those who play by them cannot be heard, so a game waits for them.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from hardware.devices import DARK, LID, REST, Device, Event, Found, Lost, Typed
from narrator.box.box import Box
from narrator.errors import NarratorError
from narrator.panel.hub import Hub, Part, fault
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


class Panel(Hub):
    """The devices of a box and the parts that listen to them, in a thread of its own; arguments as of a `Hub`."""

    def __init__(
        self,
        box: Box,
        devices: Sequence[Device],
        send: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(box, devices, send, now)
        self.learning = Learning(self)
        self._make_parts()
        self._taken: deque[Callable[[], None] | tuple[Event, float]] = deque()
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._stopping = threading.Event()

    def start(self) -> None:
        """Be at the players' service, in a thread, until `close`."""
        self.listen()
        self._thread.start()

    def listen(self) -> None:
        """Hear the devices, and see who plays with them."""
        self._listen()
        for device in self.devices:
            wrong = fault(device, partial(device.start, lambda event: self.inbox.put((event, self.now()))))
            if wrong is not None:
                self.report(wrong.code, wrong.sentence)

    def close(self) -> None:
        """Lights out."""
        self._stopping.set()
        self.later(lambda: None)
        if self._thread.is_alive():
            self._thread.join()
        for part in self.parts:
            part.close()
        for device in self.devices:
            fault(device, device.close)

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
                self._taken.append(self.inbox.get(timeout=self.turn()))
            except queue.Empty:
                continue
            except Exception as stumbled:
                log.exception("The panel has stumbled.")
                self._begin_anew(stumbled)
                self._stopping.wait(REST)

    def _take(self) -> None:
        while not self.inbox.empty():
            self._taken.append(self.inbox.get())

    def _begin_anew(self, stumbled: Exception) -> None:
        """What devices have said since is heard by the new parts; what was meant for the old ones falls away."""
        for part in self.parts:
            part.close()
        self._take()
        self._taken = deque(taken for taken in self._taken if isinstance(taken, tuple))
        self.numbers, self.awaited = {}, []
        self.learning = Learning(self, self.learning.without)
        self._make_parts()
        for button in (*self.wired, LID):
            with suppress(NarratorError):
                self.light(button, DARK)
        self.box.call(self._listen)
        self.box.call(partial(self.box.report, "panel", STUMBLED.format(fault=repr(stumbled))))

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
