"""WebKit, the nearest thing to an iPhone, on a screen that nobody sees."""

from __future__ import annotations

import os
import subprocess
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import Scene
from web.screenshots import TOKENS, set_up
from web.server import Server

DRIVER = Path("/usr/bin/WebKitWebDriver")
SCREEN = Path("/usr/bin/Xvfb")
PLAYS_MP4 = any(Path("/usr/lib").glob("*/gstreamer-1.0/libgstlibav.so"))
PATIENCE = 60.0


class WebKit:
    """A window of WebKit; `driver` is what steers it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def until(self, what: Callable[[Any], Any]) -> Any:
        """What this gives, once that is true."""
        return WebDriverWait(self.driver, PATIENCE, 0.05).until(what)

    def shows(self, selector: str) -> bool:
        """Can anything be seen that this selects?"""
        return any(one.is_displayed() for one in self.driver.find_elements(By.CSS_SELECTOR, selector))

    def find(self, selector: str) -> Any:
        """The first element that this selects, once it can be seen."""
        self.until(lambda _: self.shows(selector))
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        """What the first element says that this selects."""
        return str(self.find(selector).text)

    def run(self, script: str, *arguments: Any) -> Any:
        """What a function body gives."""
        return self.driver.execute_script(script, *arguments)


@contextmanager
def webkit() -> Iterator[WebKit]:
    """A window of its own, and a screen for it."""
    with ExitStack() as over:
        seen, told = os.pipe()
        screen = ["Xvfb", "-displayfd", str(told), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
        shown = over.enter_context(subprocess.Popen(screen, pass_fds=[told], stderr=subprocess.DEVNULL))
        over.callback(shown.terminate)
        os.close(told)
        with open(seen, encoding="ascii") as number:
            display = f":{number.readline().strip()}"
        options = Options()
        options.binary_location = str(next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")))
        options.add_argument("--automation")
        service = Service(str(DRIVER), env={**os.environ, "DISPLAY": display})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of selenium, about itself
            driver = webdriver.WebKitGTK(options=options, service=service)
        over.callback(driver.quit)
        yield WebKit(driver)


@contextmanager
def shown(window: WebKit, scene: Scene) -> Iterator[FakeBox]:
    """This scene in the window, before its act; the box behind it."""
    box = FakeBox()
    set_up(box, scene)
    server = Server(box, "127.0.0.1", 0, streams=4, fake_page=box.fake_page)
    server.start()
    address = f"http://127.0.0.1:{server.port}"
    try:
        window.driver.get(f"{address}/static/icon.svg")
        window.driver.delete_all_cookies()
        for kind, token in TOKENS.items() if scene.known else ():
            window.driver.add_cookie({"name": f"narrator-{kind}-{server.port}", "value": token, "path": "/"})
        window.driver.get(address + scene.page)
        yield box
    finally:
        window.driver.get("about:blank")
        server.stop()
