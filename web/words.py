"""In which language does a page speak? In the one that was chosen on this phone, or else one that its browser asks for,
or else the box's own.

    /?language=fr        this page, and from then on all pages on this phone, in French
    GET  /words/<id>     all words of a language, for the scripts: kept by the browser, as another word makes another id
"""

from __future__ import annotations

import re

from flask import Flask, Response, abort, g, jsonify, request
from markupsafe import Markup, escape
from werkzeug.wrappers import Response as AnyResponse

from narrator.errors import NarratorError
from narrator.telling.page_words import PageWords
from web.box import Backend

COOKIE = "narrator-language"
CHOICE = "language"
A_YEAR = 365 * 24 * 3600


def add_words(app: Flask, box: Backend) -> None:
    """Have every page speak; must be added before anything that refuses requests."""

    @app.before_request
    def choose() -> None:
        g.words = spoken(box)

    @app.after_request
    def keep_choice(response: AnyResponse) -> AnyResponse:
        if request.args.get(CHOICE) in box.words:
            response.set_cookie(COOKIE, request.args[CHOICE], max_age=A_YEAR, samesite="Lax")
        return response

    @app.context_processor
    def in_templates() -> dict[str, object]:
        return {"say": say, "words": g.words, "languages": list(box.words.values())}

    @app.template_filter()
    def set_apart(text: str) -> Markup:
        """Words between stars, as on the buttons of a phone."""
        return Markup(re.sub(r"\*(.+?)\*", r"<em>\1</em>", str(escape(text))))

    @app.get("/words/<code>.<version>")
    def words(code: str, version: str) -> Response:
        return jsonify(box.words[code].texts) if code in box.words else abort(404)


def spoken(box: Backend) -> PageWords:
    """The words in the language of the request that is being answered."""
    asked = [code for tag in request.accept_languages.values() for code in (tag, tag.partition("-")[0])]
    wanted = [request.args.get(CHOICE, ""), request.cookies.get(COOKIE, ""), *asked]
    known = {code.lower(): words for code, words in box.words.items()}
    return next((known[code.lower()] for code in wanted if code.lower() in known), box.words[box.own_language])


def language() -> str:
    """The language of the page that is asked for."""
    words: PageWords = g.words
    return words.code


def translated(error: NarratorError) -> str:
    """The sentence of an error in the language of the page that is asked for, where it can be said in any."""
    words: PageWords = g.words
    return error.sentence if error.said is None else words.tell(error.said)


def say(key: str, **places: object) -> str:
    """The text under a key, in the language of the page that is asked for."""
    words: PageWords = g.words
    return words.say(key, **places)
