"""What time is it for the game? Seconds that never jump, that stand still during a pause, and that tests can set."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Seconds since the box started, without the pauses. `now` reads the machine's clock, which no pause stops."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._lost = now()
        self._stopped_at: float | None = None

    def time(self) -> float:
        """The time of the game, in seconds."""
        return (self.now() if self._stopped_at is None else self._stopped_at) - self._lost

    @property
    def stopped(self) -> bool:
        """Does time stand still?"""
        return self._stopped_at is not None

    def stop(self) -> None:
        """Make time stand still."""
        if self._stopped_at is None:
            self._stopped_at = self.now()

    def go(self) -> None:
        """Let time go on from where it stopped."""
        if self._stopped_at is not None:
            self._lost += self.now() - self._stopped_at
            self._stopped_at = None
