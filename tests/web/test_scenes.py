"""What holds for every page, in every state: read out, looked at and touched on the smallest phone and a big screen."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.labs.fakescenes import IN_TURN, SCENES
from tests.labs.misfits import misfits
from tests.labs.stages import Stages
from web.screenshots import Staged

PHONE_PAGES = [name for name in IN_TURN if SCENES[name].page != "/table"]
REFUSED = {"nowhere": 404, "join-refused": 422, "join-again": 422, "pin-said": 429, "lend-refused": 422}
"""The scenes in which the box refuses something, and how."""


@pytest.fixture(scope="module", params=IN_TURN)
def scene(request: pytest.FixtureRequest) -> str:
    """The name of every scene; all tests of one scene look at the same page."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def shown(scene: str, stages: Stages) -> Staged:
    """A scene on the smallest phone, or on the big screen."""
    return stages.show(SCENES[scene], 1280 if SCENES[scene].page == "/table" else 320)


def test_a_screen_reader_and_the_browser_find_no_fault(shown: Staged, scene: str) -> None:
    # Who cannot touch a page says what stands on a button; on the fake buttons of the table stands a number as well.
    by_voice = {"enabled": not scene.startswith("hardware")}
    found = Axe().run(shown.page, options={"rules": {"label-content-name-mismatch": by_voice}})
    assert found.violations_count == 0, found.generate_report()
    refused = REFUSED.get(scene, "nothing")
    assert [line for line in shown.complaints if f"status of {refused}" not in line] == []
    assert {address.split("/")[2] for address in shown.requests} == {f"127.0.0.1:{shown.server.port}"}
    assert not [address for address in shown.requests if "token" in address]


@pytest.mark.parametrize("scene", [name for name in SCENES if name.startswith("ask")], indirect=True)
def test_no_button_cuts_off_what_stands_on_it(shown: Staged) -> None:
    cut = "(buttons) => buttons.filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.textContent)"
    assert shown.page.locator("button").evaluate_all(cut) == []


@pytest.mark.parametrize("scene", PHONE_PAGES, indirect=True)
def test_a_small_phone_shows_the_whole_page_at_any_text_size(shown: Staged) -> None:
    page = shown.page
    settings = page.context.new_cdp_session(page)
    for text in (32, 16):  # the usual size last: the next scene is shown on the same page
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
        assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == text
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert misfits(page) == {}
