"""Who is looking? Every page that listens gets the newest view at the same moments, and none can hold up the box."""

from __future__ import annotations

import threading
from collections.abc import Callable

from narrator.box.pages.page_types import PageKind
from narrator.lobby.lobby import Refused
from narrator.telling.page_words import FIRST

MOST = 112
"""How many pages may be open at once."""


class Listener:
    """One page that listens: only the newest message waits for it, older ones are dropped.

    `wake` is called whenever there is something to `get`, and on a close. A part of the box is not a page: its `hear`
    is called whenever there may be something new, and it looks at the box by itself. Neither may block.
    """

    def __init__(
        self,
        kind: PageKind,
        token: str | None,
        leave: Callable[[Listener], None],
        hear: Callable[[], None] | None = None,
        language: str = FIRST,
    ) -> None:
        self.kind = kind
        self.token = token
        self.language = language
        self._leave = leave
        self.hear = hear
        self._news = threading.Condition()
        self._message: str | None = None
        self.closed = False
        self.wake: Callable[[], None] = lambda: None

    def put(self, message: str) -> None:
        """Give the page a message; never blocks."""
        with self._news:
            self._message = message
            self._news.notify()
        self.wake()

    def get(self, timeout: float) -> str | None:
        """The newest message not yet handed out, or nothing after `timeout` seconds."""
        with self._news:
            if self._message is None and not self.closed:
                self._news.wait(timeout)
            message, self._message = self._message, None
            return message

    def close(self) -> None:
        """Stop listening."""
        self.closed = True
        with self._news:
            self._news.notify()
        self.wake()
        self._leave(self)


class Listeners:
    """`all` pages that listen, at most `MOST`, and the parts of the box that do."""

    def __init__(self) -> None:
        self.all: tuple[Listener, ...] = ()
        self._lock = threading.Lock()

    def add(self, kind: PageKind, token: str | None, language: str = FIRST) -> Listener:
        """A page that listens from now on and speaks a language; raises `NarratorError` (`full`) when there are too
        many."""
        with self._lock:
            if sum(one.hear is None for one in self.all) >= MOST:
                raise Refused("full", most=MOST)
            return self._added(Listener(kind, token, self._remove, language=language))

    def watch(self, hear: Callable[[], None]) -> Listener:
        """Have a part of the box called whenever there may be something new to see."""
        with self._lock:
            return self._added(Listener("table", None, self._remove, hear))

    def _added(self, listener: Listener) -> Listener:
        self.all = (*self.all, listener)
        return listener

    def _remove(self, listener: Listener) -> None:
        with self._lock:
            self.all = tuple(one for one in self.all if one is not listener)
