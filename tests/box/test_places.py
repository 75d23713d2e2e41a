"""From across the table nobody sees who is asked: on all pages everything stands in the same places (G-25)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import closing
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import Browser, Page, expect

from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.telling.language import Language
from tests.chance import LONG
from tests.labs.boxlab import NAMES, Table
from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import Scene, game
from tests.labs.secretlab import EVENINGS, SECRET, play_until_all_are_put, secret_window
from tests.labs.stages import Stages
from tests.labs.villagelab import EVENINGS as VILLAGES
from tests.labs.villagelab import evening, play

WIDTHS = {320: 568, 360: 740, 390: 844, 412: 915, 740: 360}
"""Phones: how high they are, by their widths, in pixels; the last one lies on its side."""
PARTS = {
    "title": "#screen > h1",
    "text": "#screen > .text",
    "choices": "#screen .places > .choices",
    "pass": "#screen .places > .choices > .tile",
    "confirm": "#confirm",
    "hold": "#hold",
}
PLACES = """(parts) => Object.fromEntries(Object.entries(parts).map(([name, part]) => {
    const box = document.querySelector(part)?.getBoundingClientRect();
    return [name, box && [box.x, box.y, box.width, box.height]];
}))"""
MOST_APART = 2.0
"""How far two pages of one window may be apart, blurred by 5 px: the mean over all pixels, of 255."""
NUMBERS = count(1000)
"""Of the questions that are shown: each is another one for a page."""

Places = dict[str, Any]


def titles_of(roleset: str) -> Iterator[str]:
    """What its questions and its decoys ask."""
    tree = Language.load(LIBRARY.folders, roleset, "en", LIBRARY.extends(roleset)).tree
    yield from (words["title"] for words in tree["prompts"].values() if "title" in words)
    for decoys in tree["decoys"].values():
        yield from decoys


class Phone:
    """One real page that shows any view that a box has made."""

    def __init__(self, page: Page, box: FakeBox) -> None:
        self.page = page
        self._box = box

    def show(self, view: dict[str, Any]) -> None:
        number = next(NUMBERS)
        phase = f"Night {2 + number % 2}"  # another than before: then the page has drawn this view
        self._box.common |= {key: view[key] for key in ("sky", "seats", "caption")} | {"phase": phase}
        self._box.show_seat("Ann", screen=view["screen"] | {"number": number, "chosen": None})
        expect(self.page.locator("#phase")).to_have_text(phase)
        expect(self.page.locator("#screen > h1")).to_have_text(view["screen"]["title"])

    def places(self) -> Places:
        found: Places = self.page.evaluate(PLACES, PARTS)
        return found

    def blurred(self) -> Image.Image:
        image = Image.open(io.BytesIO(self.page.screenshot(type="jpeg", quality=95))).convert("L")
        return image.filter(ImageFilter.GaussianBlur(5))


def phone(stages: Stages, width: int, text: int = 100) -> Phone:
    """A phone of this width, its text so many percent of the usual size."""
    page, box, *_ = stages.show(Scene("/play", game))
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
    return Phone(page, box)


@pytest.fixture
def touched(browser: Browser) -> Iterator[Stages]:
    """For a page that no other test looks at."""
    with closing(Stages(browser)) as stages:
        yield stages


def apart(one: Image.Image, other: Image.Image) -> float:
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


def tellings(table: Table, *names: str) -> list[dict[str, Any]]:
    """The same pages when the window is over and something may be told."""
    while table.page(names[0])["screen"]["kind"] != "told":
        assert table.step()
    return [table.page(name) for name in names]


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The pages of somebody asked and of somebody who is not, in some windows; and what a seer is told."""
    folder = tmp_path_factory.mktemp("windows")
    found = {}
    for prompt in SECRET:
        table = secret_window(folder / prompt, prompt)
        found[prompt] = [table.page(name) for name in ("Cid", "Fay")]
        if prompt == "seer.look":
            assert table.answer("Cid", "Ann")["ok"]
            found["told"] = tellings(table, "Cid", "Fay")
    return found


@pytest.mark.parametrize(
    ("width", "text"), [(320, 100), (360, 100), (390, 100), (412, 100), (320, 200), (390, 200), (740, 100)]
)
def test_every_page_at_night_has_the_same_places(
    width: int, text: int, windows: dict[str, list[dict[str, Any]]], stages: Stages
) -> None:
    shown = phone(stages, width, text)
    first: Places | None = None
    for prompt, pages in windows.items():
        blurred = []
        for view in pages:
            shown.show(view)
            first = first or shown.places()
            assert shown.places() == first, (prompt, view["screen"]["title"])
            blurred.append(shown.blurred())
        assert apart(*blurred) < MOST_APART, prompt


def test_at_night_all_names_are_equally_bright_whoever_may_be_chosen(
    windows: dict[str, list[dict[str, Any]]], stages: Stages
) -> None:
    shown = phone(stages, 390)
    for prompt, pages in windows.items():
        for view in pages:
            shown.show(view)
            colours = shown.page.evaluate(
                "(names) => [...document.querySelectorAll('.places > .choices > .tile')]"
                ".filter((tile) => names.includes(tile.innerText.trim())).map((tile) => getComputedStyle(tile).color)",
                NAMES,
            )
            assert len(colours) > 1, prompt
            assert len(set(colours)) == 1, prompt


def test_a_phone_that_lies_on_its_side_shows_a_whole_question(
    windows: dict[str, list[dict[str, Any]]], stages: Stages
) -> None:
    shown = phone(stages, 740)
    shown.show(windows["seer.look"][0])
    bottom = shown.page.evaluate(
        "Math.max(...[...document.querySelectorAll('.tile')].map((tile) => tile.getBoundingClientRect().bottom))"
    )
    assert bottom < shown.places()["confirm"][1]


def test_no_long_title_and_no_refusal_moves_a_tile(windows: dict[str, list[dict[str, Any]]], touched: Stages) -> None:
    shown = phone(touched, 320)
    view = windows["seer.look"][0]
    shown.show(view)
    before = shown.places()
    shown.show(view | {"screen": view["screen"] | {"title": "Whose boots? " * 20, "text": "Bob or Cid. " * 30}})
    assert shown.places() == before
    shown.page.locator("#state").evaluate("(state) => { state.textContent = 'No. ' .repeat(60); }")
    assert shown.places() == before


@pytest.mark.parametrize("text", [100, 200])
def test_no_touch_moves_anything(text: int, windows: dict[str, list[dict[str, Any]]], touched: Stages) -> None:
    shown = phone(touched, 320, text)
    for view in windows["cupid.link"]:
        shown.show(view)
        parts = ("title", "text", "choices", "confirm", "hold")
        shapes = []
        for touch in (None, "[data-choice=Gus]", "[data-choice=Hal]", "#confirm"):
            if touch:
                shown.page.click(touch)
            # Where a page is scrolled to is its reader's choice: sizes and not places.
            boxes = [shown.page.locator(PARTS[part]).bounding_box() for part in parts]
            shapes.append([(box["width"], box["height"]) for box in boxes if box])
        expect(shown.page.locator("[data-mark=kept]")).to_have_count(2)
        assert shapes == [shapes[0]] * 4


def test_a_card_held_at_night_has_a_small_picture_and_hides_half_the_page(
    windows: dict[str, list[dict[str, Any]]], touched: Stages
) -> None:
    shown = phone(touched, 360)
    shown.show(windows["seer.look"][0])
    shown.page.locator("#hold").hover()
    shown.page.mouse.down()
    picture = shown.page.locator("#card .icon").bounding_box()
    sheet = shown.page.locator("#card").bounding_box()
    assert picture is not None
    assert sheet is not None
    assert picture["width"] < 32
    assert sheet["y"] > WIDTHS[360] / 3


def test_the_page_itself_is_dimmed_at_night(windows: dict[str, list[dict[str, Any]]], stages: Stages) -> None:
    shown = phone(stages, 360)
    shown.show(windows["seer.look"][0])
    lit = shown.page.evaluate("1 - getComputedStyle(document.body, '::after').opacity")
    assert 0.6 < lit < 0.8


def test_those_who_cannot_be_chosen_stand_in_their_places(
    windows: dict[str, list[dict[str, Any]]], stages: Stages
) -> None:
    shown = phone(stages, 360)
    rows = []
    for view in windows["seer.look"]:
        shown.show(view)
        rows.append(shown.page.locator("#screen .places > .choices > .tile").all_inner_texts()[1:])
        assert shown.page.locator("[data-do=pick]").count() == 7
    assert rows[0] == rows[1] == ["–", "Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


CUT = """(place, titles) => titles.filter((title) => {
    place.textContent = title;
    return place.scrollHeight > place.clientHeight + 1;
})"""


@pytest.mark.parametrize(("width", "text"), [(320, 100), (320, 125), (390, 150), (320, 200)])
def test_every_title_of_the_night_stands_whole_in_its_two_lines(
    width: int, text: int, windows: dict[str, list[dict[str, Any]]], stages: Stages
) -> None:
    titles = {title for roleset in LIBRARY.titles for title in titles_of(roleset)}
    shown = phone(stages, width, text)
    shown.show(windows["seer.look"][0])
    title = shown.page.locator(PARTS["title"])
    assert title.evaluate(CUT, list(titles)) == []


LONG_NAMES = [
    "Bartholomew", "Christopher", "Konstantina", "Maximiliane", "Emmanuelle", "Gwendolynn", "Magdalena", "Thomasina",
    "Mohammed", "Guillaume",
]  # fmt: skip
BROKEN = """() => [...document.querySelectorAll("#screen .choices .tile span:not(.mark)")].filter((name) => {
    const line = document.createRange(), tile = name.closest(".tile");
    line.selectNodeContents(name);
    const lines = new Set([...line.getClientRects()].map(({y}) => Math.round(y))).size;
    return lines > 1 || tile.scrollHeight > tile.clientHeight || tile.scrollWidth > tile.clientWidth;
}).map((name) => name.textContent)"""


@pytest.mark.parametrize("width", [320, 360])
def test_a_name_of_up_to_eleven_letters_stands_whole_on_its_tile(width: int, stages: Stages, tmp_path: Path) -> None:
    table = Table(tmp_path, LONG_NAMES)
    table.box.moderate(
        Game("millers-hollow", LONG_NAMES, cards={"Magdalena": "werewolf"}, options={"sheriff": "never"})
    )
    for window in ("werewolf.devour", "village.vote"):
        table.until(window)
        shown = phone(stages, width)
        shown.show(table.page("Magdalena"))
        assert {*LONG_NAMES}.isdisjoint(shown.page.evaluate(BROKEN)), window


class Gallery:
    """The pages of windows in which nobody may know who is asked, by what they are for: of one of those asked for each
    question that is put, and of one or two others; with how many are alive."""

    def __init__(self) -> None:
        self.windows: dict[str, tuple[int, list[dict[str, Any]]]] = {}

    def look(self, table: Table) -> None:
        """Keep the pages of the window that is open, if it is the first of its kind."""
        living, played = table.round.views[None].living, table.round
        put = {prompt.id: name for name in living if (prompt := played.views[name].prompt) is not None}
        window = " + ".join(sorted(put))
        if put and window not in self.windows:
            others = [name for name in living if played.views[name].prompt is None][: 2 if LONG else 1]
            self.windows[window] = len(living), [table.page(name) for name in (*put.values(), *others)]

    def compare(self, stages: Stages) -> None:
        """Are all pages of a window the same from across the table, and all windows with as many alive laid out
        alike?"""
        for width, text in product(WIDTHS, (100, 200)) if LONG else [(320, 200)]:
            shown = phone(stages, width, text)
            # The dead have no tile: the places of an evening are those of the pages with as many living.
            places: dict[int, Places] = {}
            for window, (living, views) in self.windows.items():
                blurred = []
                for view in views:
                    shown.show(view)
                    found = shown.places()
                    assert found == places.setdefault(living, found), (window, width, text)
                    blurred.append(shown.blurred())
                for other in blurred[1:]:
                    assert apart(blurred[0], other) < MOST_APART, (window, width, text)


@pytest.mark.slow
@pytest.mark.parametrize(("roleset", "options", "never"), [*EVENINGS, ("the-pact", {"night": "silent"}, set())])
def test_every_question_of_every_book_has_the_places_of_its_decoys(
    roleset: str, options: dict[str, str], never: set[str], stages: Stages, tmp_path: Path
) -> None:
    gallery = Gallery()
    play_until_all_are_put(tmp_path, roleset, options, never, lambda table, *_: gallery.look(table))
    gallery.compare(stages)


@pytest.mark.slow
@pytest.mark.parametrize("setting", VILLAGES if LONG else VILLAGES[1::4], ids=str)
def test_every_secret_question_of_a_village_has_the_places_of_its_decoys(
    setting: dict[str, Any], stages: Stages, tmp_path: Path
) -> None:
    gallery = Gallery()
    for seed in range(12 if LONG else 2):
        list(play(evening(tmp_path / str(seed), seed, setting), Random(seed), gallery.look))
    assert gallery.windows
    gallery.compare(stages)


def test_a_witch_with_two_victims_has_the_places_of_her_decoys(stages: Stages, tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    cards = {"Ann": "werewolf", "Bob": "big-bad-wolf", "Cid": "witch"}
    table.box.moderate(Game("the-pact", NAMES, cards=cards, options={"sheriff": "never"}, seed=3))
    for prompt, given in (("werewolf.devour", {"Ann": "Eve", "Bob": "Eve"}), ("big-bad-wolf.devour", {"Bob": "Fay"})):
        table.until(prompt)
        for name, victim in given.items():
            assert table.answer(name, victim)["ok"]
    table.until("witch.heal")
    gallery = Gallery()
    gallery.look(table)
    asked = gallery.windows["witch.heal"][1][0]
    assert [choice["value"] for choice in asked["screen"]["choices"]] == ["Eve", "Fay"]
    gallery.compare(stages)


@pytest.mark.slow
@pytest.mark.parametrize("roleset", LIBRARY.titles)
@pytest.mark.parametrize("text", [100, 200] if LONG else [200])
def test_whatever_is_told_at_night_stands_in_the_same_places(
    roleset: str, text: int, windows: dict[str, list[dict[str, Any]]], stages: Stages
) -> None:
    """The longest that can be told: with long names, and two in one call."""
    language = Language.load(LIBRARY.folders, roleset, "en", LIBRARY.extends(roleset))
    notes = [re.sub(r"{\w+}", "Maximilian-Alexander", str(note)) for note in language.tree["told"].values()]
    told = sorted(notes, key=len)[0 if LONG else -4 :]
    view = windows["told"][1]
    shown = phone(stages, 320, text)
    shown.show(view)
    places, nothing = shown.places(), shown.blurred()
    for note in (*told, " ".join(told[-2:])):
        shown.show(view | {"screen": view["screen"] | {"text": note}})
        assert shown.places() == places, note
        assert apart(nothing, shown.blurred()) < MOST_APART, note
