"""What holds for all tests: nobody's own files are read or changed, and chance can be repeated."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from hypothesis import HealthCheck

from narrator.box import evening
from narrator.game.library import OWN  # errors are said in the words that it reads
from narrator.telling.language import Language
from narrator.telling.page_words import installed
from tests.chance import examples

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

    from tests.labs.stages import Stages

# A busy machine is not a fault. Derandomised: what failed in one run fails in the next.
hypothesis.settings.register_profile(
    "narrator", examples(), deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True, database=None
)
hypothesis.settings.load_profile("narrator")


LONGEST = (
    *("appliance/test_update.py", "evenings/test_regulars.py", "evenings/test_pages.py", "evenings/test_killed.py"),
    *("evenings/test_heard_without_phones.py", "evenings/test_heard.py", "evenings/test_first_evening.py"),
    *("appliance/test_systemd.py", "commands/test_voices.py", "box/test_village_secrecy.py"),
    *("evenings/test_trouble.py", "network/test_heartbeat.py"),
    *("box/test_decoys.py", "box/test_secrecy.py", "box/test_places.py", "telling/test_sound.py", "web/test_scenes.py"),
    *("web/test_webkit.py", "web/test_languages.py", "web/test_pages.py"),
)
"""The files that take longest: each begins before all others of its kind, so that nothing waits for it at the end."""
SINGLY = ("tests/appliance/test_systemd.py", "tests/telling/test_sound.py", "tests/web/test_pages.py")
"""The long files in which hardly anything is set up for more than one test of a process."""


os.environ["VOICE"] = "espeak"  # boxes that tests start speak at once, in the voice that every machine has


gc.disable()  # until all tests are found, nothing is thrown away


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A run of the serial tests alone reads only the files that have some."""
    serial = config.option.markexpr == "serial" and collection_path.match("test_*.py")
    return True if serial and "mark.serial" not in collection_path.read_text("utf-8") else None


def pytest_collection_finish() -> None:
    """What stays to the end of the run is not looked through again and again."""
    gc.freeze()
    gc.enable()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Whatever is given a browser, or what starts one, needs one."""
    if "playwright" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Quick files come first, then slow ones, then those with pages. The serial tests, which listen, run beside the
    first: slow tests load the machine, and a browser that root starts makes some of its threads urgent."""
    folder = Path(__file__).parent
    first = {folder / name: n for n, name in enumerate(LONGEST)}
    slow, pages = ({item.path for item in items if item.get_closest_marker(kind)} for kind in ("slow", "browser"))
    items.sort(key=lambda item: (item.path in pages, item.path in slow - pages, first.get(item.path, len(first))))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Workers are dealt whole files, whose tests share what they set up, but the tests of `SINGLY` one by one."""
    from xdist.scheduler import LoadFileScheduling

    class Dealt(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            return nodeid if file in SINGLY else str(file)

    return Dealt(config, log)


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


@pytest.fixture(autouse=True, scope="session")
def no_time_is_lost() -> Iterator[None]:
    """A test of one process does not wait until the disk has all: tests of lost power look at what was asked of it.
    And the project's own words are read once for all the boxes of a run."""
    own = cache(lambda: installed((OWN,)))
    load, own_words = Language.load, cache(Language.load)

    def words(folders: Sequence[Path], *of: str | Sequence[str], over: Language | None = None) -> Language:
        if over is not None or not {*folders} <= {OWN, OWN / "plain"}:
            return load(folders, *of, over=over)
        return own_words(tuple(folders), *(one if isinstance(one, str) else tuple(one) for one in of))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: os.fstat(file) and None)
        patch.setattr(evening, "installed", lambda folders: own() if folders == (OWN,) else installed(folders))
        patch.setattr(Language, "load", words)
        yield


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a catalogue like Piper's, on this machine."""
    from narrator.telling.voice import catalogue
    from tests.labs.voicelab import publishing

    with publishing(tmp_path / "catalogue") as address:
        monkeypatch.setattr(catalogue, "CATALOGUE", address)
        yield tmp_path / "catalogue"


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What starts browsers, and gives them plenty of time for everything; there is one in a process."""
    from playwright.sync_api import expect, sync_playwright

    from web.screenshots import CHROMIUM

    if not Path(CHROMIUM).exists():
        pytest.skip("pages need: sudo apt install chromium-headless-shell")
    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A real Chromium: to start one takes longer than most tests with it."""
    from web.screenshots import CHROMIUM, FLAGS

    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def browser(chromium: Browser) -> Iterator[Browser]:
    """A browser in which no page of another file is open."""
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture(scope="module")
def stages(browser: Browser) -> Iterator[Stages]:
    """Where scenes are shown one after another."""
    from tests.labs.stages import Stages

    with closing(Stages(browser)) as stages:
        yield stages
