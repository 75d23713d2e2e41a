"""Phones on the box's own Wi-Fi: how their internet probes are answered, and what their login windows show."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask.testing import FlaskClient
from playwright.sync_api import Playwright, expect

from narrator.network.hotspot import Wifi
from tests.labs.fakebox import FakeBox
from web.app import create_app
from web.captive import MOST, WAY, Visitors
from web.screenshots import CHROMIUM, FLAGS
from web.server import Server

OURS = "http://10.42.0.1"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Mobile"
PROBES = {
    "iPhone": ("captive.apple.com", "/hotspot-detect.html", "CaptiveNetworkSupport-464 wispr", 200, b"Success"),
    "old iPhone": ("www.apple.com", "/library/test/success.html", "CaptiveNetworkSupport/1.0 wispr", 200, b"Success"),
    "Android": ("connectivitycheck.gstatic.com", "/generate_204", "Mozilla/5.0 (X11; Linux) Chrome/60", 204, b""),
    "old Android": ("clients3.google.com", "/gen_204", "Dalvik/2.1.0 (Linux; U; Android 7.0)", 204, b""),
    "Windows": ("www.msftconnecttest.com", "/connecttest.txt", "Microsoft NCSI", 200, b"Microsoft Connect Test"),
    "old Windows": ("www.msftncsi.com", "/ncsi.txt", "Microsoft NCSI", 200, b"Microsoft NCSI"),
    "Firefox": ("detectportal.firefox.com", "/success.txt?ipv4", "Mozilla/5.0 Firefox/126.0", 200, b"success\n"),
    "Linux": ("network-test.debian.org", "/nm", "NetworkManager/1.42", 200, b"NetworkManager is online\n"),
}


@pytest.fixture
def box() -> FakeBox:
    """A box that has opened its Wi-Fi."""
    box = FakeBox("Ann")
    box.wifi = Wifi("narrator-4711", "moon wolf lamp toast", "10.42.0.1")
    box.addresses, box.join_url = [OURS], OURS
    return box


@pytest.fixture
def pages(box: FakeBox) -> FlaskClient:
    return create_app(box, streams=1).test_client()


class Visitor:
    """A phone on the Wi-Fi: what it asks for, and what it gets."""

    def __init__(self, pages: FlaskClient, probe: str = "iPhone", address: str = "10.42.0.23") -> None:
        self.pages = pages
        self.host, self.path, self.probing, self.status, self.text = PROBES[probe]
        self.address = address

    def ask(self, host: str, path: str, agent: str = IPHONE, method: str = "GET") -> Any:
        return self.pages.open(
            path, method=method, headers={"Host": host, "User-Agent": agent}, environ_base={"REMOTE_ADDR": self.address}
        )

    def probe(self) -> bool:
        """Does it believe that there is internet? If not, it has been redirected to the page with the way in."""
        answer = self.ask(self.host, self.path, self.probing)
        if answer.status_code == 302:
            assert answer.headers["Location"] == OURS + WAY
            return False
        assert answer.status_code == self.status
        assert self.text in answer.data
        assert answer.headers["Cache-Control"] == "no-store"
        return True

    def open_window(self) -> str:
        """The window that a phone opens to log in."""
        assert self.ask(self.host, self.path).headers["Location"] == OURS + WAY
        return str(self.ask("10.42.0.1", WAY).text)


@pytest.mark.parametrize("probe", PROBES)
def test_a_phone_is_shown_the_way_once_and_then_stays(pages: FlaskClient, probe: str) -> None:
    phone = Visitor(pages, probe)
    assert not phone.probe()
    assert not phone.probe()
    assert OURS in phone.open_window()
    assert "close this window" in phone.ask("10.42.0.1", WAY, method="POST").text
    assert [phone.probe() for _ in range(4)] == [True] * 4
    assert not Visitor(pages, probe, "10.42.0.24").probe()


def test_a_phone_whose_window_is_just_closed_stays_too(pages: FlaskClient) -> None:
    phone = Visitor(pages)
    assert not phone.probe()
    phone.open_window()
    assert [phone.probe() for _ in range(3)] == [False, True, True]


@pytest.mark.parametrize("probe", ["iPhone", "Windows", "Linux"])
def test_a_probe_that_follows_the_redirect_has_shown_the_page_to_nobody(pages: FlaskClient, probe: str) -> None:
    phone = Visitor(pages, probe)
    for _ in range(3):
        assert not phone.probe()
        phone.ask("10.42.0.1", WAY, phone.probing)


def test_the_page_has_no_link_that_its_window_would_follow(pages: FlaskClient) -> None:
    text = Visitor(pages).open_window()
    assert "<a " not in text
    assert "<script" not in text


def test_a_browser_that_asks_for_anything_is_led_to_the_table(pages: FlaskClient) -> None:
    phone = Visitor(pages)
    for host, path in (("example.org", "/"), ("www.msftconnecttest.com", "/redirect"), ("wolf.test:80", "/a/b?c=d")):
        answer = phone.ask(host, path)
        assert (answer.status_code, answer.headers["Location"]) == (302, OURS)
    ours = ("10.42.0.1", "10.42.0.1:80", "[::1]", "[::1]:8080", f"{socket.gethostname()}.local", "localhost:8080")
    for host in ours:
        assert phone.ask(host, "/").status_code == 200, host


def test_the_game_itself_is_served_as_usual(pages: FlaskClient) -> None:
    phone = Visitor(pages)
    assert phone.ask("10.42.0.1", "/table").status_code == 200
    assert phone.ask("10.42.0.1", "/qr.svg").status_code == 200
    assert phone.ask("10.42.0.1", "/nowhere").status_code == 404


def test_without_the_boxs_own_wifi_nobody_is_redirected(pages: FlaskClient, box: FakeBox) -> None:
    box.wifi = None
    phone = Visitor(pages)
    assert phone.ask("example.org", "/").status_code == 421
    for path in (phone.path, WAY):
        assert phone.ask(phone.host, path).status_code == 421
        assert phone.ask("localhost", path).status_code == 404


def test_phones_in_another_network_of_the_box_are_left_alone(pages: FlaskClient) -> None:
    for address in ("192.168.1.30", "10.42.1.23"):
        phone = Visitor(pages, address=address)
        assert phone.ask("example.org", "/").status_code == 421
        assert phone.ask(phone.host, phone.path).status_code == 421
        assert phone.ask("10.42.0.1", WAY).status_code == 404


@pytest.mark.parametrize("host", ["", ":", "]", "::::", "a" * 300, "10.42.0.1.", "\x7f", "-"])
def test_a_garbled_host_name_does_no_harm(pages: FlaskClient, host: str) -> None:
    assert Visitor(pages).ask(host, "/generate_204").status_code in (200, 302, 400, 404)


@pytest.fixture
def server(box: FakeBox) -> Iterator[Server]:
    """A real server whose Wi-Fi is the machine's own loopback."""
    assert box.wifi is not None
    box.wifi = box.wifi._replace(address="127.0.0.1")
    server = Server(box, "127.0.0.1", 0, streams=1)
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("probe", PROBES)
def test_a_real_probe_is_answered_by_the_real_server(server: Server, probe: str) -> None:
    host, path, agent, status, text = PROBES[probe]

    def ask(path: str, agent: str = agent, method: str = "GET") -> tuple[int, bytes]:
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as line:
            line.request(method, path, headers={"Host": host if path != WAY else "10.42.0.1", "User-Agent": agent})
            answer = line.getresponse()
            return answer.status, answer.read()

    assert ask(path)[0] == 302
    assert ask(WAY, IPHONE)[0] == 200
    assert ask(WAY, IPHONE, "POST")[0] == 200
    assert ask(path)[0] == status
    assert text in ask(path)[1]


@pytest.mark.parametrize(("probe", "agent"), [("iPhone", IPHONE), ("Android", ANDROID)])
def test_a_phones_login_window_shows_the_way_and_can_be_closed(
    server: Server, probe: str, agent: str, playwright: Playwright
) -> None:
    host, path, *_ = PROBES[probe]
    here = f"--host-resolver-rules=MAP * 127.0.0.1:{server.port}"
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, here])
    page = browser.new_page(user_agent=agent, viewport={"width": 320, "height": 568})
    page.goto(f"http://{host}{path}")
    assert page.url == OURS + WAY
    expect(page.locator(".where")).to_have_text(OURS)
    assert page.evaluate("document.querySelector('img').decode().then(() => true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert Axe().run(page).violations_count == 0
    page.get_by_role("button").click()
    expect(page.get_by_role("heading")).to_have_text("Now open your browser")
    expect(page.locator(".where")).to_have_text(OURS)
    answer = page.request.get(f"http://127.0.0.1:{server.port}{path}", headers={"Host": host})
    assert answer.status in (200, 204)
    page.goto("http://wherever.example/")
    assert page.url == OURS + "/"
    expect(page.locator("#name")).to_be_visible()
    browser.close()


def test_no_flood_of_guests_fills_the_memory() -> None:
    guests = Visitors()
    for n in range(2000):
        guests.show(f"10.42.{n >> 8}.{n & 255}")
        guests.let_in(f"10.43.{n >> 8}.{n & 255}")
    assert len(guests._probes) <= MOST
