"""How do views reach the pages? As server-sent events: one thread holds each stream, so there is a limit to them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from narrator.errors import NarratorError
from web.box import Kind, Listener

HEARTBEAT = 10.0
"""Seconds of silence after which a page hears that the box is still there."""

BEAT = b"event: beat\ndata:\n\n"
ELSEWHERE = b"event: elsewhere\ndata:\n\n"


class Streams:
    """All open streams: at most `most`, of them `screens` to table pages, and two for each token.

    Everybody may open a table page, so those may not take the place of the players'. A phone that fell asleep leaves a
    dead stream behind: the third one with the same token ends the oldest.
    """

    def __init__(self, most: int, screens: int = 12) -> None:
        self._most = most
        self._screens = screens
        self._open: list[Stream] = []
        self._lock = threading.Lock()
        self._closed = False

    def __len__(self) -> int:
        return len(self._open)

    def open(self, kind: Kind, token: str | None, listen: Callable[[], Listener]) -> Stream:
        """A new stream of views; raises `NarratorError`: `full`, or what `listen` says of this token."""
        with self._lock:
            same = [stream for stream in self._open if (stream.kind, stream.token) == (kind, token)]
            if self._closed or len(self._open) >= self._most or (token is None and len(same) >= self._screens):
                raise NarratorError("full", "Too many pages are open at this box; close one of them, then try again.")
            if token is not None and len(same) > 1:
                same[0].give_way()
            stream = Stream(self, kind, token, listen())
            self._open.append(stream)
        return stream

    def forget(self, stream: Stream) -> None:
        """This stream has ended."""
        with self._lock:
            if stream in self._open:
                self._open.remove(stream)

    def close(self) -> None:
        """End all streams, so that the server can stop; none can be opened any more."""
        with self._lock:
            self._closed = True
            for stream in self._open:
                stream.listener.close()  # its thread then ends it


class Stream:
    """One page's stream: bytes to be sent, until the page goes, another one takes its place or the box stops."""

    def __init__(self, streams: Streams, kind: Kind, token: str | None, listener: Listener) -> None:
        self.kind = kind
        self.token = token
        self.listener = listener
        self._streams = streams
        self._replaced = False

    def give_way(self) -> None:
        """Another page with the same token has come."""
        self._replaced = True
        self.listener.close()

    def __iter__(self) -> Iterator[bytes]:
        try:
            while True:
                view = self.listener.get(HEARTBEAT)
                if self.listener.closed:
                    break
                yield BEAT if view is None else b"data: " + view.encode() + b"\n\n"
            if self._replaced:
                yield ELSEWHERE
        finally:
            self.close()

    def close(self) -> None:
        """The page has gone."""
        self.listener.close()
        self._streams.forget(self)
