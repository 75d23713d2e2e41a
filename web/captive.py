"""Why does a phone stay in a Wi-Fi that has no internet? Because its probes for the internet are answered here.

A phone that has joined the box's own Wi-Fi asks its maker for a small page. Unless that is as expected, it opens a
window of its own to log in; anybody who plays in that window loses the Wi-Fi on closing it. So it first shows a
page that says where to go with a real browser; after that the phone's probes are answered as its maker would.

All of it sleeps until the box has opened a Wi-Fi, and concerns the phones in that Wi-Fi only.
"""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urljoin

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from web.box import Backend
from web.own import host_in

APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
FIREFOX = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
HTML, PLAIN = "text/html", "text/plain"
WELL = {
    "/hotspot-detect.html": (200, HTML, APPLE),  # Apple
    "/library/test/success.html": (200, HTML, APPLE),
    "/generate_204": (204, PLAIN, ""),  # Android, Chromium
    "/gen_204": (204, PLAIN, ""),
    "/connecttest.txt": (200, PLAIN, "Microsoft Connect Test"),  # Windows
    "/ncsi.txt": (200, PLAIN, "Microsoft NCSI"),
    "/success.txt": (200, PLAIN, "success\n"),  # Firefox
    "/canonical.html": (200, HTML, FIREFOX),
    "/nm-check.txt": (200, PLAIN, "NetworkManager is online\n"),  # NetworkManager: Arch, Debian, Gnome, Fedora
    "/nm": (200, PLAIN, "NetworkManager is online\n"),
    "/check_network_status.txt": (200, PLAIN, "NetworkManager is online\n"),
    "/static/hotspot.txt": (200, PLAIN, "OK\n"),
    "/kindle-wifi/wifistub.html": (200, HTML, "<!DOCTYPE html><title>Kindle Reachability Probe Page</title>"),
}
"""What the makers of phones answer to their probes, by the path that is asked for."""
WAY = "/way-in"
MOST = 500
"""How many phones are remembered."""
ENOUGH = 2
"""The first probe after the page was shown comes before anybody has read it: this one is answered well."""


class Visitors:
    """Which phones, by their addresses, have been shown the way since the box was started?"""

    def __init__(self) -> None:
        self._probes: dict[str, int] = {}

    def show(self, phone: str) -> None:
        """Somebody has the page open."""
        self._probes.setdefault(phone, 0)
        if len(self._probes) > MOST:
            del self._probes[next(iter(self._probes))]

    def let_in(self, phone: str) -> None:
        """Somebody has read it, and says so."""
        self.show(phone)
        self._probes[phone] = ENOUGH

    def probe(self, phone: str) -> bool:
        """The phone asks for the internet: is it to believe that it is there?"""
        if phone not in self._probes:
            return False
        self._probes[phone] += 1
        return self.is_in(phone)

    def is_in(self, phone: str) -> bool:
        """Does this phone stay in the Wi-Fi?"""
        return self._probes.get(phone, 0) >= ENOUGH


def captive(box: Backend) -> Blueprint:
    """The answers for phones in the box's own Wi-Fi."""
    pages, visitors = Blueprint("captive", __name__), Visitors()

    def visitor() -> str | None:
        """The phone that asks, if it is in the box's own Wi-Fi."""
        phone = request.remote_addr
        return phone if box.wifi is not None and box.wifi.holds(phone) else None

    def way() -> str:
        """Where the way is shown; without HTTPS, which the windows of phones do not trust."""
        if box.wifi is None or not box.join_url.startswith("https:"):
            return urljoin(box.join_url, WAY)
        return f"http://{box.wifi.address}:{request.environ['SERVER_PORT']}".removesuffix(":80") + WAY

    @pages.before_app_request
    def catch() -> AnyResponse | None:
        phone = visitor()
        if phone is None or _is_meant(request.host):
            return None
        if request.path not in WELL:
            return redirect(box.join_url)
        if not visitors.probe(phone):
            return redirect(way())
        status, kind, text = WELL[request.path]
        return Response(text, status, mimetype=kind)

    @pages.get(WAY)
    @pages.post(WAY)
    def way_in() -> str:
        phone = visitor()
        if phone is None:
            abort(404)
        if request.method == "POST":
            visitors.let_in(phone)
        elif _is_seen():
            visitors.show(phone)
        return render_template("way-in.html", address=box.join_url, is_in=visitors.is_in(phone))

    return pages


def _is_meant(host: str) -> bool:
    """Does a phone ask for this box by its address, or by a name that only the box can have?"""
    name = host_in(f"//{host}")
    try:
        return bool(ip_address(name))
    except ValueError:
        return name == "localhost" or name.endswith(".local")


def _is_seen() -> bool:
    """Is it a window that opens the page, and not a probe that has followed the way there?"""
    browser = request.user_agent.string
    return "Mozilla" in browser and "CaptiveNetworkSupport" not in browser
