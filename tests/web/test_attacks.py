"""Strangers on the same Wi-Fi cannot stop the evening: attacks on the real box, over real sockets.

With `NARRATOR_LONG` set (`make test-long`) each of them lasts longer.
"""

from __future__ import annotations

import http.client
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from tests.bench_box import crowd, resident, start
from tests.chance import LONG
from tests.labs.attacklab import Attack
from tests.labs.evening import EveningBox, Phone
from tests.labs.fakebox import FakeBox
from tests.labs.soundlab import until
from web.door import MOST
from web.server import Server

pytestmark = pytest.mark.serial
TAPS = 2000 if LONG else 240
EVERYBODY = {"silent": 500, "dribbling": 500, "slow": 200}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[EveningBox, list[Phone]]]:
    """A game of sixty phones, at night: every page has a question, and listens. The last one never answers, so that the
    night waits."""
    with EveningBox(tmp_path_factory.mktemp("box"), stretch=60, rest=300) as box:
        players = box.seat(*(f"Player {number}" for number in range(1, 61)))
        host = box.host()
        assert host.tell("set", what="roleset", value="classic")["ok"]
        start(box)
        question(players[0])
        with crowd(players):
            yield box, players


def question(player: Phone) -> dict[str, Any]:
    """What this page asks now, or next."""

    def asked() -> dict[str, Any] | None:
        screen: dict[str, Any] = player.view().get("screen", {})  # none while the box is busy
        return screen if screen.get("kind") == "ask" else None

    return dict(until(asked, 120, "a question on the page"))


def taps(players: list[Phone], number: int = TAPS) -> list[float]:
    """How long this many taps took, by phones that open a connection for each, four of them at a time."""
    tapping = cycle(players[:-1])

    def tap(player: Phone) -> float:
        screen = question(player)
        player.hang_up()
        began = time.perf_counter()
        reply = player.tell("answer", number=screen["number"], value=[screen["choices"][0]["value"]])
        took = time.perf_counter() - began
        assert reply["ok"], reply
        return took

    with ThreadPoolExecutor(4) as pool:
        return sorted(pool.map(tap, islice(tapping, number)))


@pytest.mark.parametrize("addresses", [1, 6], ids=["one address", "six addresses"])
def test_taps_are_accepted_despite_twelve_hundred_silent_or_slow_connections(
    table: tuple[EveningBox, list[Phone]], addresses: int
) -> None:
    box, players = table
    assert box.process is not None
    before = resident(box.process.pid)
    with Attack(box.port, [f"127.0.0.{n + 1}" for n in range(addresses)], **EVERYBODY) as attack:
        until(lambda: taps(players)[TAPS * 95 // 100] < 1.0, what="95 in 100 taps take less than a second")
        assert len(os.listdir(f"/proc/{box.process.pid}/fd")) < 1000
        assert resident(box.process.pid) < before + 40
        until(lambda: attack.thrown_out, what="those who are silent are sent away")


def test_a_box_that_may_open_few_files_keeps_some_for_itself(tmp_path: Path) -> None:
    with EveningBox(tmp_path, under=["prlimit", "--nofile=400"]) as box, Attack(box.port, dribbling=600) as attack:
        assert box.process is not None
        assert Phone(box).tell("join", name="Ann")["ok"]
        assert len(os.listdir(f"/proc/{box.process.pid}/fd")) < 400
        until(lambda: attack.thrown_out > 100)
        assert "Too many open files" not in box.complaints


@pytest.mark.parametrize("kind", EVERYBODY)
def test_a_connection_without_a_whole_request_in_time_is_dropped(kind: str) -> None:
    server = Server(FakeBox(), "127.0.0.1", 0, patience=0.5)
    server.start()
    try:
        with Attack(server.port, **{kind: 20}) as attack:
            until(lambda: attack.thrown_out >= 20)
    finally:
        server.stop()


def test_an_attacked_server_stops_in_half_a_second() -> None:
    def stopped_soon() -> bool:
        server = Server(FakeBox(), "127.0.0.1", 0)
        server.start()
        with Attack(server.port, dribbling=300, slow=100):
            began = time.perf_counter()
            server.stop()
            return time.perf_counter() - began < 0.6

    until(stopped_soon, what="it stops in half a second")


def test_a_phone_with_a_token_is_not_dropped_in_favour_of_strangers() -> None:
    server = Server(FakeBox("Ann"), "127.0.0.1", 0, patience=60)
    server.start()
    try:
        cookie = {"Cookie": f"narrator-player-{server.port}=token-of-Ann"}
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as ann:
            ann.request("GET", "/view/player", headers=cookie)
            ann.getresponse().read()
            line = ann.sock
            with Attack(server.port, dribbling=MOST + 100) as attack:
                until(lambda: attack.thrown_out > MOST)
                ann.request("GET", "/view/player", headers=cookie)
                assert ann.getresponse().status == 200
                assert ann.sock is line
    finally:
        server.stop()


def test_asking_only_for_the_head_of_a_stream_opens_none() -> None:
    server = Server(FakeBox(), "127.0.0.1", 0)
    server.start()
    try:
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as line:
            for method, path in (("HEAD", "/events/table"), ("GET", "/")):
                line.request(method, path)
                answer = line.getresponse()
                answer.read()
                assert answer.status == 200
        assert len(server.streams) == 0
    finally:
        server.stop()
