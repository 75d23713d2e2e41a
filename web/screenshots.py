"""How does every page look? `python -m web.screenshots [scene …]` renders them all into web/screenshots/*.png.

Needs a clone and what the tests need (Chromium). The pages are real, the box behind them is the tests' fake one.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.labs.fakebox import FakeBox
from tests.labs.fakescenes import SCENES, Scene
from web.server import Server

CHROMIUM = "/usr/bin/chromium-headless-shell"
"""Chromium without its windows, which costs less than half the time."""
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
]
"""Nothing but the pages, in as few processes as they can do with."""

TOKENS = {"player": "token-of-Ann", "host": "host-token", "lent": "lent-token"}
"""By which the fake box knows who looks at its pages."""
FOLDER = Path(__file__).parent / "screenshots"
PHONES = (320, 390)
WIDTHS = {"/table": (1280,), "/hardware": (390, 1280)}
HEIGHTS = {320: 568, 390: 844, 1280: 720}  # of a small phone, a common phone and a big screen, by their widths
LARGEST = 70_000  # bytes of one picture


class Staged(NamedTuple):
    """A scene in play: its `page` after its act, the `box` and the `server` behind it.

    `complaints`: what the browser found wrong; `requests`: the addresses it asked for.
    """

    page: Page
    box: FakeBox
    server: Server
    complaints: list[str]
    requests: list[str]


def set_up(box: FakeBox, scene: Scene) -> None:
    """Let a box show this scene, whatever it has shown before."""
    with box.changed:
        box.begin("Ann", "Bob", "Cid")
        box.host_tokens.add("host-token")
        scene.set_up(box)


def play(page: Page, scene: Scene) -> None:
    """Wait until this page shows the scene, and let its user act."""
    if scene.follows:
        page.wait_for_selector("#phase:not(:empty)")
    if scene.act is not None:
        scene.act(page)


@contextmanager
def staged(browser: Browser, scene: Scene, width: int = 320, **context_options: Any) -> Iterator[Staged]:
    """This scene on a page of this width."""
    box = FakeBox()
    set_up(box, scene)
    server = Server(box, "127.0.0.1", 0, streams=4, fake_page=box.fake_page)
    server.start()
    viewport = {"width": width, "height": HEIGHTS[width]}
    context = browser.new_context(**{"viewport": viewport, "reduced_motion": "reduce"} | context_options)
    try:
        address = f"http://127.0.0.1:{server.port}"
        if scene.known:
            for kind, token in TOKENS.items():
                context.add_cookies([{"name": f"narrator-{kind}-{server.port}", "value": token, "url": address}])
        page = context.new_page()
        stage = Staged(page, box, server, [], [])
        page.on("console", lambda line: stage.complaints.extend([line.text] * (line.type in ("error", "warning"))))
        page.on("pageerror", lambda error: stage.complaints.append(str(error)))
        page.on("request", lambda request: stage.requests.append(request.url))
        page.goto(address + scene.page)
        play(page, scene)
        yield stage
    finally:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.close()
        server.stop()


def picture(page: Page, whole: bool) -> Image.Image:
    """What this page looks like; the big screen at half its size."""
    if whole:
        assert page.viewport_size is not None
        for _ in range(2):  # a taller window makes some parts taller
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": page.viewport_size["width"], "height": height})
    page.evaluate("Promise.allSettled([...document.images].map((image) => image.decode()))")
    image = Image.open(io.BytesIO(page.screenshot()))
    return image.reduce(2) if image.width > 1000 else image


def save(image: Image.Image, path: Path) -> None:
    """Keep a picture with as many colours as fit into `LARGEST` bytes."""
    for colours in (256, 128, 64, 32):
        image.convert("RGB").quantize(colours, Image.Quantize.MAXCOVERAGE).save(path, optimize=True)
        if path.stat().st_size < LARGEST:
            return
    raise ValueError(f"{path.name} has {path.stat().st_size} bytes even with 32 colours")


def main(names: list[str]) -> None:
    """Render the scenes with these names, or all of them."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in names or SCENES:
            scene = SCENES[name]
            for width in WIDTHS.get(scene.page, PHONES):
                with staged(browser, scene, width) as (page, *_):
                    save(picture(page, scene.whole), FOLDER / f"{name}-{width}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
