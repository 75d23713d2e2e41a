"""How does a thread wait for what others want of it, and no longer than it may?"""

from __future__ import annotations

from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")


class Inbox(SimpleQueue[T]):
    """Where any thread, and the handler of a signal, may `put` something; one thread takes it out."""

    def take(self, seconds: float | None = None) -> T:
        """The first thing in it; waits for one, at most so many seconds. Raises `Empty`.

        Before Python 3.13, `get` waits for ever where its time is up before it begins to wait: on a busy machine, or
        when it may wait for less than a microsecond. After a look that has found nothing it does not.
        """
        with suppress(Empty):
            return self.get_nowait()
        return self.get(timeout=None if seconds is None else max(0.0, seconds))
