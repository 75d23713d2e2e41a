"""Is this request meant for this box, and does it come from a page of its own?

A page from elsewhere that somebody has open beside the box's cannot read the table by having a name of its own lead
here, and cannot tap for anybody.
"""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, request

from narrator.errors import NarratorError
from narrator.network.addresses import names
from web.box import Backend
from web.words import say

READING = ("GET", "HEAD", "OPTIONS")
OWN_PAGE = ("same-origin", "none")  # none: the browser's user did it, not a page


def keep_to_own(app: Flask, box: Backend) -> None:
    """Refuse what is meant for somebody else (`wrong-address`), and messages of other pages (`not-our-page`)."""

    @app.before_request
    def check() -> None:
        named = request.headers.get("Host", "")
        where = box.join_url or say("wrong.by-its-address")
        if not _is_own(host_in(f"//{named}"), box):
            raise NarratorError("wrong-address", say("wrong.other-name", name=named[:60], address=where))
        if request.method not in READING and not _is_own_page(named):
            raise NarratorError("not-our-page", say("wrong.other-page", address=where))


def _is_own(host: str, box: Backend) -> bool:
    told = {host_in(address) for address in box.addresses} | {box.wifi.address if box.wifi else ""}
    try:
        address = ip_address(host)
    except ValueError:
        return bool(host) and host in told | names()
    return address.is_loopback or host in told | {request.environ["SERVER_NAME"].partition("%")[0]}


def _is_own_page(named: str) -> bool:
    """Browsers say from which page a message comes. Old ones may not; those let no page send JSON elsewhere."""
    origin = request.headers.get("Origin")
    mine = origin is None or origin.lower().partition("://")[2] == named.lower()
    return mine and request.headers.get("Sec-Fetch-Site", OWN_PAGE[0]) in OWN_PAGE


def host_in(address: str) -> str:
    """The name or the number in a web address, as it is compared."""
    try:
        return (urlsplit(address).hostname or "").removesuffix(".")
    except ValueError:
        return ""
