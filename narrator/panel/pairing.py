"""Which key is which button, and whose is it? The panel's memory of keys, and how players show the box their buttons.

    the host: learn Ann  ->  the box: "Ann, press your button."  ->  the first button or key that goes down is hers

A key is named by its keypad and gets the smallest number that is free; from then on it is a button like any other.
Keys that are nobody's button move the knob where they can (`keypads.KNOB_KEYS`), but not while a button is awaited: a
wireless clicker, too, types what a volume knob types.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from hardware.devices import KNOB, Event, KnobTurned, Pressed, Released, Typed
from hardware.gestures import Felt
from hardware.keypads import PUSH, knob
from narrator.errors import Sentence
from narrator.panel.hub import NEVER, Contact, Hub

PATIENCE = 60.0
"""Seconds for which the box waits for somebody to press a button."""
AGAIN = 3.0
"""Seconds during which more presses of a button that was just shown mean nothing."""


class Pairing:
    """What the panel knows about keys, and what it tells the box about buttons; see `hub.Part`.

    `without` says why there are no keypads here, if there are none: the host hears of it when a button is awaited.
    """

    def __init__(self, hub: Hub, without: Sentence | None = None) -> None:
        self.hub = hub
        self.without = without
        self.due = NEVER
        self._wanted: Collection[str] = ()
        self._pushing: set[str] = set()
        self._shown: Contact = KNOB
        self._shown_at = 0.0

    def see(self, numbers: Mapping[str, int], wanted: Collection[str]) -> None:
        """These keys are buttons of these numbers, and the button of the first of these players is awaited."""
        wired = self.hub.wired  # since the key was learned, perhaps
        self.hub.numbers = {key: number for key, number in numbers.items() if number not in wired}
        if wanted != self._wanted:
            self._wanted = wanted
            self.due = self.hub.now() + PATIENCE if wanted else NEVER
            self.hub.report("device keypads", self.without if wanted else None)

    def meaning(self, event: Typed) -> Event | None:
        """What does a key mean? A button, the knob, nothing; or it stays a key that nobody knows."""
        clicks = knob(event.key)
        if event.key in self.hub.numbers:
            number = self.hub.numbers[event.key]
        elif clicks is None or (self._wanted and event.key not in self._pushing):
            return event
        elif clicks != PUSH:
            return KnobTurned(clicks) if event.down else None
        else:
            number = KNOB
            self._pushing = self._pushing | {event.key} if event.down else self._pushing - {event.key}
        return Pressed(number) if event.down else Released(number)

    def feel(self, contact: Contact, felt: Sequence[Felt]) -> None:
        """A button or a key was pressed while one is awaited."""
        for each in felt:
            shown = (self._shown, self.hub.numbers.get(str(self._shown)))
            if each.what == "down" and (contact not in shown or each.at >= self._shown_at + AGAIN):
                self._shown, self._shown_at = contact, each.at
                key = isinstance(contact, str)
                self._show({"key": contact, "others": self.hub.wired} if key else {"number": contact})

    def turn(self, now: float) -> None:
        """Give up when nobody presses anything."""
        self.due = now + PATIENCE
        self._show({})

    def close(self) -> None:
        """There is nothing to undo."""

    def _show(self, what: dict[str, object]) -> None:
        self.hub.post({"do": "learned", "token": self.hub.box.inside, **what})
