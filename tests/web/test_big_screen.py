"""On the big screen nothing runs off, nothing is hidden or covered, and what is written can be read, day and night."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Browser, Page, expect

from tests.labs import fakescenes
from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import Scene
from tests.labs.stages import Stages
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
  for (const part of document.querySelectorAll(".after > .paper")) {
    if (part.checkVisibility() && part.clientWidth < innerWidth / 5) faults.push(`narrow: ${part.textContent}`);
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
  const orb = document.querySelector("#clock").getBoundingClientRect(), radius = orb.width / 2;
  const off = (at, from, to) => at - Math.min(Math.max(at, from), to);
  const solid = "svg, img, .notice";
  const written = [...document.querySelectorAll(".above *, main *")].filter((one) => one.id !== "clock"
    && one.checkVisibility() && (one.matches(solid) || [...one.childNodes].some((part) => part.nodeType === 3)));
  for (const one of radius ? written : []) {
    const range = document.createRange();
    range.selectNodeContents(one);
    for (const its of one.matches(solid) ? [one.getBoundingClientRect()] : range.getClientRects()) {
      const away = Math.hypot(off(orb.left + radius, its.left, its.right), off(orb.top + radius, its.top, its.bottom));
      if (away < radius) faults.push(`under the sun or moon: ${one.textContent || one.outerHTML}`);
    }
  }
  return faults.slice(0, 5);
}""".replace("SMALLEST", str(SMALLEST))


def by_day(set_up: Callable[[FakeBox], None]) -> Callable[[FakeBox], None]:
    """As it is before a game."""

    def lit(box: FakeBox) -> None:
        set_up(box)
        box.show(sky="day")

    return lit


def over_with_events(box: FakeBox) -> None:
    """After a game in which an event card was drawn on every morning."""
    fakescenes.over(box)
    events = {"ev-flood": "Flood", "ev-miracle": "Miracle", "ev-burial": "Burial", "ev-full-moon": "Full moon"}
    box.show(after=box.common["after"] | {"events": [{"id": id, "name": name} for id, name in events.items()]})


def in_trouble(box: FakeBox) -> None:
    """At night, with more wrong than fits on one line."""
    fakescenes.asked(box)
    sentence = "No speaker can be used: plug one in or switch it on, and check that no other program holds it."
    box.show(trouble=[f"{sentence} The sound system says: Error querying device.", "The reader cannot be used."])


STATES: dict[str, Callable[[FakeBox], None]] = {
    "lobby": by_day(fakescenes.lobby),
    "wifi": by_day(fakescenes.own_wifi),
    "explained": by_day(fakescenes.explained),
    "night": fakescenes.asked,
    "trouble": in_trouble,
    "accused": fakescenes.accusations,
    "vote": fakescenes.vote,
    "votes": fakescenes.read_out,
    "village": fakescenes.village,
    "over": fakescenes.over,
    "over, with events": over_with_events,
}


def fill(box: FakeBox, seats: int) -> None:
    """So many sit at the table, some of whose names are long."""
    with box.changed:
        del box.common["seats"][seats:]
        for at in range(len(box.common["seats"]), seats):
            box.sit_down(f"{NAMES[at % len(NAMES)][: LONGEST - 2]} {at}")
        if after := box.common.get("after"):
            known = [card["name"] for card in after["cards"]]
            more = [seat["name"] for seat in box.common["seats"] if seat["name"] not in known]
            after["cards"] = [*after["cards"], *({**after["cards"][0], "name": name} for name in more)][:seats]
        box.show()


def seated(state: str, seats: int) -> Callable[[FakeBox], None]:
    """This state with so many at the table."""

    def set_up(box: FakeBox) -> None:
        STATES[state](box)
        fill(box, seats)

    return set_up


def faults(page: Page) -> Any:
    """What nobody could read."""
    expect(page.locator("#street li").first).to_be_attached()
    return page.evaluate(FAULTS)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nothing_on_the_big_screen_is_hidden_or_covered(stages: Stages, state: str, width: int, height: int) -> None:
    found = {}
    page, box, *_ = stages.show(Scene("/table", seated(state, SEATS[0])), 1280)
    page.set_viewport_size({"width": width, "height": height})
    for seats in SEATS:
        fill(box, seats)
        expect(page.locator("#street li")).to_have_count(seats)
        if wrong := faults(page):
            found[seats] = wrong
    assert found == {}


@pytest.mark.parametrize(("seats", "rows"), [(9, [9]), (10, [5, 5]), (24, [8, 8, 8]), (47, [12, 12, 12, 11])])
def test_the_houses_stand_in_rows_of_one_length(stages: Stages, seats: int, rows: list[int]) -> None:
    page, *_ = stages.show(Scene("/table", seated("night", seats)), 1280)
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.locator("#street li")).to_have_count(seats)
    tops = page.locator("#street li").evaluate_all("(all) => all.map((one) => Math.round(one.offsetTop))")
    assert [tops.count(top) for top in sorted(set(tops))] == rows


BROKEN = """() => {
  const lines = (word) => new Set([...word.getClientRects()].map((part) => Math.round(part.top))).size;
  const broken = [];
  for (const text of document.querySelectorAll("#street :is(.name, .called)")) {
    const {data} = text.firstChild, word = document.createRange();
    for (const {index, 0: {length}} of data.matchAll(/[^ -]+/g)) {
      word.setStart(text.firstChild, index);
      word.setEnd(text.firstChild, index + length);
      if (lines(word) > 1) broken.push(data);
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("seats", [9, 12, 24])
def test_no_word_is_broken_in_names_of_usual_length_and_of_buildings(stages: Stages, seats: int) -> None:
    page, box, *_ = stages.show(Scene("/table", fakescenes.village), 1280)
    page.set_viewport_size({"width": 1280, "height": 720})
    fill(box, seats)
    house = {"id": "scandalmonger", "name": "Scandalmonger", "spent": False}
    with box.changed:
        names = [f"Christopher {at}" for at in range(seats)]
        box.show(
            seats=[seat | {"name": name, "house": house} for seat, name in zip(box.common["seats"], names, strict=True)]
        )
    expect(page.locator("#street li").last).to_contain_text(names[-1])
    assert page.evaluate(BROKEN) == []


def test_all_names_stand_whole_in_the_picture_of_the_game(browser: Browser) -> None:
    with staged(browser, Scene("/table", seated("over", 12)), 1280) as (page, *_):
        page.wait_for_selector("svg.picture text")
        names = page.locator("svg.picture g:has(> text)").evaluate_all(
            "(all) => all.map((one) => [...one.querySelectorAll('text')].map((line) => line.textContent).join(' '))"
        )
        assert len(names) == 12
        assert not [name for name in names if "…" in name]


COVERED = """() => {
  const picture = document.querySelector("svg.picture"), names = [...picture.querySelectorAll("text")];
  const steps = [0, 0.25, 0.5, 0.75, 1];
  const points = (name) => {
    const box = name.getBBox(), at = name.getCTM();
    return steps.flatMap((across) => [0.2, 0.5, 0.8].map((down) =>
      new DOMPoint(box.x + across * box.width, box.y + down * box.height).matrixTransform(at)));
  };
  const holds = (name, point) => {
    const box = name.getBBox(), {x, y} = point.matrixTransform(name.getCTM().inverse());
    return x > box.x && x < box.x + box.width && y > box.y + 0.2 * box.height && y < box.y + 0.8 * box.height;
  };
  const {width, height} = picture.getBoundingClientRect();
  const outside = ({x, y}) => x < 0 || y < 0 || x > width || y > height;
  return names.filter((name) => points(name).some((point) =>
    outside(point) || names.some((other) => other !== name && holds(other, point)))).map((name) => name.textContent);
}"""


@pytest.mark.parametrize("seats", [12, 18, 24, 47])
def test_no_name_covers_another_in_the_picture_of_the_game(stages: Stages, seats: int) -> None:
    page, *_ = stages.show(Scene("/play", seated("over", seats)))
    page.wait_for_selector("svg.picture text")
    assert page.evaluate(COVERED) == []


WRITTEN = """() => {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), written = [];
  const alpha = (one) => (one ? getComputedStyle(one).opacity * alpha(one.parentElement) : 1);
  while (nodes.nextNode()) {
    const text = nodes.currentNode.data.trim(), one = nodes.currentNode.parentElement;
    if (!text || !one.checkVisibility({visibilityProperty: true}) || one.closest(".unseen, noscript")) continue;
    const range = document.createRange(), {color, fill} = getComputedStyle(one);
    range.selectNodeContents(nodes.currentNode);
    const colour = (one.ownerSVGElement ? fill : color).match(/[0-9.]+/g).slice(0, 3).map(Number);
    for (const {left, top, right, bottom} of range.getClientRects())
      if (one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)))
        written.push({text, colour, alpha: alpha(one), place: [left, top, right, bottom]});
  }
  return written;
}"""
"""Each line of text on the screen: its colour, how much of that shows, and where it stands."""
WITHOUT_TEXT = """* { color: transparent !important; border-color: transparent !important; }
* { text-shadow: none !important; } text { fill: transparent !important; }"""
STARS = 0.02
"""So small a part of what is behind a line may shine through as it likes."""
LEAST = 4.5


def light(colours: Any) -> Any:
    """How bright colours are, from 0 to 1, as WCAG counts; the last axis is red, green, blue."""
    parts = np.asarray(colours) / 255
    linear = np.where(parts <= 0.04, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ np.array((0.2126, 0.7152, 0.0722))


def contrast(line: dict[str, Any], picture: Image.Image) -> float:
    """How well this line stands out against what is behind it in `picture`, at its worst place."""
    behind = np.asarray(picture.crop([round(at) for at in line["place"]])).reshape(-1, 3)
    by_light, few, alpha = np.argsort(light(behind)), int(STARS * len(behind)), line["alpha"]
    found = []
    for under in (behind[by_light[few]], behind[by_light[-1 - few]]):
        seen = alpha * np.array(line["colour"]) + (1 - alpha) * under
        low, high = sorted((light(seen), light(under)))
        found.append(float((high + 0.05) / (low + 0.05)))
    return min(found)


def hardly_read(page: Page) -> dict[str, float]:
    """Every line that stands out too little."""
    written = page.evaluate(WRITTEN)
    assert written
    picture = Image.open(io.BytesIO(page.screenshot(style=WITHOUT_TEXT))).convert("RGB")
    ratios = {line["text"]: contrast(line, picture) for line in written}
    return {text: round(ratio, 2) for text, ratio in ratios.items() if ratio < LEAST}


@pytest.mark.parametrize("state", STATES)
def test_everything_written_on_the_big_screen_can_be_read(browser: Browser, state: str) -> None:
    found = {}
    for seats in (6, 47):
        scene = Scene("/table", seated(state, seats))
        with staged(browser, scene, 1280, bypass_csp=True) as (page, *_):
            expect(page.locator("#street li").first).to_be_attached()
            if hard := hardly_read(page):
                found[seats] = hard
    assert found == {}


def test_day_is_bright_night_is_dark_and_in_between_it_dawns(browser: Browser) -> None:
    def brightness() -> float:
        return ImageStat.Stat(Image.open(io.BytesIO(page.screenshot())).convert("L")).mean[0] / 255

    with staged(browser, Scene("/table", seated("night", 12)), 1280, bypass_csp=True) as (page, box, *_):
        page.clock.install()
        page.reload()
        expect(page.locator("#street li").first).to_be_attached()
        night = brightness()
        levels = {}
        for sky, phase in (("day", "Day 1"), ("night", "Night 2")):
            box.show(sky=sky, phase=phase)
            expect(page.locator("#phase")).to_have_text(phase)
            between = brightness()
            assert hardly_read(page) == {}
            page.clock.run_for(20_000)
            levels[sky] = between, brightness()
        assert night < 0.2
        assert levels["day"][1] > 0.6
        for between, _ in levels.values():
            assert night + 0.02 < between < 0.5
        assert levels["night"][1] == pytest.approx(night, abs=0.02)


def test_a_screen_that_is_switched_on_by_day_shows_the_day_at_once(browser: Browser) -> None:
    with staged(browser, Scene("/table", seated("vote", 12)), 1280) as (page, *_):
        assert page.evaluate("document.documentElement.dataset.sky") == "day"


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
