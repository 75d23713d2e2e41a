"""What the pages' server answers: to browsers, to rubbish, to strangers, and to pages that fell asleep."""

from __future__ import annotations

import gc
import gzip
import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any
from urllib.parse import unquote

import pytest

from narrator.errors import NarratorError
from tests.labs.fakebox import FakeBox, question, screen
from tests.labs.fakescenes import NAMES, game
from tests.labs.phonelab import Phone
from web.app import create_app
from web.door import ALL, Door
from web.icons import FOLDER as ICONS
from web.server import PortTaken, Server

SECRETS = {"Bob": "Gravedigger of Secrets", "Cid": "Keeper of the Last Word"}


@pytest.fixture
def box() -> FakeBox:
    return FakeBox("Ann", "Bob", "Cid")


@pytest.fixture
def server(box: FakeBox) -> Iterator[Server]:
    server = Server(box, "127.0.0.1", 0, streams=20)
    server.start()
    yield server
    server.stop()


# Pages.


@pytest.mark.parametrize(
    ("path", "seat", "goes_to"), [("/", "Ann", "/play"), ("/play", None, "/"), ("/play", "Nobody", "/")]
)
def test_players_are_led_to_their_seats_and_others_to_the_join_page(
    server: Server, path: str, seat: str | None, goes_to: str
) -> None:
    status, headers, _ = Phone(server, seat).request("GET", path)
    assert (status, headers["Location"]) == (302, goes_to)


def test_nothing_is_kept_and_nothing_comes_from_elsewhere(server: Server, box: FakeBox) -> None:
    box.host_tokens.add("host-token")
    phone = Phone(server, "Ann", host="host-token")
    for path in ("/play", "/host", "/table", "/view/player", "/qr.svg", "/nowhere"):
        _, headers, body = phone.request("GET", path)
        assert headers["Cache-Control"] == "no-store", path
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        text = body.decode().replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert "http://" not in text.replace(box.addresses[0], "").replace(box.addresses[1], ""), path
        assert "https://" not in text


def test_all_pictures_come_in_one_answer_that_is_kept(server: Server) -> None:
    phone = Phone(server)
    address = "/icons/" + re.findall(r'data-icons="(\w+)"', phone.get("/table")[1])[0]
    status, headers, body = phone.request("GET", address)
    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert headers["Cache-Control"] == "max-age=31536000, immutable"
    pictures = json.loads(body)
    assert {"seer", "unknown"} <= {*pictures}
    for card, picture in pictures.items():
        kind, _, text = picture.partition(",")
        assert kind == "data:image/svg+xml"
        assert unquote(text) == (ICONS / f"{card}.svg").read_text("utf-8")
    _, headers, packed = phone.request("GET", address, **{"Accept-Encoding": "br, gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed) == body
    assert len(packed) < 80_000


def test_the_hosts_own_pictures_come_with_ours(box: FakeBox) -> None:
    ids = []
    for own in ({}, {"seer": "<svg/>", "dragon": "<svg/>"}):
        box.pictures = own
        client = create_app(box).test_client()
        ids += re.findall(r'data-icons="(\w+)"', client.get("/table").text)
    assert ids[0] != ids[1]
    pictures = client.get(f"/icons/{ids[1]}").json
    assert {pictures["seer"], pictures["dragon"]} == {"data:image/svg+xml,%3Csvg/%3E"}
    assert "%3Cpath" in pictures["witch"]


def test_everybody_may_read_tonights_cards(server: Server, box: FakeBox) -> None:
    status, text = Phone(server).get("/deck")
    assert status == 200
    assert [card["id"] for card in json.loads(text)["cards"]] == list(box.setup["deck"])


def test_a_players_secrets_reach_no_other_page(server: Server, box: FakeBox) -> None:
    game(box)
    box.host_tokens.add("host-token")
    for name, secret in SECRETS.items():
        box.show_seat(name, you={"card": {"id": "x", "name": secret, "is": "", "wants": "", "wakes": "", "advice": ""}})
    phone = Phone(server, "Ann", host="host-token")
    for path in ("/play", "/host", "/table", "/view/player", "/view/host", "/view/table", "/deck"):
        body = phone.get(path)[1]
        assert not any(secret in body for secret in SECRETS.values()), path
    assert SECRETS["Bob"] in Phone(server, "Bob").get("/view/player")[1]


def test_the_token_cookie_is_closed_to_scripts_and_other_sites(server: Server) -> None:
    body = json.dumps({"do": "join", "name": "Dora", "tap": "1"})
    _, headers, reply = Phone(server).request("POST", "/tell/player", body, **{"Content-Type": "application/json"})
    cookie = headers["Set-Cookie"]
    assert "token-of-Dora" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert json.loads(reply) == {"ok": True, "seat": "Dora"}


def test_a_repeated_join_gets_the_same_seat(server: Server, box: FakeBox) -> None:
    join = {"do": "join", "name": "Dora", "tap": "same"}
    for _ in range(2):
        status, headers, _ = Phone(server).request(
            "POST", "/tell/player", json.dumps(join), **{"Content-Type": "application/json"}
        )
        assert status == 200
        assert "token-of-Dora" in headers["Set-Cookie"]
    assert [seat["name"] for seat in box.common["seats"]].count("Dora") == 1


# Rubbish.

RUBBISH: list[tuple[bytes, int, str]] = [
    (b"", 400, "not-json"),
    (b"{", 400, "not-json"),
    (b"\xff\xfe", 400, "not-json"),
    (b"[" * 5000, 400, "not-json"),
    (b'{"do": "answer", "number": NaN}', 400, "not-json"),
    (b'{"do": "join", "name": "\\ud800"}', 400, "not-json"),
    (b"null", 400, "not-a-message"),
    (b'["do"]', 400, "not-a-message"),
    (b"{}", 400, "not-a-message"),
    (b'{"do": 1}', 400, "wrong-type"),
    (b'{"do": "join", "name": {}}', 400, "wrong-type"),
    (b'{"do": "join", "name": null}', 400, "wrong-type"),
    (b'{"do": "answer", "number": true, "value": []}', 400, "wrong-type"),
    (b'{"do": "answer", "number": "1", "value": []}', 400, "wrong-type"),
    (b'{"do": "start", "house_deck": 1}', 400, "wrong-type"),
    (b'{"do": "point", "fingers": 5}', 400, "wrong-type"),
    (b'{"do": "answer", "tap": "' + b"x" * 65 + b'"}', 400, "wrong-type"),
    (b'{"do": "join", "token": "token-of-Bob"}', 400, "unknown-part"),
    (b'{"do": "answer", "number": 0, "value": "Bob"}', 422, "not-understood"),
    (b'{"do": "answer", "number": 99, "value": []}', 409, "stale"),
    (b'{"do": "dance"}', 422, "not-understood"),
    (b'{"do": "end"}', 403, "not-the-host"),
    (b'{"do": "join", "name": "' + b"x" * 9000 + b'"}', 413, "http-413"),
]


@pytest.mark.parametrize(("body", "status", "code"), RUBBISH, ids=lambda value: str(value)[:40])
def test_rubbish_gets_a_sentence_and_a_code_and_nothing_is_lost(
    server: Server, box: FakeBox, body: bytes, status: int, code: str
) -> None:
    before = box.snapshot("table", None)
    said, reply = Phone(server, "Ann").tell("player", body)
    assert (said, reply["code"]) == (status, code)
    assert reply["ok"] is False
    assert reply["sentence"].endswith(".")
    after = json.loads(box.snapshot("table", None)) | {"version": 0}
    assert after == json.loads(before) | {"version": 0}


def test_a_message_from_another_sites_form_is_refused(server: Server, box: FakeBox) -> None:
    body = '{"do": "leave"}'
    status, _, _ = Phone(server, "Ann").request("POST", "/tell/player", body, **{"Content-Type": "text/plain"})
    assert status == 415
    assert box.asked == []


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nowhere", 404), ("GET", "/view/cat", 404), ("POST", "/play", 405), ("POST", "/tell/table", 404)],
)
def test_a_wrong_address_gets_a_sentence(server: Server, method: str, path: str, status: int) -> None:
    said, _, body = Phone(server, "Ann").request(method, path)
    assert said == status
    assert b"." in body
    assert b"Traceback" not in body


def test_a_fault_in_the_box_gets_a_sentence_and_the_pages_go_on(
    server: Server, box: FakeBox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    phone = Phone(server, "Ann")
    with monkeypatch.context() as patch:
        patch.setattr(box, "ask", lambda message: 1 / 0)
        status, reply = phone.tell("player", {"do": "leave"})
    assert (status, reply["code"]) == (500, "http-500")
    assert "division" not in reply["sentence"]
    assert "ZeroDivisionError" in caplog.text
    assert phone.tell("player", {"do": "more-time"}) == (200, {"ok": True})


def test_a_box_that_is_busy_takes_nobodys_seat_away(
    server: Server, box: FakeBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: Any) -> str:
        raise NarratorError("busy", "The box is busy; try again in a moment.")

    monkeypatch.setattr(box, "snapshot", busy)
    for path in ("/", "/play", "/host", "/view/player"):
        status, body = Phone(server, "Ann").get(path)
        assert status == 503
        assert "try again in a moment" in body


def test_who_goes_before_the_answer_leaves_no_trace(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Door, "hear", lambda door, caller, what: caller.line.close() if what is ALL else None)
        with pytest.raises(http.client.RemoteDisconnected):
            Phone(server).get("/")
    assert Phone(server).get("/")[0] == 200
    assert caplog.text == ""


@pytest.mark.parametrize(
    "start",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000 + b"\r\n\r\n",
        b"POST /tell/player HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n",
        b"POST /tell/player HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
    ids=["long header", "long body", "negative length", "https"],
)
def test_malformed_requests_do_not_disturb_others(server: Server, start: bytes) -> None:
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as rude:
        rude.sendall(start)
        assert rude.recv(1000).split(b" ")[1][:1] == b"4"
    assert Phone(server).get("/")[0] == 200


# Streams.


def test_a_stream_begins_with_the_present_and_goes_on_with_every_change(server: Server, box: FakeBox) -> None:
    with Phone(server, "Ann").listening() as ear:
        assert ear.view()["caption"] == box.common["caption"]
        box.show(caption="Night falls.")
        assert ear.view()["caption"] == "Night falls."


def test_all_players_receive_the_same_amount_at_every_moment(server: Server, box: FakeBox) -> None:
    game(box)
    with Phone(server, "Ann").listening() as ann, Phone(server, "Bob").listening() as bob:
        ann.event(), bob.event()
        box.show_seat("Ann", screen=question(7, "Whom do you bite?", NAMES[1:]))
        sizes = [(len(ann.event()), len(bob.event()))]
        box.show_seat("Bob", screen=screen({"kind": "told", "title": "You have seen", "text": "A werewolf!" * 20}, 7))
        sizes.append((len(ann.event()), len(bob.event())))
        answers = []
        for name in ("Ann", "Bob"):
            box.show_seat(name, screen=question(8, "Who?", NAMES))
            ann.event(), bob.event()
            body = json.dumps({"do": "answer", "number": 8, "value": ["Cid"]})
            status, headers, reply = Phone(server, name).request(
                "POST", "/tell/player", body, **{"Content-Type": "application/json"}
            )
            answers.append((status, sorted(headers.keys()), len(reply)))
            sizes.append((len(ann.event()), len(bob.event())))
    assert all(one == other for one, other in sizes)
    assert answers[0] == answers[1]


@pytest.mark.parametrize(("kind", "code"), [("player", "unknown-seat"), ("host", "not-the-host")])
def test_a_stranger_can_open_neither_stream_nor_view(server: Server, kind: str, code: str) -> None:
    for path in (f"/events/{kind}", f"/view/{kind}"):
        status, _, body = Phone(server, "Nobody", host="wrong").request("GET", path)
        assert (status, json.loads(body)["code"]) == (403, code)
    assert len(server.streams) == 0


def test_a_third_page_of_a_seat_ends_the_first(server: Server) -> None:
    phone = Phone(server, "Ann")
    with phone.listening() as first, phone.listening() as second:
        first.event(), second.event()
        with phone.listening() as third:
            third.event()
            assert first.event() == b"event: elsewhere\ndata:\n\n"
            assert first.event() == b""


def test_big_screens_do_not_take_the_players_places(server: Server) -> None:
    with ThreadPoolExecutor() as pool:
        openings = [Phone(server).listening("table") for _ in range(12)]
        ears = list(pool.map(lambda opening: opening.__enter__(), openings))
        for ear in ears:
            ear.event()
        status, _, body = Phone(server).request("GET", "/events/table")
        assert (status, json.loads(body)["code"]) == (503, "full")
        with Phone(server, "Ann").listening() as ear:
            assert ear.view()["you"]["seat"] == "Ann"
        for opening in openings:
            opening.__exit__(None, None, None)


def test_a_full_box_says_so_and_still_answers(box: FakeBox) -> None:
    server = Server(box, "127.0.0.1", 0, streams=1)
    server.start()
    try:
        with Phone(server, "Ann").listening() as ear:
            ear.event()
            status, _, body = Phone(server, "Bob").request("GET", "/events/player")
            assert (status, json.loads(body)["code"]) == (503, "full")
            assert Phone(server, "Bob").get("/view/player")[0] == 200
    finally:
        server.stop()


def test_an_idle_box_still_sends_signs_of_life(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.streams.HEARTBEAT", 0.01)
    with Phone(server, "Ann").listening() as ear:
        ear.event()
        assert ear.event() == b"event: beat\ndata:\n\n"


def asleep(server: Server, seat: str) -> socket.socket:
    """A phone that asks for its stream and then reads nothing."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", server.port))
    cookie = f"narrator-player-{server.port}=token-of-{seat}"
    connection.sendall(f"GET /events/player HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
    return connection


@pytest.mark.slow
def test_a_hundred_pages_are_served_though_five_never_read() -> None:
    names = [f"Player {n}" for n in range(100)]
    box = FakeBox(*names)
    for name in names:
        box.show_seat(name, screen=screen({"kind": "rest", "title": "Night", "text": "z" * 2000}, 1))
    server = Server(box, "127.0.0.1", 0, patience=1)
    server.start()
    sleepers = [asleep(server, f"Player-{n}") for n in range(5)]
    heard: list[float] = []
    ready = threading.Barrier(96)
    moments = threading.Barrier(96)

    def listen(name: str) -> None:
        with Phone(server, name.replace(" ", "-")).listening() as ear:
            ear.event()
            ready.wait(20)
            for moment in range(30):
                while ear.view()["phase"] != f"moment {moment}":
                    pass
                heard.append(time.perf_counter())
                moments.wait(20)

    try:
        with ThreadPoolExecutor(95) as pool:
            pages = [pool.submit(listen, name) for name in names[5:]]
            ready.wait(20)
            with box.changed:
                assert box.changed.wait_for(lambda: len(box.listening) == 100, 60)
            late = []
            for moment in range(30):
                began = time.perf_counter()
                box.show(phase=f"moment {moment}")
                moments.wait(20)
                late.append(max(heard) - began)
            for page in pages:
                page.result()
        assert sorted(late)[len(late) // 2] < 1.0
        # The sleepers are noticed as soon as more is waiting for them than a connection holds.
        for _ in range(2000):
            with box.changed:
                box.show(phase="more")
                if box.changed.wait_for(lambda: not box.listening, 0.01):
                    break
        assert not box.listening
    finally:
        for sleeper in sleepers:
            sleeper.close()
        server.stop()
    assert len(server.streams) == 0


def test_a_server_with_open_streams_stops_in_half_a_second(box: FakeBox) -> None:
    server = Server(box, "127.0.0.1", 0)
    server.start()
    sleeper = asleep(server, "Bob")
    with closing(sleeper), Phone(server, "Ann").listening() as ear:
        ear.event()
        for _ in range(100):
            box.show(phase="x" * 100_000)  # the sleeper's thread is stuck in the middle of a message
        began = time.perf_counter()
        server.stop()
        assert time.perf_counter() - began < 0.6
    assert not any(thread.name == "pages" for thread in threading.enumerate())


def test_unread_messages_are_dropped_with_their_connection(box: FakeBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("_pyio._IOBASE_EMITS_UNRAISABLE", True, raising=False)  # as Python does from 3.13 on
    complaints: list[Any] = []
    monkeypatch.setattr("sys.unraisablehook", complaints.append)
    server = Server(box, "127.0.0.1", 0, patience=0.2)
    server.start()
    with closing(asleep(server, "Bob")), box.changed:
        assert box.changed.wait_for(lambda: box.listening, 60)
        while box.listening:
            box.show(phase="x" * 100_000)
            box.changed.wait(0.01)
    server.stop()
    gc.collect()
    assert complaints == []


def test_a_taken_port_is_reported_with_its_remedy(server: Server, box: FakeBox) -> None:
    second = Server(box, "127.0.0.1", server.port)
    with pytest.raises(PortTaken, match=f"Port {server.port} is taken.*another port") as caught:
        second.start()
    assert caught.value.code == "port-taken"
    assert isinstance(caught.value, NarratorError)
    second.stop()
