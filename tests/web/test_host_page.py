"""The host's page: short in every state, and what steers the game is always under the thumb."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import SCENES, Scene
from tests.labs.stages import Stages
from web.screenshots import staged

AS_IT_COMES = {name: scene.set_up for name, scene in SCENES.items() if scene.page == "/host" and scene.known}
"""The states of the host's page, before anything on it is opened."""
IN_A_GAME = [name for name in AS_IT_COMES if name in ("host-game", "host-paused", "host-trouble", "village-host")]
PHONE = 844
MANY = 24


def crowded(set_up: Callable[[FakeBox], None]) -> Callable[[FakeBox], None]:
    """The same with a large table, and after the game with a long story."""

    def fill(box: FakeBox) -> None:
        set_up(box)
        while len(box.common["seats"]) < MANY:
            box.sit_down(f"Maximiliane {len(box.common['seats'])}")
        if after := box.common.get("after"):
            more = [{**after["cards"][0], "name": seat["name"]} for seat in box.common["seats"][len(after["cards"]) :]]
            box.show(after={**after, "cards": [*after["cards"], *more], "story": after["story"] * 4})

    return fill


@pytest.mark.parametrize("state", AS_IT_COMES)
def test_the_hosts_page_is_at_most_three_phones_high(stages: Stages, state: str) -> None:
    for set_up in (AS_IT_COMES[state], crowded(AS_IT_COMES[state])):
        page, *_ = stages.show(Scene("/host", set_up), 390)
        assert page.evaluate("document.documentElement.scrollHeight") <= 3 * PHONE


@pytest.mark.parametrize("state", IN_A_GAME)
def test_the_host_can_pause_undo_and_skip_from_anywhere_on_the_page(stages: Stages, state: str) -> None:
    page, *_ = stages.show(Scene("/host", crowded(AS_IT_COMES[state])), 390)
    pause = "Go on" if state == "host-paused" else "Pause"
    for part in (0, 0.5, 1):
        page.evaluate(f"scrollTo(0, {part} * document.documentElement.scrollHeight)")
        for name in (pause, "Undo", "Skip"):
            expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("state", ["host-lobby", "host-over"])
def test_the_next_game_begins_from_anywhere_on_the_page(stages: Stages, state: str) -> None:
    page, *_ = stages.show(Scene("/host", crowded(AS_IT_COMES[state])), 390)
    begin = page.get_by_role("button", name={"host-lobby": "Start the game", "host-over": "Play again"}[state])
    for part in (0, 1):
        page.evaluate(f"scrollTo(0, {part} * document.documentElement.scrollHeight)")
        expect(begin).to_be_in_viewport(ratio=1)


def test_a_language_is_marked_as_what_its_name_is_written_in(stages: Stages) -> None:
    page, *_ = stages.show(Scene("/host", AS_IT_COMES["host-lobby"]), 390)
    for what in ("language", "spoken_language"):
        names = page.locator(f"[data-what={what}] [lang]")
        assert names.evaluate_all("(all) => all.map((one) => [one.lang, one.textContent])") == [
            ["en", "English"],
            ["de", "Deutsch"],
        ]


@pytest.mark.parametrize("text", [16, 32])
@pytest.mark.parametrize("state", ["host-lobby", "host-cannot-start", "host-few", "host-game", "host-over"])
def test_the_bar_leaves_half_of_a_phone_free_that_lies_on_its_side(browser: Browser, state: str, text: int) -> None:
    lying = {"width": 568, "height": 320}
    with staged(browser, SCENES[state], viewport=lying) as (page, *_):
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": text}})
        bar = page.locator(".hand").bounding_box()
        assert bar is not None
        assert min(bar["y"] + bar["height"], 320) - bar["y"] <= 160
