"""What do cards look like on pages? All pictures, ours and the host's, come in one answer, which the browser keeps
under its id.

    GET  /icons/<id>     for every card the address of its picture, which holds the picture itself; `unknown` is the
                         back of a card, for one that nobody has drawn
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from flask import Flask, Response, request

from web.box import Backend

FOLDER = Path(__file__).parent / "static" / "icons"


def add_icons(app: Flask, box: Backend) -> None:
    """Have every page know the id of the pictures, and answer with them."""

    @cache
    def packed() -> bytes:
        drawn = {card: address(picture) for card, picture in {**ours(), **box.pictures}.items()}
        return gzip.compress(json.dumps(drawn).encode(), mtime=0)

    @cache
    def id_of_all() -> str:
        return sha256(packed()).hexdigest()[:12]

    @app.context_processor
    def in_templates() -> dict[str, object]:
        return {"icons": id_of_all()}

    @app.get("/icons/<version>")
    def icons(version: str) -> Response:
        response = Response(packed(), mimetype="application/json", headers={"Content-Encoding": "gzip"})
        if not request.accept_encodings["gzip"]:
            response = Response(gzip.decompress(packed()), mimetype="application/json")
        response.vary.add("Accept-Encoding")
        return response


@cache
def ours() -> dict[str, str]:
    """The box's own pictures, as SVG, by card."""
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.svg"))}


def address(picture: str) -> str:
    """An address that holds this SVG itself, so that showing it asks for nothing."""
    return "data:image/svg+xml," + quote(picture, safe=" !$&'()*+,/:;=?@[]")
