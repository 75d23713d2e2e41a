"""What does not fit on a page?"""

from __future__ import annotations

from playwright.sync_api import Page

MISFITS = """() => {
    const seen = [...document.querySelectorAll("body *")]
        .filter((one) => one.checkVisibility() && !one.closest("svg, .unseen"));
    const shown = (one) => one.outerHTML.slice(0, 100);
    const found = {
        sticksOut: seen.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map(shown),
        cutOff: seen.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
            && getComputedStyle(one).display !== "inline" && !one.matches("select, input, .sky")).map(shown),
        small: seen.filter((one) => one.matches("button, select, input, footer a, summary")).filter((one) => {
            const {width, height} = one.getBoundingClientRect();
            return height < 43.9 || width < 31.9;
        }).map(shown),
    };
    return Object.fromEntries(Object.entries(found).filter(([, some]) => some.length));
}"""


def misfits(page: Page) -> dict[str, list[str]]:
    """What sticks out to the right, what is cut off, and what is too small for a thumb; nothing where all is well."""
    found: dict[str, list[str]] = page.evaluate(MISFITS)
    return found
