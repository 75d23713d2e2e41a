"""A table to experiment with, whose devices are on a page: the box, its panel and its pages are at work, and the time
of the game stands still until the test moves it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from playwright.sync_api import Browser, Page

from hardware.fake import Fake
from narrator.panel.fake_page import FakePage
from narrator.panel.panel import Panel
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES
from web.server import Server

Answer = TypeVar("Answer")


class DeviceTable(Table):
    """Players without phones, who sit down with buttons 1, 2, 3 … `wrong` is what the pages' browsers complained of."""

    def __init__(self, data: Path, names: Iterable[str] = NAMES, seed: int = 1) -> None:
        super().__init__(data, seed=seed)
        for name in names:
            self.do("add", token=self.host, name=name)
        self.set("button", {name: number for number, name in enumerate(names, 1)})
        self.fake_page = FakePage(self.box, Fake(8))
        self.panel = Panel(self.box, [self.fake_page.fake], self.box.ask)
        self.server = Server(self.box, "127.0.0.1", 0, fake_page=self.fake_page)
        self.wrong: list[str] = []
        self._thread = threading.Thread(target=self.box.run)

    def __enter__(self) -> DeviceTable:
        self.server.start()
        self.panel.start()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.panel.close()
        self.server.stop()
        self.box.stop()
        self._thread.join()

    def now(self, function: Callable[[], Answer]) -> Answer:
        """Let the box's thread do something, and wait until it is done."""
        done: Future[Answer] = Future()

        self.box.call(lambda: done.set_result(function()))
        return done.result(60)

    def now_or_soon(self, holds: Callable[[], bool]) -> bool:
        """Does this hold in the box once what pages have sent has arrived there? A page shows it before."""
        end = time.monotonic() + 60
        while not self.now(holds):
            if time.monotonic() > end:
                return False
        return True

    def start(self) -> None:
        """Begin a game."""
        reply = self.box.ask({"do": "start", "token": self.host})
        assert reply["ok"], reply

    def open(self, browser: Browser, path: str, host: bool = False, **options: Any) -> Page:
        """A page of this box in a browser of its own."""
        address = f"http://127.0.0.1:{self.server.port}"
        context = browser.new_context(reduced_motion="reduce", **options)
        if host:
            cookie = {"name": f"narrator-host-{self.server.port}", "value": self.host, "url": address}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.goto(address + path)
        return page
