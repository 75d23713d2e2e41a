"""Strangers on the same Wi-Fi who try to stop the evening: connections that send nothing, little, or without end.

with Attack(port, silent=500, dribbling=500, slow=200) as attack:
    ...                             # they are all there, and come back when they are thrown out
    attack.thrown_out               # how many times they were
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from collections.abc import Iterable
from itertools import cycle
from types import TracebackType

BEGINNING = {
    "silent": b"",
    "dribbling": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    "slow": b"POST /tell/player HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8000\r\n\r\n{",
}
"""What each kind of connection sends at once; except for the silent ones, a byte every second follows."""


class Attack:
    """This many connections of each kind to this port of the machine, through these of its addresses in turn."""

    def __init__(self, port: int, addresses: Iterable[str] = ("127.0.0.1",), **kinds: int) -> None:
        self.port = port
        self.thrown_out = 0
        self._addresses = cycle(addresses)
        self._kinds = kinds
        self._over = threading.Event()
        self._there = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Attack:
        self._thread.start()
        assert self._there.wait(60)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        with selectors.DefaultSelector() as ears:
            for kind, number in self._kinds.items():
                for _ in range(number):
                    self._call(ears, kind)
            self._there.set()
            while not self._over.is_set():
                gone = [key for key, _ in ears.select(0)]
                for key in gone:
                    self._hang_up(ears, key)
                    self._call(ears, key.data)
                self.thrown_out += len(gone)
                for key in list(ears.get_map().values()):
                    if key.data != "silent":
                        with contextlib.suppress(OSError):
                            key.fileobj.send(b"x")  # type: ignore[union-attr]
                self._over.wait(1.0)
            for key in list(ears.get_map().values()):
                self._hang_up(ears, key)

    def _call(self, ears: selectors.BaseSelector, kind: str) -> None:
        line = socket.socket()
        line.bind((next(self._addresses), 0))
        line.settimeout(60)
        try:
            line.connect(("127.0.0.1", self.port))
        except OSError:  # the box has stopped
            line.close()
            return
        line.setblocking(False)
        with contextlib.suppress(OSError):  # thrown out already
            line.send(BEGINNING[kind])
        ears.register(line, selectors.EVENT_READ, kind)

    @staticmethod
    def _hang_up(ears: selectors.BaseSelector, key: selectors.SelectorKey) -> None:
        ears.unregister(key.fileobj)
        key.fileobj.close()  # type: ignore[union-attr]
