"""The box answers only to its own names and addresses, and takes messages only from its own pages: no page from
elsewhere that somebody has open at the same time can read the table, or tap."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from narrator.network import addresses as network
from narrator.network.hotspot import Wifi
from tests.labs.fakebox import FakeBox
from web.server import Server


@pytest.fixture
def box() -> FakeBox:
    return FakeBox("Ann")


@pytest.fixture
def server(box: FakeBox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    resolved = tmp_path / "resolv.conf"
    resolved.write_text("# by NetworkManager\nsearch fritz.box Home.Example.\nnameserver 192.168.1.1\n")
    monkeypatch.setattr(network, "RESOLVED", resolved)
    monkeypatch.setattr(socket, "gethostname", lambda: "Raspberry")
    server = Server(box, "127.0.0.1", 0)
    server.start()
    yield server
    server.stop()


def ask(server: Server, method: str = "GET", path: str = "/view/table", **headers: str) -> tuple[int, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as line:
        cookie = f"narrator-player-{server.port}=token-of-Ann"
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = json.dumps({"do": "more-time"}) if method == "POST" else None
        line.request(method, path, body, {"Cookie": cookie, "Content-Type": "application/json"} | named)
        answer = line.getresponse()
        return answer.status, answer.read()


OWN = [
    *("127.0.0.1", "127.0.0.1:8080", "localhost", "LocalHost:80", "[::1]:8080"),
    *("192.168.1.7:8080", "192.168.1.7", "narrator.local"),  # as the box has it told
    *("raspberry", "raspberry.local", "Raspberry.local.", "raspberry.lan", "raspberry.fritz.box:8080"),
    "raspberry.home.example",  # as the router has it
]
STRANGE = [
    *(
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "raspberry.evil.example",
        "localhost.evil.example",
    ),
    *("192.168.1.8", "8.8.8.8", "[2001:db8::1]", "other.local", "fritz.box", "raspberry.lan.evil.example", "0.0.0.0"),
]


@pytest.mark.parametrize("name", OWN)
def test_the_box_answers_to_its_own_names_and_addresses(server: Server, name: str) -> None:
    assert ask(server, Host=name)[0] == 200


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("path", ["/", "/host", "/view/player", "/events/table", "/static/link.js", "/nowhere"])
def test_under_any_other_name_nothing_is_shown(server: Server, name: str, path: str) -> None:
    status, text = ask(server, path=path, Host=name)
    assert status == 421
    assert b"http://192.168.1.7:8080" in text
    if path.startswith("/view/"):
        assert json.loads(text)["code"] == "wrong-address"


def test_a_request_without_a_host_is_refused(server: Server) -> None:
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as old:
        old.sendall(b"GET /view/table HTTP/1.0\r\n\r\n")
        assert old.recv(1000).split(b" ")[1] == b"421"


def test_the_box_answers_to_its_address_on_its_own_wifi(server: Server, box: FakeBox) -> None:
    assert ask(server, Host="10.42.0.1")[0] == 421
    box.wifi = Wifi("narrator-4711", "moon wolf lamp toast", "10.42.0.1")
    assert ask(server, Host="10.42.0.1")[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},  # an old browser: another site's page cannot send JSON with it either
        {"Origin": "http://{here}"},
        {"Origin": "http://{here}", "Sec_Fetch_Site": "same-origin"},
        {"Sec_Fetch_Site": "none"},
    ],
    ids=str,
)
def test_messages_from_its_own_pages_are_accepted(server: Server, box: FakeBox, headers: dict[str, str]) -> None:
    here = f"127.0.0.1:{server.port}"
    told = {name: value.format(here=here) for name, value in headers.items()}
    assert ask(server, "POST", "/tell/player", **told)[0] == 200
    assert len(box.asked) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},  # another program on this machine
        {"Origin": "http://["},
        {"Origin": "http://{here}", "Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
    ids=str,
)
def test_messages_from_other_pages_are_refused(server: Server, box: FakeBox, headers: dict[str, str]) -> None:
    here = f"127.0.0.1:{server.port}"
    told = {name: value.format(here=here) for name, value in headers.items()}
    status, text = ask(server, "POST", "/tell/player", **told)
    assert (status, json.loads(text)["code"]) == (403, "not-our-page")
    assert box.asked == []
    assert ask(server, **told)[0] == 200  # looking changes nothing, and browsers keep it from other pages


def test_another_page_in_a_real_browser_can_neither_tap_nor_read(
    server: Server, box: FakeBox, browser: Browser
) -> None:
    page = browser.new_page()
    page.context.add_cookies([
        {"name": f"narrator-player-{server.port}", "value": "token-of-Ann", "url": f"http://127.0.0.1:{server.port}"}
    ])  # fmt: skip
    page.route("http://evil.example/", lambda route: route.fulfill(body="<h1>Win a phone</h1>"))
    page.goto("http://evil.example/")
    told = page.evaluate(
        """async (box) => {
            const json = JSON.stringify({do: "more-time"});
            const post = (mode, type) =>
                fetch(`${box}/tell/player`, {method: "POST", mode, credentials: "include", body: json, headers: {"Content-Type": type}});
            const tries = [post("no-cors", "text/plain"), post("cors", "application/json"), fetch(`${box}/view/player`, {credentials: "include"})];
            return (await Promise.allSettled(tries)).map((one) => one.value?.status ?? "kept away");
        }""",  # noqa: E501
        f"http://127.0.0.1:{server.port}",
    )
    assert 200 not in told
    assert box.asked == []
    page.close()
