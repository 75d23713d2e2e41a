"""A whole day of accusations on a phone and on the big screen, with the real box behind them (G-15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from narrator.box.box import Box
from narrator.game.game import Game
from tests.labs.boxlab import Table
from tests.labs.phonelab import in_sight
from web.server import Server

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
OPTIONS = {"accusations": "three", "sheriff": "never"}


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


def played(folder: Path, **more: str) -> Table:
    table = Table(folder, NAMES)
    table.box.lobby.options = OPTIONS
    for what, value in more.items():
        assert table.set(what, value)["ok"]
    table.box.moderate(Game("millers-hollow", NAMES, cards={"Ann": "werewolf"}, options=OPTIONS, seed=3))
    return table


@pytest.mark.slow
def test_a_day_from_the_first_voice_to_the_rope(browser: Browser, tmp_path: Path) -> None:
    table = played(tmp_path)
    with phones(browser, table) as (served, phone, screen):
        served.until("debate")
        expect(phone.locator("h1").first).to_have_text("Talk, and accuse")
        phone.click('[data-do="acts"]')
        phone.click('[data-do="pick-act"][data-choice="Ann"]')
        in_sight(phone, '[data-do="do-act"]')
        with phone.expect_response("**/tell/player"):
            phone.click('[data-do="do-act"]')
        served.until_heard("Dan accuses Ann.")
        expect(screen.locator("#caption")).to_contain_text("Dan accuses Ann.")
        expect(phone.locator(".voices")).to_have_text("accused by Dan")
        phone.screenshot(path=str(tmp_path / "1.png"))
        served.accuse("Eve", "Ann")
        served.until_heard("Ann stands accused")
        expect(screen.locator(".mark-accused")).to_have_text("stands accused")
        served.until("ask", "accusations.last-call")
        expect(phone.locator("#screen > h1")).to_have_text("Whom do you accuse?")
        served.until("ask", "accusations.defence")
        expect(phone.locator("#screen > h1")).to_have_text("Wait")
        expect(screen.locator("#clock")).to_have_text("0:30")
        expect(screen.locator("#street")).to_contain_text("speaks now")
        screen.screenshot(path=str(tmp_path / "2.png"))
        served.until("ask", "village.vote")
        expect(phone.locator("#screen .tile")).to_have_count(2)
        phone.screenshot(path=str(tmp_path / "3.png"))
        phone.click('[data-choice="Ann"]')
        phone.click("#confirm")
        for name in ("Eve", "Fay"):
            assert table.answer(name, "Ann")["ok"]
        served.until("votes")
        expect(screen.locator(".accused b")).to_have_text(["Ann"])


@pytest.mark.slow
def test_the_big_screen_of_the_host_takes_the_count_and_that_of_others_does_not(
    browser: Browser, tmp_path: Path
) -> None:
    """G-14."""
    table = played(tmp_path, vote="pointing")
    with phones(browser, table) as (served, phone, screen):
        for by in ("Eve", "Fay"):
            served.accuse(by, "Ann")
        served.until("ask", "village.vote")
        in_sight(screen, '[data-do="counted"]')
        for _ in range(3):
            screen.click('[data-do="finger"][data-card="Ann"][data-by="1"]')
        with screen.expect_response("**/tell/host"):
            screen.click('[data-do="counted"]')
        screen.screenshot(path=str(tmp_path / "4.png"))
        assert table.round.fingers_for is not None
        assert table.round.game.fingers(table.round.fingers_for) == {"Ann": 3}
        phone.goto(phone.url.replace("/play", "/table"))
        phone.wait_for_selector("#phase:not(:empty)")
        expect(phone.locator(".fingers")).to_have_count(0)
