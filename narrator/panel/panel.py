"""Everything at the table that is not a page: the devices, and the parts of the box that listen to them.

    device -> inbox of the panel -> gestures -> the part that they concern -> inbox of the box
                                                           |
    device  <-  light  <-----------------------------------+

The panel has a thread of its own, which alone touches its parts; devices and the box only put something into its inbox.
If a part fails, by a fault of ours, nobody is cut off: all parts start again, and the host's page says so. Until
they do, those who play by them cannot be heard, so a game waits for them.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty

from hardware.devices import (
    DARK,
    KNOB,
    LID,
    REST,
    Appeared,
    Event,
    KnobTurned,
    Lifted,
    Lost,
    Pressed,
    Released,
    Touched,
    Typed,
)
from hardware.gestures import Felt
from narrator.box.pages.listeners import Listener
from narrator.box.pages.panel_view import PanelView
from narrator.errors import NarratorError, Said
from narrator.panel.hub import NEVER, Contact, Hub, Part, fault
from narrator.panel.lid import Lid
from narrator.panel.menu import Menu
from narrator.panel.pairing import Pairing
from narrator.panel.seat_buttons import SeatButtons
from narrator.panel.seating import Seating

log = logging.getLogger("narrator.panel.panel")


class Panel(Hub):
    """The devices of a box and the parts that listen to them, in a thread of its own; made as a `Hub` is."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.pairing = Pairing(self)
        self._make_parts()
        self._taken: deque[Callable[[], None] | tuple[Event, float]] = deque()
        self._moving: dict[Contact, float] = {}
        self._listener: Listener | None = None
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._stopping = threading.Event()

    def start(self) -> None:
        """Serve the players, in a thread, until `close`."""
        self.listen()
        self._thread.start()

    def listen(self) -> None:
        """Hear the devices, and see what the box is like from now on."""
        self._listener = self.box.listeners.watch(self.look)
        self.look()
        self._look_for_devices()
        for device in self.devices:
            wrong = fault(device, partial(device.start, lambda event: self.inbox.put((event, self.now()))))
            if wrong is not None:
                self.report(wrong.code, wrong.told)

    def close(self) -> None:
        """Lights out."""
        self._stopping.set()
        self.inbox.put(lambda: None)
        if self._thread.is_alive():
            self._thread.join()
        if self._listener is not None:
            self._listener.close()
        for part in self.parts:
            part.close()
        for device in self.devices:
            fault(device, device.close)

    def turn(self) -> float | None:
        """Do everything that is to be done now; returns the seconds until there is more, if nothing happens first."""
        self._take()
        while self._taken:
            taken = self._taken.popleft()
            if isinstance(taken, tuple):
                self.hear(*taken)
            else:
                taken()
        now = self.now()
        for contact in [contact for contact, due in self._moving.items() if due <= now]:
            self._feel(contact, self.gestures[contact].wait(now))
        for part in self.parts:
            if part.due <= now:
                part.turn(now)
        dues = [*self._moving.values(), *[part.due for part in self.parts]]
        return min([due - now for due in dues if now < due < NEVER], default=None)

    def hear(self, event: Event, at: float) -> None:
        """This has happened."""
        meant = self.pairing.meaning(event) if isinstance(event, Typed) else event
        if meant is not None:
            self._deliver(meant, at)

    def see(self, view: PanelView) -> None:
        """Go by this from now on: show each part the piece that is its own, if that has changed."""
        before, self.view = self.view, view
        if (view.keys, view.wanted) != (before.keys, before.wanted):
            self._look_for_devices()
        if view.buttons != before.buttons:
            self.seat_buttons.see(view.buttons)
        if view.tags != before.tags:
            self.lid.see(view.tags)

    def _deliver(self, event: Event, at: float) -> None:
        """Each event concerns one part; only what comes and goes concerns those whose devices it may be."""
        match event:
            case Pressed() | Released():
                self._move(event.button, isinstance(event, Pressed), at)
            case Typed():
                self._move(event.key, event.down, at)
            case KnobTurned():
                self.menu.hear(event.clicks)
            case Touched():
                self.lid.touch(event.uid, at)
            case Lifted():
                self.lid.lift(event.uid)
            case Lost() | Appeared():
                sentence = event.sentence if isinstance(event, Lost) else None
                self.box.call(partial(self.box.device, event.what, sentence))
                self._look_for_devices()

    def _look_for_devices(self) -> None:
        """Something has come or gone, or a key is a button now."""
        self.pairing.see(self.view.keys, self.view.wanted)
        self._forget_what_is_gone()
        self.seat_buttons.look_for_buttons()
        self.lid.look_for_readers()

    def _forget_what_is_gone(self) -> None:
        """A contact that was unplugged while it was down would never come up, nor would a key that is a button now."""
        there = self.buttons
        for contact in list(self.gestures):
            if contact in self.numbers or (isinstance(contact, int) and contact != KNOB and contact not in there):
                del self.gestures[contact]
                self._moving.pop(contact, None)

    def _move(self, contact: Contact, closed: bool, at: float) -> None:
        self._feel(contact, self.gestures[contact].move(closed, at))

    def _feel(self, contact: Contact, felt: Sequence[Felt]) -> None:
        """What a finger did concerns the menu, or the player of that seat and, before a game, who is to sit there."""
        self._moving[contact] = self.gestures[contact].due
        if contact == KNOB:
            self.menu.feel(felt)
            return
        if isinstance(contact, int):
            self.seat_buttons.feel(contact, felt)
        if self.view.wanted:
            self.pairing.feel(contact, felt)
        elif self.view.sit:
            self.seating.feel(contact, felt)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._taken.append(self.inbox.take(self.turn()))
            except Empty:
                continue
            except Exception as failure:
                log.exception("The panel has failed.")
                self._start_again(failure)
                self._stopping.wait(REST)

    def _take(self) -> None:
        while not self.inbox.empty():
            self._taken.append(self.inbox.get())

    def _start_again(self, failure: Exception) -> None:
        """The new parts hear what devices have said since; what was meant for the old ones is dropped."""
        for part in self.parts:
            part.close()
        self._take()
        self._taken = deque(taken for taken in self._taken if isinstance(taken, tuple))
        self.view, self.numbers = PanelView(), {}
        self.gestures.clear()
        self._moving.clear()
        self.pairing = Pairing(self, self.pairing.without)
        self._make_parts()
        self._look_for_devices()
        for button in (*self.wired, LID):
            with suppress(NarratorError):
                self.light(button, DARK)
        self.box.call(self.look)
        self.box.call(partial(self.box.report, "panel", Said("panel.failed", {"fault": repr(failure)})))

    def _make_parts(self) -> None:
        self.seat_buttons = SeatButtons(self)
        self.lid = Lid(self)
        self.menu = Menu(self)
        self.seating = Seating(self)
        self.parts: list[Part] = [self.pairing, self.seat_buttons, self.lid, self.menu]
