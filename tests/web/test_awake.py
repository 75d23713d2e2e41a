"""Does a phone stay awake while its player waits?"""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.labs.fakescenes import Scene, lobby
from web.screenshots import staged

WAITING = Scene("/play", lobby)
OVER_HTTP = "delete Navigator.prototype.wakeLock"
"""Browsers have no wake lock over plain HTTP but on the machine itself, where these tests run."""


def reloaded(page: Page, script: str) -> None:
    """The page once more, with this script run before its own."""
    page.add_init_script(script)
    page.reload()
    page.wait_for_selector("#phase:not(:empty)")


def film(page: Page, what: str) -> object:
    return page.evaluate(f"document.querySelector('video.awake')?.{what}")


def test_over_https_the_browser_keeps_the_phone_awake_and_no_film_plays(browser: Browser) -> None:
    with staged(browser, WAITING) as (page, *_):
        reloaded(
            page,
            """window.locks = [];
            Object.defineProperty(navigator, "wakeLock", {value: {request: async (kind) => {
                const lock = new EventTarget(); window.locks.push(lock); return lock;
            }}});""",
        )
        assert page.evaluate("locks.length") == 0
        page.click("body", position={"x": 5, "y": 5})
        page.click("body", position={"x": 5, "y": 5})
        page.wait_for_function("() => locks.length === 1")
        page.evaluate("locks[0].dispatchEvent(new Event('release'))")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_function("() => locks.length === 2")
        assert film(page, "paused") is None


def test_over_plain_http_a_film_plays_from_the_first_touch_on(browser: Browser) -> None:
    with staged(browser, WAITING) as (page, *_):
        reloaded(page, OVER_HTTP)
        assert film(page, "paused") is None
        page.click("body", position={"x": 5, "y": 5})
        page.wait_for_function("() => document.querySelector('video.awake').currentTime > 0.5")
        assert film(page, "loop") is False
        assert film(page, "muted") is True
        box = page.locator("video.awake").bounding_box()
        assert box is not None
        assert box["width"] * box["height"] >= 0.2 * 390 * 640, "Chrome asks for a fifth of the window"
        page.evaluate("document.querySelector('video.awake').currentTime = 10.5")
        page.wait_for_function("() => document.querySelector('video.awake').currentTime < 5")
        expect(page.locator("#asleep")).to_be_hidden()


def test_the_film_goes_on_after_a_call_has_stopped_it(browser: Browser) -> None:
    with staged(browser, WAITING) as (page, *_):
        reloaded(page, OVER_HTTP)
        page.click("body", position={"x": 5, "y": 5})
        page.wait_for_function("() => document.querySelector('video.awake')?.paused === false")
        page.evaluate("document.querySelector('video.awake').pause()")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_function("() => !document.querySelector('video.awake').paused")


def test_a_phone_that_cannot_be_kept_awake_is_told_what_to_set(browser: Browser) -> None:
    with staged(browser, WAITING) as (page, *_):
        reloaded(page, OVER_HTTP + "; HTMLMediaElement.prototype.play = async () => { throw new Error() }")
        expect(page.locator("#asleep")).to_be_hidden()
        page.click("body", position={"x": 5, "y": 5})
        expect(page.locator("#asleep")).to_contain_text("this phone’s settings")
