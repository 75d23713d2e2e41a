"""What does a phone keep when somebody puts a page on its home screen?

GET /<page>.webmanifest    the page's name, its address, and its icons, which `python -m web.draw_icons` draws
"""

from __future__ import annotations

from typing import Literal

from flask import Flask, Response, jsonify

from web.words import say

Display = Literal["standalone", "fullscreen"]

NIGHT = "#060814"
PAGES: dict[str, tuple[str, Display]] = {
    "play": ("every.title", "standalone"),
    "host": ("every.host", "standalone"),
    "table": ("every.big-screen", "fullscreen"),
}
"""The name under each page's icon, and how the page is shown that was opened with it."""
ICONS = [("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-maskable.png", 512, "maskable")]


def add_home_screen(app: Flask) -> None:
    """Let phones put these pages on their home screens."""

    @app.get("/<any(play, host, table):page>.webmanifest")
    def manifest(page: str) -> Response:
        name, display = PAGES[page]
        icons = [
            {"src": f"/static/{file}", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for file, size, purpose in ICONS
        ]
        colours = {"background_color": NIGHT, "theme_color": NIGHT}
        where = {"id": f"/{page}", "start_url": f"/{page}", "scope": "/", "display": display}
        response = jsonify(name=say(name), short_name=say(name), icons=icons, **where, **colours)
        response.mimetype = "application/manifest+json"
        return response
