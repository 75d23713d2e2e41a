"""The pages in WebKit, as on an iPhone: a player's evening, the film that keeps a phone awake, and small phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from selenium.webdriver import ActionChains

from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import IN_TURN, SCENES, Scene, asked, learned, lobby, over, vote
from tests.labs.webkitlab import DRIVER, PLAYS_MP4, SCREEN, WebKit, shown, webkit
from web import app
from web.screenshots import set_up

pytestmark = pytest.mark.browser
PHONE = 360
PHONE_PAGES = [name for name in IN_TURN if SCENES[name].page != "/table"]


@pytest.fixture(scope="module")
def window() -> Iterator[WebKit]:
    if not (DRIVER.exists() and SCREEN.exists()):
        pytest.skip("pages in WebKit need: sudo apt install webkit2gtk-driver xvfb")
    with webkit() as window:
        yield window


def test_a_name_leads_to_the_table(window: WebKit) -> None:
    with shown(window, Scene("/", lobby, known=False)) as box:
        window.find("#name").send_keys("Zoë")
        window.find("form button:not([type])").click()
        window.until(lambda _: "You are in" in window.text("#screen"))
        assert window.driver.current_url.endswith("/play")
        assert "Zoë" in box.players


def test_the_card_shows_as_long_as_it_is_held(window: WebKit) -> None:
    with shown(window, Scene("/play", learned)):
        assert not window.shows("#card")
        hold = window.find("#hold")
        touch = ActionChains(window.driver)
        touch.click_and_hold(hold).perform()
        assert "Seer" in window.text("#card")
        touch.release().perform()
        window.until(lambda _: not window.shows("#card"))


@pytest.mark.parametrize("scene", [asked, vote])
def test_a_question_at_night_and_a_vote_are_answered(window: WebKit, scene: Callable[[FakeBox], None]) -> None:
    with shown(window, Scene("/play", scene)) as box:
        window.find("[data-choice=Bob]").click()
        window.find("#confirm").click()
        window.find("[data-choice=Bob][data-mark=kept]")
        assert [message["value"] for message in box.asked if message["do"] == "answer"] == [["Bob"]]


def test_after_the_game_a_player_reads_to_the_end(window: WebKit) -> None:
    with shown(window, Scene("/play", over)):
        assert "The village" in window.text(".who")
        last = "return [...document.querySelectorAll('.story li')].at(-1).getBoundingClientRect().bottom"
        thumb = window.run("return document.querySelector('.hand').getBoundingClientRect().top")
        assert window.run(last) > thumb
        window.run("scrollTo(0, document.documentElement.scrollHeight)")
        assert 0 < window.run(last) < thumb


def test_the_film_that_keeps_a_phone_awake_plays(window: WebKit) -> None:
    with shown(window, Scene("/play", lobby)):
        window.find("#screen")
        window.run("delete Navigator.prototype.wakeLock")  # as over plain HTTP
        window.find("#phase").click()
        window.until(lambda _: window.run("return document.querySelector('video.awake')?.currentTime > 0.5"))
        assert not window.shows("#asleep")


@pytest.mark.skipif(not PLAYS_MP4, reason="films for iPhones need: sudo apt install gstreamer1.0-libav")
def test_the_film_that_keeps_an_iphone_awake_plays(window: WebKit) -> None:
    with shown(window, Scene("/play", lobby)):
        window.find("#screen")
        window.run("delete Navigator.prototype.wakeLock")
        window.find("#phase").click()
        window.until(lambda _: window.run("return document.querySelector('video.awake') !== null"))
        window.run("document.querySelector('video.awake').src = '/static/awake.mp4'")
        window.run("document.querySelector('video.awake').play().catch(() => null)")
        window.until(lambda _: window.run("return document.querySelector('video.awake').currentTime > 0.5"))
        assert window.run("return document.querySelector('video.awake').videoWidth") > 0


TOO_WIDE = """
return [...inside.querySelectorAll("body *")]
    .filter((one) => one.checkVisibility() && !one.closest("svg, .unseen, .sky"))
    .filter((one) => one.getBoundingClientRect().right > arguments[0] + 1)
    .map((one) => one.outerHTML.slice(0, 120));
"""
READY = """
return inside.URL !== "about:blank" && inside.readyState === "complete" && !inside.querySelector("#phase:empty");
"""


class Frame:
    """A part of the window that is as narrow as a small phone, for scenes one after another, before their acts: a page
    that follows its box is not loaded for its next scene."""

    def __init__(self, window: WebKit) -> None:
        self._window = window
        self._open = ExitStack()
        self._shown: tuple[FakeBox, Scene] | None = None

    def show(self, scene: Scene) -> None:
        """Show this scene."""
        box, before = self._shown or (None, scene)
        if box is not None and scene.follows_on(before) and box.fake_page is None:
            box.show(phase="")
            self._window.until(lambda _: not self.run(READY))
            set_up(box, scene)
        else:
            self.close()
            box = self._open.enter_context(shown(self._window, scene._replace(page="/nowhere")))
            self._window.run(
                """document.body.innerHTML = "<iframe height=640 frameborder=0>";
                Object.assign(document.querySelector("iframe"), {width: arguments[0], src: arguments[1]});""",
                PHONE,
                scene.page,
            )
        self._shown = box, scene
        self._window.until(lambda _: self.run(READY))

    def run(self, script: str, *arguments: Any) -> Any:
        """What a function body gives that has the document in the frame as `inside`."""
        inside = 'const inside = document.querySelector("iframe").contentDocument;'
        return self._window.run(inside + script, *arguments)

    def close(self) -> None:
        """Nothing is shown any more."""
        self._open.close()
        self._shown = None


@pytest.fixture(scope="module")
def frame(window: WebKit) -> Iterator[Frame]:
    with closing(Frame(window)) as frame:
        yield frame


@pytest.mark.parametrize("name", PHONE_PAGES)
def test_nothing_runs_off_a_small_phone(frame: Frame, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The window itself is never so narrow."""
    monkeypatch.delitem(app.HEADERS, "Content-Security-Policy")
    frame.show(SCENES[name])
    assert frame.run(TOO_WIDE, PHONE) == []
    assert frame.run("return inside.documentElement.scrollWidth") <= PHONE
