"""What do the pages tell their server besides an answer? Who has been recognised, and which stream is to be sent."""

from __future__ import annotations

from flask import request

from web.streams import Stream

VISIT = "narrator.visit"
"""Where a request's visit stands in its WSGI environment."""


class Visit:
    """One request: `known` when it has shown the token of a seat or of the host."""

    def __init__(self) -> None:
        self.known = False
        self.stream: Stream | None = None


def visit() -> Visit:
    """The visit of the request that is being answered."""
    found: Visit = request.environ.setdefault(VISIT, Visit())
    return found
