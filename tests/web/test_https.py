"""Over plain HTTP a phone finds what makes the box trusted, and is led on to HTTPS at the same place."""

from __future__ import annotations

import ssl

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.labs.fakebox import FakeBox
from web.https import Tls, add_https


def pages(authority: bytes | None, port: int = 8443) -> FlaskClient:
    """A box with one page, and with an authority of its own, or a certificate that phones trust already."""
    app = Flask("pages")
    app.config["PLAIN_PORT"] = 80
    box = FakeBox("Ann")
    add_https(app, box, Tls(port, ssl.create_default_context(), authority))
    app.add_url_rule("/play", "play", lambda: "the page")
    return app.test_client()


@pytest.mark.parametrize(
    ("host", "port", "where"),
    [
        ("box.local", 8443, "https://box.local:8443/play?seat=3"),
        ("box.local:8080", 443, "https://box.local/play?seat=3"),
        ("[fe80::1]:8080", 8443, "https://[fe80::1]:8443/play?seat=3"),
    ],
)
def test_a_page_is_led_on_to_the_same_page_under_the_same_name(host: str, port: int, where: str) -> None:
    answer = pages(b"our authority", port).get("/play?seat=3", headers={"Host": host})
    assert (answer.status_code, answer.location) == (307, where)


def test_over_https_nobody_is_led_anywhere() -> None:
    assert pages(b"our authority").get("/play", base_url="https://box.local:8443").text == "the page"


def test_the_authority_is_there_before_it_is_trusted() -> None:
    answer = pages(b"our authority").get("/narrator.crt", headers={"Host": "box.local"})
    assert (answer.status_code, answer.data, answer.mimetype) == (200, b"our authority", "application/x-x509-ca-cert")


def test_where_phones_trust_the_box_there_is_nothing_to_install() -> None:
    assert pages(None).get("/narrator.crt", base_url="https://box.local:8443").status_code == 404


def test_an_authority_is_told_from_another_as_phones_show_it() -> None:
    fingerprint = Tls(443, ssl.create_default_context(), b"ours").fingerprint
    assert len(fingerprint.split(" ")) == 32
    assert fingerprint == fingerprint.upper()
    assert fingerprint != Tls(443, ssl.create_default_context(), b"theirs").fingerprint
