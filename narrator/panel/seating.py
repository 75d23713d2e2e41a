"""How does somebody without a phone sit down? By holding the button at a seat, before a game; and get up likewise.

Nobody needs a host for it: the box greets whoever has come by the number of the seat. A key that nobody knows yet
becomes a button by it.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.devices import KNOB, Event, Pressed, Released, Typed
from hardware.gestures import Felt, Finger
from narrator.panel.hub import Hub


class Sitting:
    """All buttons and keys of a panel but the knob, while no game is running; see `hub.Part`."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.fingers: dict[str | int, Finger] = {}
        self._shown: set[str | int] = set()

    def hear(self, event: Event, at: float) -> None:
        """A contact or a key has moved."""
        if isinstance(event, Typed):
            self._feel(event.key, self._finger(event.key).move(event.down, at))
        elif isinstance(event, (Pressed, Released)) and event.button != KNOB:
            self._feel(event.button, self._finger(event.button).move(isinstance(event, Pressed), at))

    def turn(self, now: float) -> float | None:
        """Feel what the fingers do."""
        for button, finger in list(self.fingers.items()):
            self._feel(button, finger.wait(now))
        return min((finger.due for finger in self.fingers.values() if finger.due is not None), default=None)

    def close(self) -> None:
        """Nothing is to be given back."""

    def _finger(self, button: str | int) -> Finger:
        return self.fingers.setdefault(button, Finger())

    def _feel(self, button: str | int, felt: Sequence[Felt]) -> None:
        """A press by which a button was learned seats nobody, however long it is; the box knows about all others."""
        for each in felt:
            if each.what == "down":
                (self._shown.add if self.hub.awaited else self._shown.discard)(button)
            elif each.what == "long" and button not in self._shown:
                key = isinstance(button, str)
                if key:  # it goes up as the button that it becomes now
                    del self.fingers[button]
                which = {"key": button, "others": self.hub.wired} if key else {"number": button}
                self.hub.tell({"do": "sit", "token": self.hub.box.inside, **which})
