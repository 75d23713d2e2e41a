"""Which key is which button, and whose is it? The panel's memory of keys, and how a button is shown to the box.

    the host: learn Ann  ->  the box: "Ann, press your button."  ->  the first button or key that goes down is hers

A key is named by its keypad and gets the smallest number that is free; from then on it is a button like any other.
Keys that are nobody's button move the knob where they can (`keypads.KNOB_KEYS`), but not while a button is awaited: a
wireless clicker, too, types what a volume knob types.
"""

from __future__ import annotations

from functools import partial

from hardware.devices import KNOB, Event, Pressed, Released, Turned, Typed
from hardware.gestures import Felt, Finger
from hardware.keypads import PUSH, knob
from narrator.box.listeners import Listener
from narrator.panel.hub import Hub

PATIENCE = 60.0
"""Seconds in which a button must be pressed before the box gives up."""
AGAIN = 3.0
"""Seconds in which further presses of a button just shown mean nothing."""


class Learning:
    """What the panel knows of keys, and what it shows the box of buttons; see `hub.Part`.

    `without` says why there are no keypads here, if there are none: the host hears of it when a button is awaited.
    """

    def __init__(self, hub: Hub, without: str | None = None) -> None:
        self.hub = hub
        self.without = without
        self._pushing: set[str] = set()
        self._until = 0.0
        self._fingers: dict[str | int, Finger] = {}
        self._shown: str | int = KNOB
        self._shown_at = 0.0
        self._listener: Listener | None = None

    def listen(self) -> None:
        """See from now on which keys are known, and whose button is awaited."""
        self._listener = self.hub.box.listeners.add("table", None, lambda _: self._see_what_is_known())
        self._see_what_is_known()

    def meaning(self, event: Typed) -> Event | None:
        """What does a key mean? A button, the knob, nothing, or what it is: a key of which nobody knows anything."""
        clicks = knob(event.key)
        if event.key in self.hub.numbers:
            number = self.hub.numbers[event.key]
        elif clicks is None or (self.hub.awaited and event.key not in self._pushing):
            return event
        elif clicks != PUSH:
            return Turned(clicks) if event.down else None
        else:
            number = KNOB
            self._pushing = self._pushing | {event.key} if event.down else self._pushing - {event.key}
        return Pressed(number) if event.down else Released(number)

    def hear(self, event: Event, at: float) -> None:
        """A button or a key has moved."""
        if self.hub.awaited and isinstance(event, (Pressed, Released, Typed)):
            button = event.key if isinstance(event, Typed) else event.button
            down = event.down if isinstance(event, Typed) else isinstance(event, Pressed)
            if button != KNOB:
                finger = self._fingers.setdefault(button, Finger())
                self._feel(button, finger.move(down, at))

    def turn(self, now: float) -> float | None:
        """Feel what the fingers do, and give up when nobody presses anything."""
        for button, finger in self._fingers.items():
            self._feel(button, finger.wait(now))
        if not self.hub.awaited:
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
            shown = (self._shown, self.hub.numbers.get(str(self._shown)))
            if each.what == "down" and (button not in shown or each.at >= self._shown_at + AGAIN):
                self._shown, self._shown_at = button, each.at
                key = isinstance(button, str)
                self._show({"key": button, "others": self.hub.wired} if key else {"number": button})

    def _show(self, what: dict[str, object]) -> None:
        self.hub.tell({"do": "learned", "token": self.hub.box.inside, **what})

    def _see_what_is_known(self) -> None:
        """Called by whoever may read the lobby: the box's own thread, or before that runs."""
        box = self.hub.box
        self.hub.later(partial(self._see, dict(box.lobby.keys), list(box.wanted)))

    def _see(self, numbers: dict[str, int], wanted: list[str]) -> None:
        wired = self.hub.wired  # since the key was learned, perhaps
        self.hub.numbers = {key: number for key, number in numbers.items() if number not in wired}
        if wanted != self.hub.awaited:
            self.hub.awaited = wanted
            self._until = self.hub.now() + PATIENCE
            self.hub.report("device keypads", self.without if wanted else None)
        if not wanted:
            self._fingers.clear()
