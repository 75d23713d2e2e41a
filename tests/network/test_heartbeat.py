"""systemd hears from the box's own loop that the box is running, and is told when everything is ready."""

from __future__ import annotations

import queue
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator.box.box import Box
from narrator.network.addresses import noted_port
from narrator.network.heartbeat import Heartbeat
from tests.labs.boxlab import Table
from tests.labs.evening import READY, EveningBox, Phone
from tests.labs.soundlab import until


class Manager:
    """What listens to a service, as systemd does."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)
        self.told: list[str] = []

    def hear(self) -> list[str]:
        """All that it has been told so far."""
        while True:
            try:
                self.told += self.socket.recv(4096).decode().splitlines()
            except BlockingIOError:
                return self.told


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    listening = Manager(str(tmp_path / "notify"))
    yield listening
    listening.socket.close()


class EmptyInbox:
    """An inbox in which nothing ever comes; it ends the box after some turns."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.waits: list[float | None] = []

    def take(self, seconds: float | None) -> Any:
        self.waits.append(seconds)
        if len(self.waits) == 5:
            self.box.stop()
        raise queue.Empty

    def put(self, message: object) -> None:
        """It is gone."""


def test_an_idle_loop_still_beats_in_time(tmp_path: Path) -> None:
    beats: list[int] = []
    box = Table(tmp_path).box
    inbox = box.inbox = EmptyInbox(box)  # type: ignore[assignment]
    box.pulse, box.period = lambda: beats.append(len(inbox.waits)), 10.0  # type: ignore[attr-defined]
    box.run()
    assert inbox.waits == [10.0] * 5  # type: ignore[attr-defined]
    assert beats == [0, 1, 2, 3, 4]


def test_a_message_that_never_ends_stops_the_beats(tmp_path: Path) -> None:
    beats: list[str] = []
    box = Table(tmp_path).box
    box.pulse = lambda: beats.append("beat")

    def hang() -> None:
        beats.append("hangs")
        raise KeyboardInterrupt  # the user who watches the box ends it

    box.call(hang)
    with pytest.raises(KeyboardInterrupt):
        box.run()
    assert beats == ["beat", "hangs"]


def test_words_reach_the_manager_even_at_an_abstract_address(
    manager: Manager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = Manager("\0narrator-test-" + tmp_path.name)
    for address, listening in ((str(tmp_path / "notify"), manager), ("@narrator-test-" + tmp_path.name, hidden)):
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        monkeypatch.setenv("WATCHDOG_USEC", "20000000")
        heart = Heartbeat()
        assert heart.period == 20.0
        heart.say("READY=1", "STATUS=Well.")
        heart.beat()
        assert listening.hear() == ["READY=1", "STATUS=Well.", "WATCHDOG=1"]
    hidden.socket.close()


def test_no_helper_of_the_box_can_speak_for_it(
    manager: Manager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "20000000")
    Heartbeat()
    helper = subprocess.run(["env"], capture_output=True, text=True, check=True)
    assert "PATH=" in helper.stdout
    assert "NOTIFY_SOCKET" not in helper.stdout
    assert "WATCHDOG_USEC" not in helper.stdout


@pytest.mark.timeout(20)
def test_a_manager_that_does_not_listen_holds_nothing_up(
    manager: Manager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "2000000")
    heart = Heartbeat()
    for _ in range(1000):
        heart.beat()
    assert set(manager.hear()) == {"WATCHDOG=1"}


@pytest.mark.parametrize("period", ["", "0", "soon"])
def test_without_a_manager_or_when_it_is_gone_nothing_breaks(period: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", period)
    for address in ("", "/nowhere/at/all"):
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        heart = Heartbeat()
        assert heart.period is None
        heart.say("READY=1")
        heart.beat()


@pytest.mark.slow
def test_ready_is_said_when_pages_are_served_and_the_game_goes_on(manager: Manager, tmp_path: Path) -> None:
    env = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "2000000"}
    with EveningBox(tmp_path / "data", "--bots", "8", env=env) as box:
        assert box.host().tell("start")["ok"]
        box.kill()
        manager.hear()
        manager.told.clear()
        box.start()
        until(lambda: "READY=1" in manager.hear(), READY, "the box says that it is ready")
        assert Phone(box, "table").view()["stage"] == "game"
        until(lambda: manager.hear().count("WATCHDOG=1") > 2, 30, "the box lives")
        assert box.stop() == 0
        assert manager.hear()[-2:] == ["STOPPING=1", "STATUS=Saying good night."]
        assert not any(box.pin in line for line in manager.told)


@pytest.mark.slow
def test_good_night_switches_the_machine_off_only_if_asked_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called = tmp_path / "called"
    (tmp_path / "systemctl").write_text(f'#!/bin/sh\necho "$@" >> {called}\n')
    (tmp_path / "systemctl").chmod(0o755)
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    for words, calls in (((), []), (("--power-off",), ["--no-ask-password poweroff"])):
        with EveningBox(tmp_path / "data", *words, env=env) as box:
            assert not Phone(box, "host").tell("good-night")["ok"]
            assert box.host().tell("good-night")["ok"]
            assert box.outcome() == 0
            assert "lamps" in box.said or "beds" in box.said
        assert (called.read_text().splitlines() if called.exists() else []) == calls
    with EveningBox(tmp_path / "data", "--power-off", env=env) as box:
        assert box.end(signal.SIGTERM) == 0  # ending the box is not meant for the machine
    assert called.read_text().count("poweroff") == 1


@pytest.mark.slow
def test_the_first_free_port_is_used(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with EveningBox(tmp_path) as box:
            free = box.port
        box = EveningBox(tmp_path)
        box.port = taken.getsockname()[1]
        box._words = (str(free),)  # comes right after --port
        with box:
            assert f"http://127.0.0.1:{free} " in box.said
            assert noted_port(tmp_path) == free
