"""A whole day of accusations on a phone and on the big screen, with the real box behind them (G-15)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from narrator.game.game import Game
from tests.labs.boxlab import Table
from tests.labs.phonelab import in_sight
from tests.labs.servedlab import phones

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
OPTIONS = {"accusations": "three", "sheriff": "never"}


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
        expect(phone.locator("#screen > h1")).to_have_text("Listen")
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
