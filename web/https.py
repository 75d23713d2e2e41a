"""How do phones come to trust the pages? Over plain HTTP they find what makes the box trusted, and else are led on.

GET  /certificate      how a phone installs the box's own authority
GET  /narrator.crt     that authority
"""

from __future__ import annotations

import ssl
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from narrator.network.addresses import WEB, WEB_TLS
from web.box import Backend

PLAIN = ("static", "qr", "captive.way_in", "certificate", "authority")
"""What is shown without HTTPS, too: none of it is private."""


class Tls(NamedTuple):
    """Pages over HTTPS at this port, with the certificates of a context; `authority` is what phones install, DER, where
    the box is its own authority."""

    port: int
    context: ssl.SSLContext
    authority: bytes | None

    @property
    def fingerprint(self) -> str:
        """What people tell the box's authority from another by, as phones show it."""
        return sha256(self.authority or b"").digest().hex(" ").upper()


def add_https(app: Flask, box: Backend, tls: Tls) -> None:
    """Lead from plain HTTP, at `app.config["PLAIN_PORT"]`, to HTTPS, and have the authority installed."""

    def here(scheme: str, port: int, usual: int, home: str = "") -> str:
        """This box under the name by which it was asked, or which stands in its address at home."""
        name = urlsplit(home or f"//{request.host}").hostname or ""
        name = f"[{name}]" if ":" in name else name
        return f"{scheme}://{name}" + ("" if port == usual else f":{port}")

    @app.before_request
    def lead_on() -> AnyResponse | None:
        if request.is_secure or request.endpoint in PLAIN:
            return None
        named = here("https", tls.port, WEB_TLS)
        home = named if tls.authority is not None else box.join_url or named
        return redirect(home + request.full_path.removesuffix("?"), 307)

    if tls.authority is None:
        return

    @app.context_processor
    def first() -> dict[str, str]:
        """Where a phone goes that has never been here."""
        return {"first": here("http", app.config["PLAIN_PORT"], WEB, box.join_url) + "/certificate"}

    @app.get("/certificate")
    def certificate() -> str:
        return render_template("certificate.html", address=here("https", tls.port, WEB_TLS), tls=tls)

    @app.get("/narrator.crt")
    def authority() -> Response:
        return Response(tls.authority, mimetype="application/x-x509-ca-cert")
