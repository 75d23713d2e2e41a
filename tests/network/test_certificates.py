"""Pages over HTTPS: the certificate of the box's own authority, one that the user has, and what phones are shown."""

from __future__ import annotations

import http.client
import json
import os
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from playwright.sync_api import Playwright, expect

from narrator import cli
from narrator.network import certificates
from narrator.network.certificates import BadCertificate, GivenCertificate, OwnCertificate
from narrator.network.hotspot import Wifi
from tests.labs.attacklab import Attack
from tests.labs.evening import EveningBox, free_port
from tests.labs.fakebox import FakeBox
from tests.labs.soundlab import until
from web.screenshots import CHROMIUM, FLAGS
from web.server import Server, Tls

NOW = datetime(2026, 11, 1, tzinfo=UTC)


def shown(port: int, authority: bytes, host: str = "127.0.0.1") -> x509.Certificate:
    """The certificate shown to a phone that trusts this authority; a bad one raises `ssl.SSLError`."""
    context = ssl.create_default_context(cadata=authority)
    line = socket.create_connection(("127.0.0.1", port), timeout=60)
    with line, context.wrap_socket(line, server_hostname=host) as safe:
        return x509.load_der_x509_certificate(safe.getpeercert(binary_form=True) or b"")


@pytest.fixture
def own(tmp_path: Path) -> OwnCertificate:
    return OwnCertificate(tmp_path / "https")


@pytest.fixture
def box() -> FakeBox:
    return FakeBox("Ann")


@pytest.fixture
def server(box: FakeBox, own: OwnCertificate) -> Iterator[Server]:
    own.hosts(["127.0.0.1"])
    tls = Tls(free_port(), own.context, own.authority)
    server = Server(box, "127.0.0.1", 0, patience=1, tls=tls)
    box.addresses, box.join_url = [f"https://127.0.0.1:{tls.port}"], f"https://127.0.0.1:{tls.port}"
    server.start()
    yield server
    server.stop()


def ask(port: int, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        line.request(method, path, headers=headers)
        answer = line.getresponse()
        answer.text = answer.read().decode("latin-1")  # type: ignore[attr-defined]
        return answer


def test_the_authority_is_made_once_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    first = OwnCertificate(tmp_path / "https")
    first.hosts(["192.168.1.7"])
    assert OwnCertificate(tmp_path / "https").authority == first.authority
    assert (tmp_path / "https").stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "https").iterdir()} == {0o600}


def test_phones_accept_the_certificate_for_every_name_and_address_of_the_box(
    server: Server, own: OwnCertificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.tls is not None
    machine = socket.gethostname().lower()
    for host in ("127.0.0.1", "localhost", f"{machine}.local", f"{machine}.fritz.box"):
        shown(server.tls.port, own.authority, host)
    with pytest.raises(ssl.SSLError):
        shown(server.tls.port, own.authority, "192.168.1.7")
    own.hosts(["192.168.1.7"])  # while it runs
    certificate = shown(server.tls.port, own.authority, "192.168.1.7")
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc <= timedelta(days=398)


def test_a_stolen_authority_can_pose_as_no_internet_name(server: Server, own: OwnCertificate) -> None:
    assert server.tls is not None
    own._may_name = lambda name: True  # type: ignore[method-assign, assignment]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificates, "names", lambda: {"bank.example"})
        own.hosts(["127.0.0.1"])
    with pytest.raises(ssl.SSLError, match="permitted subtree"):
        shown(server.tls.port, own.authority, "bank.example")


def test_a_certificate_is_made_again_shortly_before_it_expires_and_not_earlier(tmp_path: Path) -> None:
    now = NOW
    own = OwnCertificate(tmp_path, lambda: now)
    file = tmp_path / certificates.BOX
    own.hosts(["192.168.1.7"])
    first = file.read_bytes()
    for days in (0, 360):
        now = NOW + timedelta(days=days)
        own.hosts(["192.168.1.7"])
        assert file.read_bytes() == first
    now = NOW + timedelta(days=370)
    own.hosts(["192.168.1.7"])
    assert file.read_bytes() != first


def test_a_certificate_is_made_again_when_a_clock_that_was_years_ahead_is_set(tmp_path: Path) -> None:
    now = NOW + timedelta(days=2000)
    own = OwnCertificate(tmp_path, lambda: now)
    own.hosts(["192.168.1.7"])
    now = NOW
    own.hosts(["192.168.1.7"])
    made = x509.load_pem_x509_certificate((tmp_path / certificates.BOX).read_bytes())
    assert made.not_valid_before_utc < NOW < made.not_valid_after_utc


def test_a_damaged_authority_is_reported_with_its_remedy(tmp_path: Path) -> None:
    (tmp_path / certificates.AUTHORITY).write_text("-----BEGIN nothing")
    with pytest.raises(BadCertificate, match="is damaged: delete it") as caught:
        OwnCertificate(tmp_path)
    assert caught.value.code == "bad-authority"


def made(folder: Path, *more: str, days: int = 30) -> tuple[Path, Path]:
    """A certificate and a key like those users have, made by openssl."""
    key, certificate = folder / "my.key", folder / "my.crt"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-keyout", key, "-out", certificate, "-days", str(days),
         "-subj", "/CN=box", *(more or ("-nodes", "-addext", "subjectAltName=DNS:box.example.org,IP:192.168.1.7"))],
        check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key


def test_with_the_users_own_certificate_phones_are_sent_to_the_name_in_it(tmp_path: Path) -> None:
    given = GivenCertificate(*made(tmp_path), NOW)
    assert given.authority is None
    assert list(given.hosts(["192.168.1.7"])) == ["box.example.org", "192.168.1.7"]
    assert list(given.hosts(["10.0.0.5"])) == ["box.example.org"]


@pytest.mark.parametrize("fault", ["missing", "no-pem", "other-key", "password", "over", "nameless"])
def test_an_unusable_certificate_is_reported_with_its_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    more = {"password": ["-passout", "pass:moon"], "nameless": ["-nodes"]}.get(fault, [])
    certificate, key = made(tmp_path, *more)
    if fault == "missing":
        key.unlink()
    elif fault == "no-pem":
        certificate.write_bytes(b"\0\1\2")
    elif fault == "other-key":
        (tmp_path / "other").mkdir()
        _, key = made(tmp_path / "other")
    late = datetime.now(UTC) + timedelta(days=40 if fault == "over" else 0)
    with pytest.raises(BadCertificate) as caught:
        GivenCertificate(certificate, key, late)
    codes = {"missing": "no-certificate", "over": "certificate-over"}
    assert caught.value.code == codes.get(fault, "bad-certificate")
    assert str(tmp_path) in caught.value.sentence


def test_a_key_alone_or_a_certificate_alone_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for option in ("--certificate", "--key"):
        assert cli.main(["play", "--data", str(tmp_path), option, "x"]) == 1
        assert "--certificate and --key belong together" in capsys.readouterr().err


# What is where.


def test_plain_http_leads_to_https_except_for_the_certificate_page(server: Server, own: OwnCertificate) -> None:
    assert server.tls is not None
    for path in ("/", "/host", "/view/player", "/events/table", "/nowhere?a=b"):
        answer = ask(server.port, path)
        assert answer.status == 307
        assert answer.getheader("Location") == f"https://127.0.0.1:{server.tls.port}{path}"
    page = ask(server.port, "/certificate")
    assert page.status == 200
    assert server.tls.fingerprint in page.text  # type: ignore[attr-defined]
    file = ask(server.port, "/narrator.crt")
    assert file.getheader("Content-Type") == "application/x-x509-ca-cert"
    assert file.text.encode("latin-1") == own.authority  # type: ignore[attr-defined]
    assert ask(server.port, "/static/narrator.css").status == 200
    assert ask(server.port, "/", Host="evil.example").status == 421


def test_a_big_screen_on_the_box_shows_phones_an_address_that_they_can_reach(
    server: Server, box: FakeBox, own: OwnCertificate
) -> None:
    assert server.tls is not None
    box.join_url = f"https://192.168.1.7:{server.tls.port}"
    context = ssl.create_default_context(cadata=own.authority)
    with closing(http.client.HTTPSConnection("localhost", server.tls.port, timeout=60, context=context)) as line:
        line.request("GET", "/table")
        assert f"http://192.168.1.7:{server.port}/certificate" in line.getresponse().read().decode()


def test_without_https_there_is_no_certificate_page(box: FakeBox) -> None:
    server = Server(box, "127.0.0.1", 0)
    server.start()
    try:
        assert ask(server.port, "/certificate").status == 404
    finally:
        server.stop()


def test_a_token_is_only_sent_over_https(server: Server, own: OwnCertificate) -> None:
    assert server.tls is not None
    context = ssl.create_default_context(cadata=own.authority)
    line = http.client.HTTPSConnection("127.0.0.1", server.tls.port, timeout=60, context=context)
    with closing(line):
        body = json.dumps({"do": "join", "name": "Dora", "tap": "1"})
        line.request("POST", "/tell/player", body, {"Content-Type": "application/json"})
        cookie = line.getresponse().getheader("Set-Cookie") or ""
    assert cookie.startswith(f"narrator-player-{server.tls.port}=")
    assert "; Secure" in cookie


def test_on_the_boxs_own_wifi_the_way_in_is_shown_without_https(server: Server, box: FakeBox) -> None:
    box.wifi = Wifi("narrator-4711", "moon wolf lamp toast", "127.0.0.1")
    answer = ask(server.port, "/hotspot-detect.html", Host="captive.apple.com")
    assert answer.getheader("Location") == f"http://127.0.0.1:{server.port}/way-in"
    assert f"http://127.0.0.1:{server.port}/certificate" in ask(server.port, "/way-in").text  # type: ignore[attr-defined]


def test_unfinished_handshakes_are_dropped(server: Server, own: OwnCertificate) -> None:
    assert server.tls is not None
    with Attack(server.tls.port, silent=100, dribbling=100) as attack:
        shown(server.tls.port, own.authority)
        until(lambda: attack.thrown_out >= 200)


# The real box, and a real browser.


@pytest.mark.slow
def test_the_real_box_over_https(tmp_path: Path) -> None:
    port = free_port()
    with EveningBox(tmp_path, "--https", str(port)) as box:
        authority = x509.load_pem_x509_certificate((tmp_path / "https" / certificates.AUTHORITY).read_bytes())
        shown(port, authority.public_bytes(certificates.serialization.Encoding.DER))
        assert f"https://127.0.0.1:{port} " in box.said
        until(lambda: f"http://127.0.0.1:{box.port}/certificate " in box.said)


def test_a_browser_that_trusts_the_authority_opens_the_pages_without_a_warning(
    server: Server, own: OwnCertificate, playwright: Playwright, tmp_path: Path
) -> None:
    assert server.tls is not None
    kept, file = tmp_path / ".pki" / "nssdb", tmp_path / "narrator.crt"
    kept.mkdir(parents=True)
    file.write_bytes(own.authority)
    try:
        subprocess.run(["certutil", "-N", "-d", f"sql:{kept}", "--empty-password"], check=True)
    except FileNotFoundError:
        pytest.skip("a browser's trust needs: sudo apt install libnss3-tools")
    trust = ["certutil", "-A", "-d", f"sql:{kept}", "-n", "narrator", "-t", "C,,", "-i", str(file)]
    subprocess.run(trust, check=True)
    for home, warned in ((tmp_path, False), (tmp_path / "another", True)):
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=FLAGS, env={**os.environ, "HOME": str(home)}
        )
        page = browser.new_page(viewport={"width": 390, "height": 844})
        if warned:
            with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
                page.goto(f"http://127.0.0.1:{server.port}/")
        else:
            page.goto(f"http://127.0.0.1:{server.port}/")
            assert page.url == f"https://127.0.0.1:{server.tls.port}/"
            page.fill("#name", "Dora")
            page.get_by_role("button", name="Sit down").click()
            expect(page.locator("#screen h1")).to_be_visible()
            page.goto(f"http://127.0.0.1:{server.port}/certificate")
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
        browser.close()
