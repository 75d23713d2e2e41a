"""What one player alone learns by day, on a real phone: it stands under what was done, and first on the held card."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from narrator.game.game import Game
from tests.labs.boxlab import Table
from tests.labs.phonelab import in_sight
from tests.labs.servedlab import phones

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


@pytest.mark.slow
def test_a_confessor_reads_the_card_under_the_act_and_first_on_their_own(browser: Browser, tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    options, houses = {"buildings": "on", "sheriff": "never"}, {"Dan": "confessor", "Eve": "baker"}
    cards = {"Ann": "werewolf", "Eve": "seer"}
    table.box.moderate(Game("the-pact", NAMES, cards=cards, options=options, buildings=houses, seed=3))
    with phones(browser, table) as (served, phone, _):
        served.until("ask", "village.vote")
        phone.click('[data-do="acts"]')
        phone.click('[data-do="pick-act"][data-what="confessor.hear"][data-choice="Eve"]')
        in_sight(phone, '[data-do="do-act"]')
        phone.click('[data-do="do-act"]')
        expect(phone.locator("#screen .state")).to_have_text("Done.")
        served.until("ask", "village.vote")
        expect(phone.locator("#screen .state")).to_have_text("Done. The card of Eve: Seer.")
        in_sight(phone, "#screen .state")
        phone.screenshot(path=str(tmp_path / "1.png"))
        expect(phone.locator("#screen > h1")).to_have_text("Who hangs?")
        phone.locator("#hold").dispatch_event("click")
        expect(phone.locator("#card .notes li").first).to_contain_text("The card of Eve: Seer.")


@pytest.mark.slow
def test_whoever_dies_of_their_own_act_sees_so_at_once(browser: Browser, tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    options, houses = {"buildings": "on", "sheriff": "never"}, {"Dan": "barber", "Eve": "baker"}
    table.box.moderate(
        Game("the-pact", NAMES, cards={"Ann": "werewolf"}, options=options, buildings=houses, seed=3)
    )
    with phones(browser, table) as (served, phone, _):
        served.until("ask", "village.vote")
        phone.click('[data-do="acts"]')
        phone.click('[data-do="pick-act"][data-what="barber.shave"][data-choice="Eve"]')
        phone.click('[data-do="do-act"]')
        expect(phone.locator("#screen .state")).to_have_text("Done.")
        served.until("ask", "village.vote")
        expect(phone.locator("#screen > h1")).to_have_text("You are dead")
