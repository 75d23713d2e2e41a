"""On the big screen, which nobody can scroll, nothing runs off, and no name is hidden or covered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.labs import fakescenes
from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import Scene
from web.screenshots import staged

SCREENS = [(1280, 720), (1920, 1080)]
SEATS = (6, 12, 24, 47)
SMALLEST = 12 / 1280
"""No name is written smaller than that, as a part of the width of the screen."""
LONGEST = 20
NAMES = ["Maximiliane", "Anne-Sophie von Stein", "王小明", "Łukasz", "Zoë"]

FAULTS = """() => {
  const faults = [], root = document.documentElement;
  if (root.scrollHeight > innerHeight + 1) faults.push(`runs off: ${root.scrollHeight} of ${innerHeight}`);
  if (root.scrollWidth > innerWidth + 1) faults.push(`too wide: ${root.scrollWidth}`);
  const names = [...document.querySelectorAll("#street .name")];
  const shown = (one) => one.checkVisibility() && one.textContent;
  const boxes = [...names, document.querySelector("#caption"), document.querySelector("#clock")].filter(shown);
  for (const name of [...names, ...document.querySelectorAll(".after .name")].filter(shown)) {
    const size = parseFloat(getComputedStyle(name).fontSize) * (document.querySelector("#whole").style.zoom || 1);
    if (size < SMALLEST * innerWidth) faults.push(`${name.textContent} is small: ${size} px`);
  }
  for (const name of names.filter(shown)) {
    if (name.scrollWidth > name.clientWidth + 1) faults.push(`cut off: ${name.textContent}`);
    const box = name.getBoundingClientRect();
    if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) faults.push(`outside: ${name.textContent}`);
    for (const other of boxes) {
      const its = other.getBoundingClientRect();
      const across = box.left < its.right - 1 && its.left < box.right - 1;
      const down = box.top < its.bottom - 1 && its.top < box.bottom - 1;
      if (other !== name && across && down) faults.push(`${name.textContent} covered by ${other.textContent}`);
    }
  }
  return faults.slice(0, 5);
}""".replace("SMALLEST", str(SMALLEST))

STATES: dict[str, Callable[[FakeBox], None]] = {
    "lobby": fakescenes.lobby,
    "wifi": fakescenes.own_wifi,
    "night": fakescenes.asked,
    "accused": fakescenes.accusations,
    "vote": fakescenes.vote,
    "votes": fakescenes.read_out,
    "village": fakescenes.village,
    "over": fakescenes.over,
}


def seated(state: str, seats: int) -> Callable[[FakeBox], None]:
    """This state with so many at the table, some of whose names are long."""

    def set_up(box: FakeBox) -> None:
        STATES[state](box)
        while len(box.common["seats"]) > seats:
            box.common["seats"].pop()
        while (at := len(box.common["seats"])) < seats:
            box.sit_down(f"{NAMES[at % len(NAMES)][: LONGEST - 2]} {at}")
        if after := box.common.get("after"):
            known = [card["name"] for card in after["cards"]]
            more = [seat["name"] for seat in box.common["seats"] if seat["name"] not in known]
            after["cards"] = [*after["cards"], *({**after["cards"][0], "name": name} for name in more)][:seats]
            box.show(after=after)

    return set_up


def faults(page: Page) -> Any:
    """What nobody could read."""
    expect(page.locator("#street li").first).to_be_attached()
    return page.evaluate(FAULTS)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nothing_on_the_big_screen_is_hidden_or_covered(browser: Browser, state: str, width: int, height: int) -> None:
    found = {}
    for seats in SEATS:
        scene = Scene("/table", seated(state, seats))
        with staged(browser, scene, 1280, viewport={"width": width, "height": height}) as (page, *_):
            expect(page.locator("#phase")).not_to_be_empty()
            if wrong := faults(page):
                found[seats] = wrong
    assert found == {}


def test_what_is_longer_than_its_place_after_a_game_is_shown_page_by_page(browser: Browser) -> None:
    scene = Scene("/table", seated("over", 47))
    with staged(browser, scene, 1280, viewport={"width": 1280, "height": 720}) as (page, *_):
        page.emulate_media(reduced_motion="reduce")
        page.clock.install()
        page.reload()
        cards = page.locator(".after .who")
        expect(cards.locator(".name").last).to_be_attached()
        tops = []
        for _ in range(12):
            tops.append(cards.evaluate("(part) => part.scrollTop"))
            page.clock.run_for(8000)
        end = cards.evaluate("(part) => part.scrollHeight - part.clientHeight")
        assert tops[0] == 0 < tops[1] < tops[2]
        assert max(tops) == end
        assert 0 in tops[tops.index(end) :]
