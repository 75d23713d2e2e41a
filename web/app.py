"""Which addresses does the box answer? Its pages; a view, a stream and a mailbox for each kind of page; QR codes.

    GET  /  /play  /host  /table  /lent   the pages
    GET  /evenings                   who has played here, as what, and how it went
    GET  /view/<kind>                the newest view, as JSON
    GET  /events/<kind>              every view from now on, as server-sent events
    POST /tell/<kind>                one message to the box
    GET  /words/<id>                 all that pages say in one language: see `words.py`
    GET  /deck                       the characters of tonight, as JSON
    GET  /icons/<id>                 what all cards look like: see `icons.py`
    GET  /qr.svg                     the join page's address
    GET  /wifi  /wifi.svg            the box's own Wi-Fi, where it has opened one, for those who may know its password
    GET  /<page>.webmanifest         what a phone keeps of a page on its home screen: see `home_screen.py`
    GET  /hardware                   devices on a page, with a view, a stream and a mailbox: where these are fake

    and, in the box's own Wi-Fi, what phones ask to find the internet: see `captive.py`; over HTTPS, what makes phones
    trust it: see `https.py`

`kind` is player, host, table or lent; the table has no mailbox. A cookie says whose page it is, never an address.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from typing import Any

import segno
from flask import (
    Flask,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
)
from segno.helpers import make_wifi
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from narrator.box.limits import is_box
from narrator.box.pages.listeners import MOST
from narrator.errors import NarratorError
from narrator.network.hotspot import Wifi
from web import messages
from web.box import Backend, DevicePage, Kind, Message
from web.captive import captive
from web.home_screen import add_home_screen
from web.https import Tls, add_https
from web.icons import add_icons
from web.own import keep_to_own
from web.streams import Stream, Streams
from web.visit import visit
from web.words import add_words, language, say, translated

log = logging.getLogger("narrator.web")

A_WEEK = 7 * 24 * 3600

# Everything comes from the box itself, nothing is kept by the browser, nothing is shown inside another site.
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}

KEPT = {
    "static": "no-cache",  # kept, but asked for each time: a new box, new pages
    "words": "max-age=31536000, immutable",  # other words have another address
    "icons": "max-age=31536000, immutable",
}

# A refusal is 422 unless its code says more.
STATUS = {
    "not-json": 400,
    "not-a-message": 400,
    "unknown-part": 400,
    "wrong-type": 400,
    "unknown-seat": 403,
    "not-the-host": 403,
    "wrong-pin": 403,
    "not-lent": 403,
    "door-shut": 403,
    "not-our-page": 403,
    "stale": 409,
    "wrong-address": 421,
    "too-often": 429,
    "our-mistake": 500,
    "full": 503,
    "busy": 503,
}

# What the visitor of a page that cannot be shown is told.
SENTENCES = {
    403: "wrong.host-alone",
    404: "wrong.no-page",
    405: "wrong.not-so",
    413: "wrong.too-long",
    415: "wrong.not-json",
    500: "wrong.failed",
}


def create_app(box: Backend, streams: int = MOST, fake_page: DevicePage | None = None, tls: Tls | None = None) -> Flask:
    """The pages of this box, as a WSGI application; `app.extensions["streams"]` holds its open streams."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = messages.LARGEST
    add_words(app, box)
    add_icons(app, box)
    app.register_blueprint(captive(box))  # in the box's own Wi-Fi every name leads here, and is led on
    keep_to_own(app, box)
    add_home_screen(app)
    if tls is not None:
        add_https(app, box, tls)
    opened = app.extensions["streams"] = Streams(streams)

    def seen(kind: Kind) -> str:
        """The newest view of the page that asks; raises `NarratorError` for a stranger."""
        token = token_of(kind)
        view = box.snapshot(kind, token, language())
        visit().known = token is not None
        return view

    def known(kind: Kind) -> bool:
        """Does the cookie of this page belong to somebody?"""
        try:
            seen(kind)
        except NarratorError as error:
            if STATUS.get(error.code) != 403:
                raise
            return False
        return True

    def host_page(template: str, **words: Any) -> str:
        """A page for the host alone, or the door before it."""
        return render_template(template if known("host") else "pin.html", then=request.path, **words)

    @app.get("/")
    def join() -> str | AnyResponse:
        if known("player"):
            return redirect("/play")
        return render_template("join.html", addresses=box.addresses, had_a_seat="no-seat" in request.args)

    @app.get("/play")
    def play() -> str | AnyResponse:
        return render_template("play.html", host=known("host")) if known("player") else redirect("/")

    @app.get("/host")
    def host() -> str:
        return host_page("host.html", fake_page=fake_page)

    @app.get("/table")
    def table() -> str:
        return render_template("table.html", host=known("host"))

    @app.get("/lent")
    def lent() -> str:
        return render_template("lent.html" if known("lent") else "lend.html")

    @app.get("/evenings")
    def evenings() -> str:
        kind = "host" if known("host") else "player"
        return render_template("evenings.html", kind=kind, back="/host" if kind == "host" else "/")

    @app.get("/qr.svg")
    def qr() -> Response:
        return picture(segno.make(box.join_url, error="m")) if box.join_url else abort(404)

    def own_wifi() -> Wifi:
        """The box's own Wi-Fi, for the host, for who is in it already, and for a page on the box itself."""
        wifi, peer = box.wifi, request.remote_addr
        if wifi is None:
            abort(404)
        if not (is_box(peer or "") or wifi.holds(peer) or known("host")):
            abort(403)
        return wifi

    @app.get("/wifi")
    def wifi() -> Response:
        found = own_wifi()
        return jsonify(name=found.name, passphrase=found.passphrase)

    @app.get("/wifi.svg")
    def wifi_code() -> Response:
        found = own_wifi()
        return picture(make_wifi(ssid=found.name, password=found.passphrase, security="WPA"))

    @app.get("/view/<any(player, host, table, lent):kind>")
    def view(kind: Kind) -> Response:
        return Response(seen(kind), mimetype="application/json")

    @app.get("/deck")
    def deck() -> Response:
        return Response(box.snapshot("deck", None, language()), mimetype="application/json")

    @app.get("/events/<any(player, host, table, lent):kind>")
    def events(kind: Kind) -> Response:
        token, code = token_of(kind), language()
        return streamed(opened.open(kind, token, lambda: box.listen(kind, token, code)))

    @app.post("/tell/<any(player, host, lent):kind>")
    def tell(kind: Kind) -> AnyResponse:
        reply = box.ask(posted() | {"token": token_of(kind), "peer": request.remote_addr or "", "language": language()})
        if not reply["ok"]:
            return refusal(reply["code"], reply["sentence"])
        response = jsonify({part: value for part, value in reply.items() if part != "token"})
        if "token" in reply:
            secure = request.is_secure
            response.set_cookie(
                cookie(kind), reply["token"], max_age=A_WEEK, httponly=True, samesite="Lax", secure=secure
            )
        return response

    if fake_page is not None:
        add_fake_page(app, box, fake_page, opened, host_page)

    @app.errorhandler(NarratorError)
    def refused(error: NarratorError) -> AnyResponse:
        return refusal(error.code, translated(error))

    @app.errorhandler(Exception)
    def failed(error: Exception) -> AnyResponse:
        status = error.code or 500 if isinstance(error, HTTPException) else 500
        if status >= 500:
            log.exception("%s %s", request.method, request.path)
        return refusal(f"http-{status}", say(SENTENCES.get(status, "wrong.other"), number=status), status)

    @app.after_request
    def safe(response: AnyResponse) -> AnyResponse:
        for name, value in HEADERS.items():
            response.headers[name] = value
        if request.endpoint in KEPT:
            response.headers["Cache-Control"] = KEPT[request.endpoint]
        return response

    return app


def add_fake_page(
    app: Flask, box: Backend, fake_page: DevicePage, opened: Streams, host_page: Callable[[str], str]
) -> None:
    """The page with devices: it presses for everybody and shows every light, so only the host may open it."""

    def host() -> str | None:
        """The host's token; raises `NarratorError` for anybody else."""
        token = token_of("host")
        box.snapshot("host", token)
        return token

    @app.get("/hardware")
    def hardware() -> str:
        return host_page("hardware.html")

    @app.get("/view/hardware")
    def hardware_view() -> Response:
        host()
        return Response(fake_page.snapshot(), mimetype="application/json")

    @app.get("/events/hardware")
    def hardware_events() -> Response:
        return streamed(opened.open("hardware", host(), fake_page.listen))

    @app.post("/tell/hardware")
    def tell_hardware() -> AnyResponse:
        host()
        reply = fake_page.ask(posted())
        return jsonify(reply) if reply["ok"] else refusal(reply["code"], reply["sentence"])


def streamed(stream: Stream) -> Response:
    """An answer that goes on: the server sends what comes down this stream."""
    visit().stream = stream
    visit().known = visit().known or stream.token is not None
    return Response(mimetype="text/event-stream")


def posted() -> Message:
    """The message that a page has sent."""
    if request.mimetype != "application/json":
        abort(415)
    return messages.read(request.get_data())


def picture(code: segno.QRCode) -> Response:
    """A QR code that phones find easily and that is not too bright at night."""
    drawn = io.BytesIO()
    code.save(
        drawn, kind="svg", border=2, dark="#10142a", light="#f4ecd8", svgclass=None, lineclass=None, omitsize=True
    )
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def token_of(kind: Kind) -> str | None:
    """Whose page is this? The table's belongs to nobody."""
    return None if kind == "table" else request.cookies.get(cookie(kind), "")


def cookie(kind: Kind) -> str:
    """The cookie of this kind of page; another one for each port, as two boxes may run on one machine."""
    return f"narrator-{kind}-{request.environ['SERVER_PORT']}"


def refusal(code: str, sentence: str, status: int | None = None) -> AnyResponse:
    """A refused request: for a script as JSON, for people as a page."""
    status = status or STATUS.get(code, 422)
    if request.path.startswith(("/tell/", "/view/", "/events/")):
        return make_response(jsonify(ok=False, code=code, sentence=sentence), status)
    return make_response(render_template("wrong.html", sentence=sentence), status)
