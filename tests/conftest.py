"""What holds for all tests: nobody's own files are read or changed, and chance can be repeated."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from hypothesis import HealthCheck

import narrator.game.library  # noqa: F401 (errors are said in the words that it reads)
from tests.chance import examples

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A busy machine is not a fault. Derandomised: what failed in one run fails in the next.
hypothesis.settings.register_profile(
    "narrator", examples(), deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True, database=None
)
hypothesis.settings.load_profile("narrator")


LONGEST = (
    *("appliance/test_systemd.py", "web/test_pages.py", "evenings/test_pages.py", "evenings/test_killed.py"),
    *("evenings/test_heard.py", "evenings/test_heard_without_phones.py", "telling/test_sound.py"),
)
"""The files that take longest begin first, so that nothing waits for one of them at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    first = {folder / name: n for n, name in enumerate(LONGEST)}
    items.sort(key=lambda item: first.get(item.path, len(first)))


@pytest.fixture(autouse=True, scope="session")
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home folder of the tests' own: the games, caches and settings of the person who runs them stay untouched."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("XDG_", "NARRATOR_")) or name == "PULSE_SERVER":
                patch.delenv(name)
        patch.setenv("HOME", str(home))
        patch.setenv("LG_WD", str(home))
        yield home


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium that is given plenty of time for everything."""
    from playwright.sync_api import expect, sync_playwright

    from web.screenshots import CHROMIUM, FLAGS

    if not Path(CHROMIUM).exists():
        pytest.skip("pages need: sudo apt install chromium")
    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()
