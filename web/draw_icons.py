"""What do the icons on a home screen look like? `python -m web.draw_icons` draws them from static/icon.svg.

Those that a phone cuts to its own shape are drawn to their edges; needs what the tests need (Chromium).
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from web.screenshots import CHROMIUM, FLAGS

STATIC = Path(__file__).parent / "static"
ROUND = 'rx="14"'
ICONS = {
    "icon-180.png": (180, False),
    "icon-192.png": (192, True),
    "icon-512.png": (512, True),
    "icon-maskable.png": (512, False),
}
"""Each file, how many pixels wide and high it is, and whether its corners are rounded."""


def drawn(browser: Browser, size: int, rounded: bool) -> bytes:
    """The icon as a PNG."""
    svg = (STATIC / "icon.svg").read_text()
    page = browser.new_page(viewport={"width": size, "height": size})
    picture = svg if rounded else svg.replace(ROUND, "")
    page.set_content(f"<style>body, svg {{ margin: 0; display: block }}</style>{picture}")
    png = page.screenshot(omit_background=True)
    page.close()
    return png


def main() -> None:
    """Draw all of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, (size, rounded) in ICONS.items():
            (STATIC / name).write_bytes(drawn(browser, size, rounded))
        browser.close()


if __name__ == "__main__":
    main()
