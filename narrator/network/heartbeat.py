"""Is the box still running? It tells systemd, which restarts it when it falls silent.

Libraries for these few lines are either abandoned or need a compiler on the Pi.
"""

from __future__ import annotations

import contextlib
import os
import socket

PATIENCE = 5.0
"""Seconds that words may wait for a busy manager; a beat does not wait, as another one follows."""


class Heartbeat:
    """What a service manager is told; without one, nothing is said.

    `period` is the number of seconds within which it expects a beat, or nothing if it expects none. The helpers that
    the box starts later do not learn of the manager, so that none of their libraries speaks for the box.
    """

    def __init__(self) -> None:
        self._address = os.environ.pop("NOTIFY_SOCKET", "").replace("@", "\0", 1)
        microseconds = os.environ.pop("WATCHDOG_USEC", "")
        self.period = int(microseconds) / 1e6 if microseconds.isdecimal() and int(microseconds) else None

    def say(self, *words: str) -> None:
        """Say words such as `READY=1` or `STATUS=…`; a manager that has gone away is no reason to stop."""
        self._send("\n".join(words), PATIENCE)

    def beat(self) -> None:
        """Say that the box is running."""
        if self.period is not None:
            self._send("WATCHDOG=1", 0.0)

    def _send(self, words: str, patience: float) -> None:
        if self._address:
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
                to.settimeout(patience)
                to.sendto(words.encode(), self._address)
