"""A box in the browser whose time stands still until the test moves it: on a phone and on the host's big screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import Any

from playwright.sync_api import Browser, Page

from narrator.box.box import Box
from tests.labs.boxlab import Table
from web.server import Server


class Served:
    """The box of a table whose time stands still until the test moves it, as the web server needs it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._alone = RLock()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table.box, name)

    def ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        with self._alone:
            reply = self._table.box.handle(message)
            self._table.box.pages.hand_out()
            return reply

    snapshot = Box.snapshot  # which asks

    def listen(self, kind: str, token: str | None = None, language: str = "en") -> Any:
        with self._alone:
            listener = self._table.box.listeners.add(kind, token, language=language)
            listener.put(self._table.box.page(listener.kind, listener.token, listener.language))
            return listener

    def accuse(self, by: str, seat: str) -> None:
        """Somebody else accuses this player while the village talks."""
        self.until("debate")
        act = {"do": "act", "token": self._table.tokens[by], "what": "accusations.accuse", "value": [seat]}
        assert self.ask(act)["ok"]

    def until_heard(self, begin: str) -> None:
        """Let time pass until a line is said that begins so."""
        with self._alone:
            while not any(kind == "say" and what.startswith(begin) for _, kind, what in self._table.loudspeaker.heard):
                assert self._table.step()
            self._table.box.publish()

    def until(self, screen: str, window: str = "") -> None:
        """Let time pass until the table is there."""
        with self._alone:
            played = self._table.round
            while played.beat is None or played.beat.screen != screen or (window and played.beat.window != window):
                assert self._table.step()
            self._table.box.publish()


@contextmanager
def phones(browser: Browser, table: Table) -> Iterator[tuple[Served, Page, Page]]:
    """The box, Dan's phone, and the big screen, which the host has opened."""
    served = Served(table)
    server = Server(served, "127.0.0.1", 0, streams=8)  # type: ignore[arg-type]
    server.start()
    address = f"http://127.0.0.1:{server.port}"
    contexts = []
    try:
        pages = []
        for kind, token, path, size in (
            ("player", table.tokens["Dan"], "/play", (390, 844)),
            ("host", table.host, "/table", (1280, 720)),
        ):
            context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
            context.add_cookies([{"name": f"narrator-{kind}-{server.port}", "value": token, "url": address}])
            contexts.append(context)
            page = context.new_page()
            page.goto(address + path)
            page.wait_for_selector("#phase:not(:empty)")
            pages.append(page)
        yield served, *pages
    finally:
        for context in contexts:
            context.close()
        server.stop()
