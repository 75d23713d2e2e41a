"""Who has shown a token is known for that request, and for no other."""

from __future__ import annotations

from flask import Flask

from web.visit import VISIT, visit


def test_what_a_page_says_is_found_again_in_the_same_request_alone() -> None:
    app = Flask("pages")
    with app.test_request_context("/play"):
        assert not visit().known
        visit().known = True
        assert visit().known
    with app.test_request_context("/play"):
        assert not visit().known


def test_the_server_hears_what_the_pages_say() -> None:
    with Flask("pages").test_request_context("/play") as context:
        assert VISIT not in context.request.environ
        visit().known = True
        assert context.request.environ[VISIT].known
