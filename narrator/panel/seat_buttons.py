"""The buttons and lights at the seats: one more way to see what the box shows and to answer it, besides the pages.

    contacts -> Gestures -> Presses -> inbox of the box         what the seat's page shows -> Presses -> Light -> device

A seat with a button may have a phone as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from hardware.devices import Colour
from hardware.gestures import Fault, Felt
from hardware.lights import CONSIDERED, OFF, Light
from narrator.box.pages.panel_view import PanelPlayer
from narrator.errors import NarratorError, Said, Sentence
from narrator.panel.button_language import Presses
from narrator.panel.hub import NEVER, NOW, Hub

FAULTS: dict[Fault, str] = {"stuck": "panel.button-stuck", "rattles": "panel.button-rattles"}


class SeatButton:
    """The button and the light of a player; `due` is when there is something to do about them."""

    def __init__(self, player: PanelPlayer) -> None:
        self.player = player
        self.presses = Presses(player.token)
        self.presses.see(player.page)
        self.light = Light()
        self.shown = OFF
        self.trouble: Sentence | None = None
        self.due = NOW


class SeatButtons:
    """The buttons of a panel, each given to a player by the host; see `hub.Part`."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.due = NEVER
        self.seats: dict[int, SeatButton] = {}
        self._players: Mapping[int, PanelPlayer] = {}
        self._given: dict[int, tuple[Any, ...]] = {}
        self._heard: dict[str, bool] = {}
        self._missing: set[int] = set()
        self._considered: set[str | None] = set()

    def see(self, players: Mapping[int, PanelPlayer]) -> None:
        """These players have these buttons, and their pages show this."""
        given = {button: player[:2] for button, player in players.items()}
        self._players = players
        if given != self._given:
            self._given = given
            self.look_for_buttons()
        for button, seat in self.seats.items():
            player = players[button]
            if player.page != seat.player.page:
                seat.player = player
                seat.presses.see(player.page)
                self._wake(seat)

    def look_for_buttons(self) -> None:
        """Buttons may have come or gone, or be another player's."""
        players, there = self._players, self.hub.buttons
        for button, seat in list(self.seats.items()):
            if button not in there or self._given.get(button) != seat.player[:2]:
                self._take_away(button)
        self._say_who_is_heard({player.name: button in there for button, player in players.items()})
        for button, player in players.items():
            if button in there and button not in self.seats:
                self.seats[button] = seat = SeatButton(player)
                self._wake(seat)
        self._report_missing({button: player.name for button, player in players.items() if button not in there}, there)

    def feel(self, button: int, felt: Sequence[Felt]) -> None:
        """A finger has done this."""
        seat = self.seats.get(button)
        if seat is None:
            return
        self._wake(seat)
        for each in felt:
            meaning = seat.presses.feel(each)
            if meaning.blinks is not None:
                seat.light.blink(meaning.blinks, each.at)
            if meaning.message is not None:
                self.hub.post(meaning.message)

    def turn(self, now: float) -> None:
        """Light the lights that change now."""
        before = self._considered
        self._considered = {seat.presses.considered(now) for seat in self.seats.values() if seat.presses.counts}
        changed = before ^ self._considered
        for button, seat in self.seats.items():
            if seat.due <= now or seat.player.name in changed:
                self._show(button, seat, now)
        self.due = min([seat.due for seat in self.seats.values()], default=NEVER)

    def close(self) -> None:
        """Nobody plays with a button any more."""
        self._say_who_is_heard(dict.fromkeys(self._heard, False))

    def _wake(self, seat: SeatButton) -> None:
        seat.due = self.due = NOW

    def _show(self, button: int, seat: SeatButton, now: float) -> None:
        seat.light.glow = CONSIDERED if seat.player.name in self._considered else seat.presses.glow(now)
        self._light(button, seat, seat.light.shows(now))
        fault = self.hub.gestures[button].fault
        stuck = Said(FAULTS[fault], {"name": seat.player.name, "number": button}) if fault else None
        self._report(button, stuck or seat.trouble)
        seat.due = min([due for due in (seat.presses.due, seat.light.due) if due > now], default=NEVER)

    def _light(self, button: int, seat: SeatButton, colour: Colour) -> None:
        if colour == seat.shown:
            return
        seat.shown = colour
        try:
            self.hub.light(button, colour)
            seat.trouble = None
        except NarratorError as error:
            seat.trouble = error.told

    def _take_away(self, button: int) -> None:
        self._light(button, self.seats.pop(button), OFF)
        self._report(button, None)

    def _say_who_is_heard(self, heard: dict[str, bool]) -> None:
        if heard != self._heard:
            self._heard = heard
            self.hub.box.call(partial(self.hub.box.reach, "buttons", heard))

    def _report_missing(self, missing: Mapping[int, str], there: set[int]) -> None:
        for button in self._missing - missing.keys():
            self._report(button, None)
        self._missing = set(missing)
        known = ", ".join(map(str, sorted(there)))
        key = "panel.button-missing" if known else "panel.no-buttons"
        for button, name in missing.items():
            self._report(button, Said(key, {"name": name, "number": button, "known": known}))

    def _report(self, button: int, sentence: Sentence | None) -> None:
        self.hub.report(f"button-{button}", sentence)
