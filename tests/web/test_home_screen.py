"""A page can be put on the home screen: with a name and an icon that suits any phone, and it opens where it was."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser

from tests.labs.fakescenes import Scene, host_lobby
from web.draw_icons import ICONS, STATIC, drawn
from web.home_screen import PAGES
from web.screenshots import staged


@pytest.mark.parametrize(("name", "size", "rounded"), [(name, *how) for name, how in ICONS.items()])
def test_the_icons_look_as_they_are_drawn(browser: Browser, name: str, size: int, rounded: bool) -> None:
    kept = Image.open(STATIC / name).convert("RGBA")
    new = Image.open(io.BytesIO(drawn(browser, size, rounded))).convert("RGBA")
    assert kept.size == (size, size)
    assert max(ImageChops.difference(kept, new).tobytes()) < 32
    assert (kept.getpixel((0, 0)) == (0, 0, 0, 0)) == rounded


@pytest.mark.parametrize("page_of", PAGES)
def test_a_page_can_be_put_on_the_home_screen(browser: Browser, page_of: str) -> None:
    with staged(browser, Scene(f"/{page_of}", host_lobby)) as (page, box, server, *_):
        devtools = page.context.new_cdp_session(page)
        found = devtools.send("Page.getAppManifest")
        assert found["errors"] == []
        assert found["url"] == f"http://127.0.0.1:{server.port}/{page_of}.webmanifest"
        manifest = json.loads(found["data"])
        errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert errors == []
        assert manifest["name"] == box.words["en"].say(PAGES[page_of][0])
        for icon in manifest["icons"]:
            answer = page.request.get(f"http://127.0.0.1:{server.port}{icon['src']}")
            assert answer.headers["content-type"] == icon["type"] == "image/png"
            width, height = Image.open(io.BytesIO(answer.body())).size
            assert icon["sizes"] == f"{width}x{height}"
        assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
        apple = page.get_attribute("link[rel=apple-touch-icon]", "href")
        assert apple is not None
        assert Path(apple).name in ICONS
        opened = page.goto(f"http://127.0.0.1:{server.port}{manifest['start_url']}")
        assert opened is not None
        assert opened.ok
        assert page.url.endswith(f"/{page_of}")
