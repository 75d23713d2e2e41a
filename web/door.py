"""How many connections may there be at once? Enough for all phones, and fewer than files can be open.

A connection that has shown the token of a seat or of the host is known, and comes before all others. Strangers stand
in queues, by their address and by how much they have said. Where there are too many, the longest queue loses the one
that has waited longest in it: phones say at once all that they have to say, and share a queue only with those who do
so, too.
"""

from __future__ import annotations

import resource

from tornado.iostream import IOStream

MOST = 800
"""Connections at once: a phone's browser has up to seven. With a thousand open files, some libraries could not wait for
their devices any more."""
SPARE = 160
"""Open files that are left to everything else."""

NOTHING, HEAD, ALL = range(3)
"""How much of its request a stranger has said."""
Queue = tuple[str, int]
KNOWN: Queue = ("known", ALL)


class Caller:
    """One connection, and where it comes from; who listens to a stream of views stands in no queue."""

    def __init__(self, line: IOStream, address: str) -> None:
        self.line = line
        self.address = address
        self.queue: Queue | None = None

    @property
    def known(self) -> bool:
        """Has it shown a token?"""
        return self.queue in (KNOWN, None)


class Door:
    """All connections. Each queue begins with the one that has waited longest."""

    def __init__(self) -> None:
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = MOST if files == resource.RLIM_INFINITY else min(MOST, max(files - SPARE, files // 2))
        self._inside: set[Caller] = set()
        self._queues: dict[Queue, dict[Caller, None]] = {}

    def enter(self, caller: Caller) -> None:
        """Somebody calls; somebody else may have to go for it."""
        self._inside.add(caller)
        self._move(caller, (caller.address, NOTHING))
        if len(self._inside) > self._most:
            strangers = (queue for queue in self._queues if queue != KNOWN)
            longest = max(strangers, key=lambda queue: len(self._queues[queue]))
            self._turn_out(KNOWN if len(self._queues[longest]) == 1 and KNOWN in self._queues else longest)

    def hear(self, caller: Caller, said: int) -> None:
        """This one has said so much since it came or was answered."""
        self._move(caller, KNOWN if caller.known else (caller.address, said))

    def know(self, caller: Caller) -> None:
        """This one has shown a token."""
        self._move(caller, KNOWN)

    def hold(self, caller: Caller) -> None:
        """This one has a stream of views, and may stay as long as that."""
        self._move(caller, None)

    def leave(self, caller: Caller) -> None:
        """This one has gone."""
        self._move(caller, None)
        self._inside.discard(caller)

    def close(self) -> None:
        """Everybody has to go."""
        for caller in list(self._inside):
            caller.line.close()

    def _move(self, caller: Caller, queue: Queue | None) -> None:
        if caller not in self._inside:
            return
        if caller.queue is not None:
            self._queues[caller.queue].pop(caller)
            if not self._queues[caller.queue]:
                del self._queues[caller.queue]
        caller.queue = queue
        if queue is not None:
            self._queues.setdefault(queue, {})[caller] = None

    def _turn_out(self, queue: Queue) -> None:
        caller = next(iter(self._queues[queue]))
        self.leave(caller)
        caller.line.close()
