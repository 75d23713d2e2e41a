"""What do the pages want of the box? Whatever answers to this can stand behind them: the real box or a fake one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from narrator.box.pages.page_types import PageKind as Kind
from narrator.network.hotspot import Wifi
from narrator.telling.page_words import PageWords

__all__ = ["Backend", "DevicePage", "Kind", "Message", "PageListener"]

Message = dict[str, Any]
"""What a page asks for: `do` and its details; `tap` makes a repeated message the same message."""


class PageListener(Protocol):
    """One open page."""

    wake: Callable[[], None]
    """Is called, by any thread, whenever there is something to `get`, and on a close; must not block."""

    @property
    def closed(self) -> bool:
        """Has the page gone, or has the box sent it away?"""

    def get(self, timeout: float) -> str | None:
        """The newest view not yet given out, the current one at first; nothing after `timeout` seconds or a close.

        Views that were overtaken are dropped.
        """

    def close(self) -> None:
        """The page has gone: a `get` that waits returns at once. May be called twice and from any thread."""


class Backend(Protocol):
    """All of it may be called from any thread, and nothing blocks longer than two seconds."""

    @property
    def words(self) -> Mapping[str, PageWords]:
        """What the pages themselves say, in every language that there is, by its code; English is one of them."""

    @property
    def own_language(self) -> str:
        """The code of the language of a page whose phone wants none of them."""

    @property
    def pictures(self) -> Mapping[str, str]:
        """What the host's own cards look like: SVG, by card."""

    @property
    def addresses(self) -> Sequence[str]:
        """Where phones find the box: `http://192.168.1.7:8080` and the like, the best first; none without network."""

    @property
    def wifi(self) -> Wifi | None:
        """The box's own Wi-Fi, where it has opened one."""

    @property
    def join_url(self) -> str:
        """The address of the join page, as in the QR code."""

    def ask(self, message: Message) -> dict[str, Any]:
        """Do this: `{"ok": True, …}`, or where it is refused `{"ok": False, "code": …, "sentence": …}`.

        The sentence is in the `language` of the message."""

    def snapshot(self, kind: Kind, token: str | None, language: str = "en") -> str:
        """The newest view in a language, JSON in one line; raises `NarratorError` for a stranger (`unknown-seat`,
        `not-the-host`)."""

    def listen(self, kind: Kind, token: str | None, language: str = "en") -> PageListener:
        """Every new view from now on, and the current one; raises `NarratorError` as `snapshot` does, and `full`."""


class DevicePage(Protocol):
    """The page with devices, where there is one: what `Backend` is for the other pages. The host alone may open it."""

    def ask(self, message: Message) -> dict[str, Any]:
        """Move something on the page: the reply is as in `Backend.ask`."""

    def snapshot(self) -> str:
        """What the page shows now, JSON in one line."""

    def listen(self) -> PageListener:
        """All that the page shows from now on; raises `NarratorError` (`full`)."""
