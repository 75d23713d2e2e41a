"""The buttons and lights at the table's seats: one more way to look at the box and to answer it, beside the pages.

    contacts -> Finger -> Presses -> inbox of the box          the seat's own page -> Presses -> Light -> device

A seat with a button may have a phone as well. The panel has a thread of its own, which alone touches its fingers,
presses and lights; devices and the box only put something into its inbox.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from hardware.devices import Device, Event, Pressed
from hardware.finger import Fault, Felt, Finger
from hardware.lights import OFF, Light
from narrator.box import Box
from narrator.errors import NarratorError
from narrator.listeners import Listener
from narrator.presses import Presses

FAULTS: dict[Fault, str] = {
    "stuck": "The button of {name} (number {button}) has been down for long: free it, or unplug it.",
    "rattles": "The button of {name} (number {button}) rattles faster than anybody can press: look at its wires.",
}


class Seat:
    """A player with a button: `name` and `token` are the player's."""

    def __init__(self, name: str, token: str) -> None:
        self.name = name
        self.token = token
        self.finger = Finger()
        self.presses = Presses(token)
        self.light = Light()
        self.shown = OFF
        self.trouble: str | None = None
        self.listener: Listener | None = None


class Panel:
    """The buttons of a device, in the hands of those players of a box to whom the host has given one.

    `send` puts a message into the box's inbox and answers its reply; `now` reads a clock that does not jump.
    """

    def __init__(
        self,
        box: Box,
        device: Device,
        send: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.box = box
        self.device = device
        self.send = send or box.ask
        self.now = now
        self.seats: dict[int, Seat] = {}
        self._inbox: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._reported: dict[int, str | None] = {}
        self._listener: Listener | None = None
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._stopping = threading.Event()

    def start(self) -> None:
        """Be at the players' service, in a thread, until `close`."""
        self.listen()
        self._thread.start()

    def listen(self) -> None:
        """Hear the buttons, and see who has been given one."""
        self._listener = self.box.listeners.add("table", None, lambda _: self._see_who_plays())
        self._see_who_plays()
        self.device.start(lambda event: self._inbox.put(partial(self._move, event, self.now())))

    def close(self) -> None:
        """Lights out."""
        self._stopping.set()
        self._inbox.put(lambda: None)
        if self._thread.is_alive():
            self._thread.join()
        for listener in (self._listener, *(seat.listener for seat in self.seats.values())):
            if listener is not None:
                listener.close()
        self.device.close()

    def turn(self) -> float | None:
        """Do everything that is to be done now; the seconds until there is more, if nothing happens before."""
        while not self._inbox.empty():
            self._inbox.get()()
        now = self.now()
        for button, seat in self.seats.items():
            self._feel(seat, seat.finger.wait(now))
            seat.light.glow = seat.presses.glow(now)
            self._light(button, seat, seat.light.level(now))
            fault = seat.finger.fault
            self._report(button, FAULTS[fault].format(name=seat.name, button=button) if fault else seat.trouble)
        return min((due - now for due in self._dues() if due > now), default=None)

    def _dues(self) -> Iterator[float]:
        for seat in self.seats.values():
            yield from (due for due in (seat.finger.due, seat.presses.due, seat.light.due) if due is not None)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._inbox.get(timeout=self.turn())()
            except queue.Empty:
                continue

    def _move(self, event: Event, at: float) -> None:
        seat = self.seats.get(event.button)
        if seat is not None:
            self._feel(seat, seat.finger.move(isinstance(event, Pressed), at))

    def _feel(self, seat: Seat, felt: list[Felt]) -> None:
        for each in felt:
            meaning = seat.presses.feel(each)
            if meaning.blinks is not None:
                seat.light.blink(meaning.blinks, each.at)
            if meaning.message is not None:
                self.send(meaning.message)
                self._look(seat)

    def _look(self, seat: Seat) -> None:
        reply = self.send({"do": "look", "kind": "player", "token": seat.token})
        if reply["ok"]:
            seat.presses.see(json.loads(reply["view"]))

    def _light(self, button: int, seat: Seat, level: float) -> None:
        if level == seat.shown:
            return
        seat.shown = level
        try:
            self.device.light(button, level)
            seat.trouble = None
        except NarratorError as error:
            seat.trouble = error.sentence

    def _see_who_plays(self) -> None:
        """Called by whoever may read the lobby: the box's own thread, or before that runs."""
        lobby = self.box.lobby
        given = {button: (name, lobby.token_of(name) or "") for name, button in lobby.buttons.items()}
        self._inbox.put(partial(self._give_out, given))

    def _give_out(self, given: dict[int, tuple[str, str]]) -> None:
        for button, seat in list(self.seats.items()):
            if given.get(button) != (seat.name, seat.token):
                self._light(button, seat, OFF)
                if seat.listener is not None:
                    seat.listener.close()
                del self.seats[button]
        for button in self._reported:
            if button not in given:
                self._report(button, None)
        for button, (name, token) in given.items():
            if button not in self.device.buttons:
                known = ", ".join(map(str, self.device.buttons))
                self._report(button, f"{name} has button {button}, and there is none; there are {known}.")
            elif button not in self.seats:
                self.seats[button] = seat = Seat(name, token)
                seat.listener = self.box.listeners.add("player", token, partial(self._hear_page, seat))
                self._look(seat)

    def _hear_page(self, seat: Seat, page: str) -> None:
        self._inbox.put(lambda: seat.presses.see(json.loads(page)))

    def _report(self, button: int, sentence: str | None) -> None:
        """Tell the box what is wrong with a button, or that nothing is any more."""
        if sentence != self._reported.get(button):
            self._reported[button] = sentence
            self.box.call(lambda: self.box.report(f"button-{button}", sentence))
