"""How does somebody without a phone sit down? They hold the button at a seat, before a game; and get up the same way.

Nobody needs a host for it: the box greets them by the number of the seat. A key that nobody knows yet becomes a button
in this way.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.gestures import Felt
from narrator.panel.hub import Contact, Hub


class Seating:
    """All buttons and keys of a panel but the knob, while somebody can sit down."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._down: set[Contact] = set()

    def feel(self, contact: Contact, felt: Sequence[Felt]) -> None:
        """A finger has done this. Only a press that has begun here seats somebody: one by which the box has just
        learned a button does not, however long it is."""
        for each in felt:
            if each.what == "down":
                self._down.add(contact)
            elif each.what == "long" and contact in self._down:
                self._hold(contact)
            elif each.what in ("short", "long"):
                self._down.discard(contact)

    def _hold(self, contact: Contact) -> None:
        self._down.discard(contact)
        if isinstance(contact, str):
            self._sit({"key": contact, "others": self.hub.wired})
        elif contact in self.hub.view.sit:
            self._sit({"number": contact})

    def _sit(self, which: dict[str, object]) -> None:
        self.hub.post({"do": "sit", "token": self.hub.box.inside, **which})
