"""Strangers play their first evening: they hear what the game is, practise, play what is proposed, and play again."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.labs.evening import EveningBox
from tests.labs.phonelab import Evening, photographed


def test_strangers_learn_the_game_play_it_and_play_again_at_one_touch(browser: Browser, tmp_path: Path) -> None:
    with EveningBox(tmp_path / "data", "--new", rest=60, ask=0.05, here=True) as box:
        evening = Evening(browser, box)
        with photographed(evening, tmp_path):
            for player in evening.players:
                player.join()
                expect(player.page.locator("#screen")).to_contain_text("wolves")
            evening.open_host_page(box.pin)
            first = evening.host.get_by_role("button", name="First game")
            first.click()
            expect(first).to_have_attribute("aria-pressed", "true")
            evening.host.click("text=Start the game")
            practise(evening)
            evening.winners = "villagers"
            evening.look_at_cards()
            evening.play_until("never")
            for player in evening.players:
                expect(player.page.locator("#screen .story")).to_be_visible()
            evening.host.click("text=Play again")
            evening.look_at_cards()
            evening.play_until("Day 1")
            for player in evening.players:
                assert player.wrong == []
        evening.close()


def practise(evening: Evening) -> None:
    """Everybody is asked the same harmless question and answers it; with the last answer practice is over."""
    for player in evening.players:
        expect(player.page.locator("#screen h1")).to_have_text("Who brings the snacks?")
        player.tap("[data-choice]")
        player.tap("#confirm")
        if player is evening.players[0]:
            expect(evening.table.locator(".turnout")).to_have_text("1 of 8 has answered")
        expect(player.page.locator("#confirm")).to_contain_text(re.compile("Chosen|I have read it"))
