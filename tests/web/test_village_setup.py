"""A host sets up a village on the real page of a real box, and a player says what event cards ask."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.labs.fakelab import DeviceTable

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
PHONE = {"width": 360, "height": 740}
NARROW = {"width": 320, "height": 640}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[DeviceTable]:
    with DeviceTable(tmp_path, NAMES) as table:
        assert table.box.ask({"do": "set", "token": table.host, "what": "roleset", "value": "the-pact"})["ok"]
        yield table
        assert table.wrong == []


def host_page(table: DeviceTable, browser: Browser, viewport: Any = PHONE) -> Page:
    page = table.open(browser, "/host", host=True, viewport=viewport)
    page.wait_for_selector("#group-village")
    return page


def group(page: Page, name: str) -> Locator:
    """One group of options, unfolded."""
    found = page.locator(f"#group-{name}")
    if not found.evaluate("(details) => details.open"):
        found.locator("> summary").click()
    return found


def switch(page: Page, at: Locator, option: str, value: str) -> None:
    button = at.get_by_role("group", name=option, exact=True).get_by_role("button", name=value, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_before_the_largest_game_the_hosts_page_is_at_most_three_phones_high(
    table: DeviceTable, browser: Browser
) -> None:
    page = host_page(table, browser, {"width": 390, "height": 844})
    expect(page.get_by_role("button", name="The Pact with its village")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * 844


def test_a_preset_brings_a_village_that_the_host_then_changes(table: DeviceTable, browser: Browser) -> None:
    page = host_page(table, browser)
    page.get_by_role("button", name="The Pact with its village").click()
    village = group(page, "village")
    expect(village.get_by_text("(the proposed village)")).to_be_visible()
    village.get_by_role("button", name="More: Lord").click()
    expect(village.get_by_role("status", name="Lord")).to_have_text("1")
    village.locator("#houses > summary").click()
    village.get_by_label("Cid").select_option("lord")
    expect(village.get_by_label("Bob").locator("option[value=lord]")).to_be_disabled()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("[data-what=pause]")
    header = table.now(lambda: table.box.game and table.box.game.header)
    assert header is not None
    assert (header["village"]["lord"], header["buildings"]) == (1, {"Cid": "lord"})


def test_cards_of_the_deck_are_left_out_or_stacked(table: DeviceTable, browser: Browser) -> None:
    page = host_page(table, browser)
    events = group(page, "events")
    switch(page, events, "Event cards", "On")
    events.locator("#events > summary").click()
    events.locator("[data-event=ev-flood]").click()
    expect(events.locator("[data-event=ev-flood]")).to_have_attribute("aria-pressed", "false")
    expect(events.locator("#events > summary")).to_have_text("Cards in the deck: 35")
    switch(page, events, "Event cards", "In an order of your own")
    expect(page.locator("#why")).to_contain_text("your own order")
    for event in ("ev-burial", "ev-flood"):
        events.locator(f"[data-do=stack][data-event={event}]").click()
    events.get_by_role("button", name="Flood: earlier").click()
    expect(events.locator("#events li").first).to_contain_text("Flood")
    assert table.now_or_soon(lambda: table.box.lobby.stack == ["ev-flood", "ev-burial"])


def test_a_town_crier_is_given_a_number_of_cards(table: DeviceTable, browser: Browser) -> None:
    page = host_page(table, browser)
    events = group(page, "events")
    expect(events.get_by_role("group", name="Town crier", exact=True)).to_have_count(0)
    switch(page, events, "Event cards", "On")
    crier = events.get_by_role("group", name="Town crier", exact=True)
    crier.locator("button[data-value*=cards]").click()
    crier.get_by_role("button", name="More: Town crier").click()
    expect(crier.get_by_role("status")).to_have_text("4")
    assert table.now_or_soon(lambda: table.box.lobby.options.get("town_crier") == "cards 4")
    crier.get_by_role("button", name="Off", exact=True).click()
    switch(page, events, "Event cards", "Off")
    expect(page.locator("#against")).to_be_empty()


def test_several_permanent_events_are_chosen_together(table: DeviceTable, browser: Browser) -> None:
    page = host_page(table, browser)
    events = group(page, "events")
    for event in ("ev-burial", "ev-executioner"):
        button = events.locator(f"[data-do=toggle][data-value={event}]")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    chosen = {"ev-executioner", "ev-burial"}
    assert table.now_or_soon(lambda: set(table.box.lobby.options.get("permanent_events", "").split()) == chosen)


def test_va_08_the_plague_stands_folded_away_and_shows_nowhere_else(table: DeviceTable, browser: Browser) -> None:
    page = host_page(table, browser)
    big_screen = table.open(browser, "/table", viewport={"width": 1280, "height": 720})
    expect(big_screen.get_by_text("Hal", exact=True)).to_be_visible()
    secret = page.locator("#group-secret")
    folded, others = secret.locator("> summary").inner_text(), big_screen.locator("body").inner_text()
    expect(secret.get_by_role("group")).not_to_be_visible()
    switch(page, group(page, "secret"), "Black plague", "On")
    assert secret.locator("> summary").inner_text() == folded
    assert big_screen.locator("body").inner_text() == others
    assert table.now_or_soon(lambda: table.box.lobby.options.get("black_plague") == "on")


def test_a_player_says_year_and_lodge_only_where_cards_ask(table: DeviceTable, browser: Browser) -> None:
    token = table.now(lambda: table.do("join", name="Zoe")["token"])
    page = table.open(browser, "/", viewport=PHONE)
    address = f"http://127.0.0.1:{table.server.port}"
    page.context.add_cookies([{"name": f"narrator-player-{table.server.port}", "value": token, "url": address}])
    page.goto(f"{address}/play")
    expect(page.get_by_text("Hal", exact=True)).to_be_visible()
    expect(page.locator("#about")).to_have_count(0)
    table.box.ask({"do": "set", "token": table.host, "what": "option", "value": {"events": "on"}})
    page.locator("#about > summary").click()
    page.get_by_label("Year of birth").fill("61")
    page.keyboard.press("Tab")
    expect(page.locator("#about-state")).to_contain_text("such as 1987")
    page.get_by_label("Year of birth").fill("1961")
    page.keyboard.press("Tab")
    expect(page.locator("#about-state")).to_be_empty()
    page.get_by_role("button", name="Moon").click()
    expect(page.get_by_role("button", name="Moon")).to_have_attribute("aria-pressed", "true")
    assert table.now_or_soon(lambda: (table.box.lobby.born, table.box.lobby.lodge) == ({"Zoe": 1961}, {"Zoe": "moon"}))


@pytest.mark.parametrize("viewport", [PHONE, NARROW])
def test_no_part_of_the_set_up_is_wider_than_a_phone(table: DeviceTable, browser: Browser, viewport: Any) -> None:
    page = host_page(table, browser, viewport)
    page.get_by_role("button", name="Wild").click()
    page.wait_for_selector("#houses", state="attached")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
