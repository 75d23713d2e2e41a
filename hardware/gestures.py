"""What is pressed on one button? Contacts that bounce, stick and rattle become short, long and double presses.

Time is given, never asked for: seconds of any clock that does not jump.

    gestures = Gestures()
    gestures.move(True, at=1.00)       # []: the contact closes …
    gestures.move(False, at=1.12)      # [Felt("down", 1.0)]: … and opens
    gestures.wait(1.20)                # [Felt("short", 1.12)]
"""

from __future__ import annotations

from collections import deque
from math import inf
from typing import Literal, NamedTuple

SETTLE = 0.015
"""Seconds for which a contact must be still before it counts."""
HOLD = 0.6
"""Seconds after which a press is a long one."""
KEEP = 2.0
"""Seconds after which a long press is one that holds on."""
AGAIN = 0.35
"""Two presses no more than this many seconds apart, with no third, are a double press."""
STUCK = 20.0
"""Seconds after which a button that is still down is taken to be stuck."""
MOST = 10
"""No finger makes more presses than this within one second."""
QUIET = 1.0
"""Seconds of silence after which a button that rattled is trusted again."""

Fault = Literal["stuck", "rattles"]


class Felt(NamedTuple):
    """Something a finger did: `down` at the start of every press; `short` at the end of a short one, `long` in the
    middle of a long one, and `held` if that goes on; `double` when nothing follows two quick short ones, which were
    reported as `short` before.
    """

    what: Literal["down", "short", "long", "held", "double"]
    at: float


class Gestures:
    """What is done on one button. `fault` says what is wrong with the button, if anything is."""

    def __init__(self) -> None:
        self.fault: Fault | None = None
        self._closed = False
        self._moved = -inf
        self._down = False
        self._since = -inf
        self._told_long = self._told_held = False
        self._run = 0
        self._downs: deque[float] = deque(maxlen=MOST + 1)

    def move(self, closed: bool, at: float) -> list[Felt]:
        """The contact has closed or opened at this time; what was felt until then."""
        felt = self.wait(at)
        if closed != self._closed:
            self._closed, self._moved = closed, at
        return felt

    def wait(self, until: float) -> list[Felt]:
        """What was felt until this time."""
        felt: list[Felt] = []
        if self._closed != self._down and until >= self._moved + SETTLE:
            felt += self._settle()
        if self._holds and until >= self._since + HOLD:
            self._told_long = True
            self._run = 0
            felt.append(Felt("long", self._since + HOLD))
        if self._holds_on and until >= self._since + KEEP:
            self._told_held = True
            felt.append(Felt("held", self._since + KEEP))
        if self._was_double and until >= self._since + AGAIN:
            self._run = 0
            felt.append(Felt("double", self._since + AGAIN))
        if self.fault is None and self._down and until >= self._since + STUCK:
            self.fault = "stuck"
        if self.fault == "rattles":
            felt.clear()
            if until >= self._moved + QUIET:
                self._trust_again()
        return felt

    @property
    def due(self) -> float:
        """When `wait` has something to do, if no contact moves before; infinite, when it has nothing to do."""
        times = [
            (self._closed != self._down, self._moved + SETTLE),
            (self._holds, self._since + HOLD),
            (self._holds_on, self._since + KEEP),
            (self._was_double, self._since + AGAIN),
            (self.fault is None and self._down, self._since + STUCK),
            (self.fault == "rattles", self._moved + QUIET),
        ]
        return min([inf, *(time for pending, time in times if pending)])

    @property
    def held_since(self) -> float | None:
        """Since when has the button been down? Nothing while it is not, or cannot be trusted."""
        return self._since if self._down and self._closed and self.fault is None else None

    @property
    def _holds(self) -> bool:
        return self._down and self._closed and not self._told_long

    @property
    def _holds_on(self) -> bool:
        return self._down and self._closed and self._told_long and not self._told_held

    @property
    def _was_double(self) -> bool:
        return self._run == 2 and not self._down and not self._closed

    def _settle(self) -> list[Felt]:
        self._down = self._closed
        before, self._since = self._since, self._moved
        if not self._down:
            if self.fault == "stuck":
                self.fault = None
            return [] if self._told_long else [Felt("short", self._since)]
        self._run = self._run + 1 if self._since <= before + AGAIN else 1
        self._told_long = self._told_held = False
        self._downs.append(self._since)
        if len(self._downs) > MOST and self._since - self._downs[0] <= 1.0:
            self.fault = "rattles"
        return [Felt("down", self._since)]

    def _trust_again(self) -> None:
        self.fault = None
        self._run = 0
        self._told_long = self._told_held = self._down
        self._downs.clear()
