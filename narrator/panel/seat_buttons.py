"""The buttons and lights at the seats: one more way to look at the box and to answer it, beside the pages.

    contacts -> Finger -> Presses -> inbox of the box          the seat's own page -> Presses -> Light -> device

A seat with a button may have a phone as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from hardware.devices import Colour, Event, Found, Lost, Pressed, Released
from hardware.gestures import Fault, Felt, Finger
from hardware.lights import CONSIDERED, OFF, Light
from narrator.box.listeners import Listener
from narrator.errors import NarratorError
from narrator.panel.button_language import Presses
from narrator.panel.hub import Hub

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


class Controllers:
    """The buttons of a panel, in the hands of those players to whom the host has given one; see `hub.Part`."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.seats: dict[int, Seat] = {}
        self._given: dict[int, tuple[str, str]] = {}
        self._wrong: set[int] = set()
        self._listener: Listener | None = None

    def listen(self) -> None:
        """See from now on who has been given a button."""
        self._listener = self.hub.box.listeners.add("table", None, lambda _: self._see_who_plays())
        self._see_who_plays()

    def hear(self, event: Event, at: float) -> None:
        """A contact has moved, or buttons have come or gone."""
        if isinstance(event, (Pressed, Released)):
            seat = self.seats.get(event.button)
            if seat is not None:
                self._feel(seat, seat.finger.move(isinstance(event, Pressed), at))
        elif isinstance(event, (Lost, Found)):
            self._give_out(self._given)

    def turn(self, now: float) -> float | None:
        """Feel what the fingers do, and light the lights."""
        for seat in self.seats.values():
            self._feel(seat, seat.finger.wait(now))
        considered = {seat.presses.considered(now) for seat in self.seats.values()}
        for button, seat in self.seats.items():
            seat.light.glow = CONSIDERED if seat.name in considered else seat.presses.glow(now)
            self._light(button, seat, seat.light.shows(now))
            fault = seat.finger.fault
            self._report(button, FAULTS[fault].format(name=seat.name, button=button) if fault else seat.trouble)
        return min((due for due in self._dues() if due > now), default=None)

    def close(self) -> None:
        """Nobody plays with a button any more."""
        for listener in (self._listener, *(seat.listener for seat in self.seats.values())):
            if listener is not None:
                listener.close()
        unheard = {name: False for name, _ in self._given.values()}
        self.hub.box.call(lambda: self.hub.box.reach("buttons", unheard))

    def _dues(self) -> Iterator[float]:
        for seat in self.seats.values():
            yield from (due for due in (seat.finger.due, seat.presses.due, seat.light.due) if due is not None)

    def _feel(self, seat: Seat, felt: list[Felt]) -> None:
        for each in felt:
            meaning = seat.presses.feel(each)
            if meaning.blinks is not None:
                seat.light.blink(meaning.blinks, each.at)
            if meaning.message is not None:
                self.hub.ask(seat.token, seat.presses.see, meaning.message)

    def _light(self, button: int, seat: Seat, colour: Colour) -> None:
        if colour == seat.shown:
            return
        seat.shown = colour
        try:
            self.hub.light(button, colour)
            seat.trouble = None
        except NarratorError as error:
            seat.trouble = error.sentence

    def _see_who_plays(self) -> None:
        """Called by whoever may read the lobby: the box's own thread, or before that runs."""
        lobby = self.hub.box.lobby
        given = {button: (name, lobby.token_of(name) or "") for name, button in lobby.buttons.items()}
        self.hub.later(partial(self._give_out, given))

    def _give_out(self, given: dict[int, tuple[str, str]]) -> None:
        self._given, there = given, self.hub.buttons
        for button, seat in list(self.seats.items()):
            if given.get(button) != (seat.name, seat.token) or button not in there:
                self._light(button, seat, OFF)
                if seat.listener is not None:
                    seat.listener.close()
                del self.seats[button]
                self._report(button, None)
        for button in self._wrong - given.keys():
            self._report(button, None)
        self._wrong = given.keys() - there
        heard = {name: button in there for button, (name, _) in given.items()}
        self.hub.box.call(lambda: self.hub.box.reach("buttons", heard))
        for button, (name, token) in given.items():
            if button not in there:
                known = ", ".join(map(str, sorted(there))) or "none"
                self._report(button, f"{name} has button {button}, which is not there; there are {known}.")
            elif button not in self.seats:
                self._report(button, None)
                self.seats[button] = seat = Seat(name, token)
                seat.listener = self.hub.box.listeners.add("player", token, partial(self._hear_page, seat))
                self.hub.ask(seat.token, seat.presses.see)

    def _hear_page(self, seat: Seat, page: str) -> None:
        self.hub.later(lambda: seat.presses.see(json.loads(page)))

    def _report(self, button: int, sentence: str | None) -> None:
        self.hub.report(f"button-{button}", sentence)
