"""The pages in WebKit, as on an iPhone: a player's evening, the film that keeps a phone awake, and small phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver import ActionChains

from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import SCENES, Scene, asked, learned, lobby, over, vote
from tests.labs.webkitlab import DRIVER, PLAYS_MP4, SCREEN, WebKit, shown, webkit
from web import app

pytestmark = pytest.mark.browser
PHONE = 360
PHONE_PAGES = [name for name, scene in SCENES.items() if scene.page != "/table"]


@pytest.fixture(scope="module")
def window() -> Iterator[WebKit]:
    if not (DRIVER.exists() and SCREEN.exists()):
        pytest.skip("pages in WebKit need: sudo apt install webkit2gtk-driver xvfb")
    with webkit() as window:
        yield window


def test_a_name_leads_to_the_table(window: WebKit) -> None:
    with shown(window, Scene("/", lobby, known=False)) as box:
        window.find("#name").send_keys("Zoë")
        window.find("form button").click()
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
const inside = document.querySelector("iframe").contentDocument;
return [...inside.querySelectorAll("body *")]
    .filter((one) => one.checkVisibility() && !one.closest("svg, .unseen, .sky"))
    .filter((one) => one.getBoundingClientRect().right > arguments[0] + 1)
    .map((one) => one.outerHTML.slice(0, 120));
"""
READY = """
const inside = document.querySelector("iframe").contentDocument;
return inside.URL !== "about:blank" && inside.readyState === "complete" && !inside.querySelector("#phase:empty");
"""


@pytest.mark.parametrize("name", PHONE_PAGES)
def test_nothing_runs_off_a_small_phone(window: WebKit, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The window itself is never so narrow."""
    monkeypatch.delitem(app.HEADERS, "Content-Security-Policy")
    with shown(window, SCENES[name]._replace(page="/nowhere")):
        window.run(
            """document.body.innerHTML = "<iframe height=640 frameborder=0>";
            Object.assign(document.querySelector("iframe"), {width: arguments[0], src: arguments[1]});""",
            PHONE,
            SCENES[name].page,
        )
        window.until(lambda _: window.run(READY))
        assert window.run(TOO_WIDE, PHONE) == []
        wide = "return document.querySelector('iframe').contentDocument.documentElement.scrollWidth"
        assert window.run(wide) <= PHONE
