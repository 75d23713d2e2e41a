"""How does somebody without a phone sit down? By holding the button at a seat, before a game; and get up likewise.

Nobody needs a host for it: the box greets whoever has come by the number of the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hardware.devices import KNOB, Event, Pressed, Released
from hardware.finger import Felt, Finger

if TYPE_CHECKING:
    from narrator.panel import Panel


class Sitting:
    """All buttons of a panel but the knob's, while no game is running; see `panel.Part`."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self.fingers: dict[int, Finger] = {}

    def hear(self, event: Event, at: float) -> None:
        """A contact has moved."""
        if isinstance(event, (Pressed, Released)) and event.button != KNOB:
            finger = self.fingers.setdefault(event.button, Finger())
            self._feel(event.button, finger.move(isinstance(event, Pressed), at))

    def turn(self, now: float) -> float | None:
        """Feel what the fingers do."""
        for button, finger in self.fingers.items():
            self._feel(button, finger.wait(now))
        return min((finger.due for finger in self.fingers.values() if finger.due is not None), default=None)

    def close(self) -> None:
        """Nothing is to be given back."""

    def _feel(self, button: int, felt: Sequence[Felt]) -> None:
        """The box knows whose button it is, and refuses what does not fit; nobody is told, for nothing has happened."""
        if any(each.what == "long" for each in felt):
            self.panel.send({"do": "sit", "button": button, "token": self.panel.box.inside})
