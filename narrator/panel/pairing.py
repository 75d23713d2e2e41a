"""Which key is which button, and whose is it? The panel's memory of keys, and how a button is shown to the box.

    the host: learn Ann  ->  the box: "Ann, press your button."  ->  the first button or key that goes down is hers

A key is named by its keypad and gets the smallest number that is free; from then on it is a button like any other.
Keys that are nobody's button move the knob where they can (`keypads.KNOB_KEYS`), but not while a button is awaited: a
wireless clicker, too, types what a volume knob types.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from hardware.devices import KNOB, Event, Pressed, Released, Turned, Typed
from hardware.gestures import Felt, Finger
from hardware.keypads import PUSH, knob
from narrator.box.listeners import Listener

if TYPE_CHECKING:
    from narrator.panel.panel import Panel

PATIENCE = 60.0
"""Seconds in which a button must be pressed before the box gives up."""
AGAIN = 3.0
"""Seconds in which further presses of a button just shown mean nothing."""


class Learning:
    """What the panel knows of keys, and what it shows the box of buttons; see `panel.Part`.

    `without` says why there are no keypads here, if there are none: the host hears of it when a button is awaited.
    """

    def __init__(self, panel: Panel, without: str | None = None) -> None:
        self.panel = panel
        self.without = without
        self._numbers: dict[str, int] = {}
        self._pushing: set[str] = set()
        self._wanted: list[str] = []
        self._until = 0.0
        self._fingers: dict[str | int, Finger] = {}
        self._shown: str | int = KNOB
        self._shown_at = 0.0
        self._listener: Listener | None = None

    @property
    def buttons(self) -> set[int]:
        """The numbers of the keys that are there now."""
        there = {key for device in self.panel.devices for key in device.keys}
        return {number for key, number in self._numbers.items() if key in there}

    def listen(self) -> None:
        """See from now on which keys are known, and whose button is awaited."""
        self._listener = self.panel.box.listeners.add("table", None, lambda _: self._see_what_is_known())
        self._see_what_is_known()

    @property
    def awaits(self) -> bool:
        """Is a button awaited?"""
        return bool(self._wanted)

    def meaning(self, event: Typed) -> Event | None:
        """What does a key mean? A button, the knob, nothing, or what it is: a key of which nobody knows anything."""
        clicks = knob(event.key)
        if event.key in self._numbers:
            number = self._numbers[event.key]
        elif clicks is None or (self._wanted and event.key not in self._pushing):
            return event
        elif clicks != PUSH:
            return Turned(clicks) if event.down else None
        else:
            number = KNOB
            self._pushing = self._pushing | {event.key} if event.down else self._pushing - {event.key}
        return Pressed(number) if event.down else Released(number)

    def hear(self, event: Event, at: float) -> None:
        """A button or a key has moved."""
        if self._wanted and isinstance(event, (Pressed, Released, Typed)):
            button = event.key if isinstance(event, Typed) else event.button
            down = event.down if isinstance(event, Typed) else isinstance(event, Pressed)
            if button != KNOB:
                finger = self._fingers.setdefault(button, Finger())
                self._feel(button, finger.move(down, at))

    def turn(self, now: float) -> float | None:
        """Feel what the fingers do, and give up when nobody presses anything."""
        for button, finger in self._fingers.items():
            self._feel(button, finger.wait(now))
        if not self._wanted:
            return None
        if now >= self._until:
            self._until = now + PATIENCE
            self._show({})
        return min([self._until, *(finger.due for finger in self._fingers.values() if finger.due is not None)])

    def close(self) -> None:
        """Learn nothing any more."""
        if self._listener is not None:
            self._listener.close()

    def _feel(self, button: str | int, felt: list[Felt]) -> None:
        for each in felt:
            shown = (self._shown, self._numbers.get(str(self._shown)))
            if each.what == "down" and (button not in shown or each.at >= self._shown_at + AGAIN):
                self._shown, self._shown_at = button, each.at
                key = isinstance(button, str)
                self._show({"key": button, "others": self.panel.wired} if key else {"number": button})

    def _show(self, what: dict[str, object]) -> None:
        self.panel.tell({"do": "learned", "token": self.panel.box.inside, **what})

    def _see_what_is_known(self) -> None:
        """Called by whoever may read the lobby: the box's own thread, or before that runs."""
        box = self.panel.box
        self.panel.later(partial(self._see, dict(box.lobby.keys), list(box.wanted)))

    def _see(self, numbers: dict[str, int], wanted: list[str]) -> None:
        wired = self.panel.wired  # since the key was learned, perhaps
        self._numbers = {key: number for key, number in numbers.items() if number not in wired}
        if wanted != self._wanted:
            self._wanted = wanted
            self._until = self.panel.now() + PATIENCE
            self.panel.report("device keypads", self.without if wanted else None)
        if not wanted:
            self._fingers.clear()
