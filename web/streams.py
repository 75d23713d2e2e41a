"""How do views reach the pages? As server-sent events: the server's loop writes all streams, so none holds a thread."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress

from narrator.lobby.lobby import Refused
from web.box import Kind, PageListener

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
        self._rung: deque[asyncio.Event] = deque()
        self._ringing = False
        self._closed = False

    def __len__(self) -> int:
        return len(self._open)

    def open(self, kind: Kind, token: str | None, listen: Callable[[], PageListener]) -> Stream:
        """A new stream of views; raises `Refused`: `full`, or what `listen` says of this token."""
        listener = listen()  # first: the box may take its time, while the loop wants to forget other streams
        with self._lock:
            same = [stream for stream in self._open if (stream.kind, stream.token) == (kind, token)]
            if self._closed or len(self._open) >= self._most or (token is None and len(same) >= self._screens):
                listener.close()
                raise Refused("full", most=self._most)
            if token is not None and len(same) > 1:
                same[0].give_way()
            stream = Stream(self, kind, token, listener)
            self._open.append(stream)
        return stream

    def forget(self, stream: Stream) -> None:
        """This stream has ended."""
        with self._lock:
            if stream in self._open:
                self._open.remove(stream)

    def bell(self, news: asyncio.Event) -> Callable[[], None]:
        """What any thread calls to have this event set by the loop: the loop is called once for many of them."""
        loop = asyncio.get_running_loop()

        def ring() -> None:
            self._rung.append(news)
            if not self._ringing:
                self._ringing = True
                with suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(self._hear)

        return ring

    def _hear(self) -> None:
        self._ringing = False  # first: who rings from now on calls again
        while self._rung:
            self._rung.popleft().set()

    def close(self) -> None:
        """End all streams, so that the server can stop; none can be opened any more."""
        with self._lock:
            self._closed = True
            for stream in self._open:
                stream.listener.close()  # which ends it


class Stream:
    """One page's stream: bytes to be sent, until the page goes, another one takes its place or the box stops."""

    def __init__(self, streams: Streams, kind: Kind, token: str | None, listener: PageListener) -> None:
        self.kind = kind
        self.token = token
        self.listener = listener
        self._streams = streams
        self._replaced = False

    def give_way(self) -> None:
        """Another page with the same token has come."""
        self._replaced = True
        self.listener.close()

    async def events(self) -> AsyncGenerator[bytes, None]:
        """What is to be sent, as it comes."""
        news = asyncio.Event()
        self.listener.wake = self._streams.bell(news)
        while not self.listener.closed:
            news.clear()
            view = self.listener.get(0)
            if view is not None:
                yield b"data: " + view.encode() + b"\n\n"
            elif not await _comes(news):
                yield BEAT
        if self._replaced:
            yield ELSEWHERE

    def close(self) -> None:
        """The page has gone."""
        self.listener.close()
        self._streams.forget(self)


async def _comes(news: asyncio.Event) -> bool:
    """Is there news before the page would think that the box has gone?"""
    try:
        async with asyncio.timeout(HEARTBEAT):
            await news.wait()
    except TimeoutError:
        return False
    return True
