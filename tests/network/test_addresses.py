"""The addresses that are shown and said: those that phones can reach, the likeliest first, even if they come late."""

from __future__ import annotations

import fcntl
import json
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.network import addresses as network
from narrator.network import hotspot
from narrator.network.addresses import OFTEN, PATIENCE, SETTLED, Found, Watch, found
from narrator.network.hotspot import Wifi
from tests.labs.boxlab import Table, Time, said
from tests.labs.evening import EveningBox
from tests.labs.soundlab import until

INTERFACES = {"lo": (0x49, "127.0.0.1"), "docker0": (0x03, "172.17.0.1"), "wlan0": (0x43, "10.42.0.1")}
INTERFACES |= {"eth0": (0x43, "192.168.1.7"), "tun0": (0x43, None), "eth1": (0x43, "169.254.3.4")}
HEAD = "Iface\tDestination\tGateway\n"


HOME = Found(("http://192.168.1.7:8080",))
AWAY = Found(("http://10.0.0.5:8080",))
OWN = Found(("http://10.42.0.1",), Wifi("narrator-4711", "moon wolf lamp toast", "10.42.0.1"))
NOWHERE = Found(())


@pytest.fixture
def interfaces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine with some interfaces; the file of its routes."""

    def ioctl(file: int, question: int, name: bytes) -> bytes:
        flags, address = INTERFACES[name.rstrip(b"\0").decode()]
        if question == network.GET_FLAGS:
            return name[:16] + struct.pack("H", flags)
        if address is None:
            raise OSError(99, "Cannot assign requested address")
        return name[:20] + socket.inet_aton(address)

    monkeypatch.setattr(socket, "if_nameindex", lambda: list(enumerate(INTERFACES, 1)))
    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    monkeypatch.setattr(network, "ROUTES", tmp_path / "route")
    return tmp_path / "route"


def test_the_loopback_idle_interfaces_and_self_given_addresses_are_left_out(interfaces: Path) -> None:
    assert network.addresses() == ["10.42.0.1", "192.168.1.7"]


def test_the_network_with_a_way_out_comes_first(interfaces: Path) -> None:
    interfaces.write_text(f"{HEAD}wlan0\t0000A8C0\t0\neth0\t00000000\t0101A8C0\n", encoding="ascii")
    assert network.addresses() == ["192.168.1.7", "10.42.0.1"]


def test_every_address_found_belongs_to_this_machine() -> None:
    for address in network.addresses():
        with socket.socket() as here:
            here.bind((address, 0))


def test_without_a_network_there_is_no_address() -> None:
    code = "from narrator.network.addresses import addresses; print(addresses())"
    alone = subprocess.run(["unshare", "-rn", sys.executable, "-c", code], capture_output=True, text=True)
    if alone.returncode:
        pytest.skip(f"no namespace without a network can be made here: {alone.stderr.strip()}")
    assert alone.stdout == "[]\n"


@pytest.fixture
def own_wifi(interfaces: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file from which the box learns of its own Wi-Fi, which is open."""
    monkeypatch.setattr(hotspot, "RUNTIME", tmp_path)
    file = tmp_path / hotspot.FILE
    assert OWN.wifi is not None
    file.write_text(json.dumps(OWN.wifi._asdict()), encoding="utf-8")
    return file


def test_the_usual_port_is_left_out_of_the_address() -> None:
    assert found("192.168.1.7", 80).addresses == ("http://192.168.1.7",)
    assert found("192.168.1.7", 8080).addresses == ("http://192.168.1.7:8080",)


@pytest.mark.parametrize(("port", "address"), [(80, "http://[fd00::5]"), (8080, "http://[fd00::5]:8080")])
def test_an_address_with_colons_stands_in_brackets(port: int, address: str) -> None:
    assert found("fd00::5", port).addresses == (address,)


def test_the_boxs_own_wifi_comes_before_every_other_way(own_wifi: Path) -> None:
    (own_wifi.parent / "route").write_text(f"{HEAD}eth0\t00000000\t0101A8C0\t0\n", encoding="ascii")
    assert found("0.0.0.0", 80) == Found(("http://10.42.0.1", "http://192.168.1.7"), OWN.wifi)
    own_wifi.unlink()
    assert found("0.0.0.0", 80) == Found(("http://192.168.1.7", "http://10.42.0.1"))


@pytest.mark.parametrize("written", ["", "[]", "{}", '{"name": "n", "passphrase": "p", "address": "here"}', "\udcff"])
def test_a_damaged_wifi_file_counts_as_no_wifi(own_wifi: Path, written: str) -> None:
    own_wifi.write_text(written, encoding="utf-8", errors="surrogateescape")
    assert found("0.0.0.0", 80).wifi is None


def test_a_wifi_that_has_broken_down_is_not_offered(own_wifi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(INTERFACES, "wlan0", (0x03, "10.42.0.1"))
    assert found("0.0.0.0", 80) == Found(("http://192.168.1.7",))


class Machine:
    """A machine that is moved from network to network, and what its watch reports, each with its second."""

    def __init__(self, at: Found) -> None:
        self.at = at
        self.time = Time()
        self.told: list[tuple[float, Found]] = []
        self.watch = Watch(lambda: self.at, lambda here: self.told.append((self.time.now, here)), self.time)

    def go_on(self, seconds: float) -> None:
        end = self.time.now + seconds
        while self.time.now < end:
            self.watch.turn()
            self.time.now += OFTEN


def test_an_address_that_is_there_at_the_start_is_reported_at_once_and_only_once() -> None:
    machine = Machine(HOME)
    machine.go_on(1000)
    assert machine.told == [(0.0, HOME)]


def test_an_address_that_comes_late_is_reported_when_it_has_settled() -> None:
    machine = Machine(NOWHERE)
    machine.go_on(20)
    machine.at = HOME
    machine.go_on(20)
    ((at, here),) = machine.told
    assert here == HOME
    assert SETTLED <= at - 20 < SETTLED + 2 * OFTEN


def test_a_missing_network_is_reported_once_after_a_long_wait() -> None:
    machine = Machine(NOWHERE)
    machine.go_on(1000)
    ((at, here),) = machine.told
    assert here == NOWHERE
    assert PATIENCE - SETTLED <= at < PATIENCE + OFTEN


def test_a_network_that_is_away_for_half_a_minute_is_not_news() -> None:
    machine = Machine(HOME)
    for at in (HOME, NOWHERE, HOME):
        machine.at = at
        machine.go_on(30)
    assert machine.told == [(0.0, HOME)]


def test_addresses_that_come_and_go_are_reported_once_they_stay() -> None:
    machine = Machine(HOME)
    for at in (HOME, AWAY, HOME, AWAY, NOWHERE, AWAY):
        machine.at = at
        machine.go_on(OFTEN)
    machine.go_on(10)
    assert [here for _, here in machine.told] == [HOME, AWAY]


def test_the_box_says_where_it_is_and_the_number_once_it_is_found(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.box.found_at(NOWHERE)
    assert "network" in said(table)[0]
    assert table.page(kind="table")["addresses"] == []
    assert table.page(kind="table")["join"] == ""
    assert len(table.page(kind="table")["trouble"]) == 1
    table.box.found_at(HOME)
    assert "one six eight" in said(table)[1]
    assert table.box.language.spelled(table.box.pin) in said(table)[2]
    assert table.page(kind="table")["addresses"] == list(HOME.addresses)
    assert table.page(kind="table")["trouble"] == []
    table.box.found_at(AWAY)
    assert "ten" not in said(table)[3]
    assert "one zero, dot zero" in said(table)[3]
    assert len(said(table)) == 4
    assert "at 10.0.0.5:8080" in table.page(kind="table")["caption"]  # written as a phone needs it


def test_the_chime_is_heard_before_the_welcome_and_never_during_a_game(tmp_path: Path) -> None:
    table = Table(tmp_path, [f"Player {letter}" for letter in "ABCDEFGHI"])
    table.loudspeaker.heard.clear()
    table.box.chime()
    table.box.found_at(HOME)
    assert [kind for _, kind, _ in table.loudspeaker.heard] == ["chime", "say", "say"]
    table.do("start", token=table.host)
    table.loudspeaker.heard.clear()
    table.box.chime()
    assert table.loudspeaker.heard == []


def test_another_address_is_shown_but_not_said(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.box.found_at(HOME)
    before = said(table)
    table.box.found_at(Found((*HOME.addresses, *AWAY.addresses)))
    assert said(table) == before
    assert table.page(kind="table")["addresses"] == [*HOME.addresses, *AWAY.addresses]


def test_the_boxs_own_wifi_is_said_first_and_shown_to_host_and_table(tmp_path: Path) -> None:
    table = Table(tmp_path, ["Ann"])
    before = len(said(table))
    table.box.found_at(OWN)
    wifi, address, _ = said(table)[before:]
    assert "narrator, dash four seven one one" in wifi
    assert "moon, wolf, lamp, toast" in wifi
    assert "one zero, dot four two, dot zero, dot one" in address
    assert "colon" not in address
    for kind in ("host", "table"):
        assert table.page(kind=kind)["wifi"] == {"name": "narrator-4711"}
    assert table.page("Ann")["wifi"] is None


def test_during_a_game_a_new_address_is_shown_but_never_said(tmp_path: Path) -> None:
    table = Table(tmp_path, [f"Player {letter}" for letter in "ABCDEFGHI"])
    table.box.found_at(HOME)
    assert table.do("start", token=table.host)["ok"]
    table.until("werewolf.devour")
    before, left = list(table.loudspeaker.heard), table.round.left
    for here in (AWAY, NOWHERE, OWN):
        table.box.found_at(here)
        assert table.page(kind="table")["addresses"] == list(here.addresses)
        assert len(table.page(kind="table")["trouble"]) == (not here.addresses)
    assert table.loudspeaker.heard == before
    assert table.round.left == left


PLUGGED = """
ip link add eth0 type veth peer name there; ip link set there up
ip address add 192.168.7.7/24 dev eth0; ip link set eth0 up; ip route add default via 192.168.7.1
"""
CABLE = """
import queue, subprocess, sys
from functools import partial
from narrator.network import addresses as network
network.OFTEN, network.SETTLED, network.PATIENCE = 0.05, 0.1, 0.3
told = queue.SimpleQueue()
watch = network.Watch(partial(network.found, "0.0.0.0", 80), told.put)
watch.start()
for step in ("true", sys.argv[1], "ip link set there down"):
    subprocess.run(["sh", "-ec", step], check=True)
    print(told.get(timeout=20).addresses)
watch.close()
"""


@pytest.fixture
def alone() -> list[str]:
    """A command that runs another one in a network of its own."""
    command = ["unshare", "-rn"]
    tried = subprocess.run([*command, "ip", "link", "add", "type", "veth"], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"no network of its own can be made here: {tried.stderr.strip()}")
    return command


def test_a_real_cable_that_is_plugged_in_and_pulled_out_is_noticed(alone: list[str]) -> None:
    done = subprocess.run([*alone, sys.executable, "-c", CABLE, PLUGGED], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["()", "('http://192.168.7.7',)", "()"]


@pytest.mark.slow
def test_a_box_that_starts_before_its_network_welcomes_everybody_once_it_is_up(
    alone: list[str], tmp_path: Path
) -> None:
    with EveningBox(tmp_path, "--listen", "0.0.0.0", under=("unshare", "-n")) as box:
        assert f"http://localhost:{box.port} " in box.said
        assert box.process is not None
        into = ["nsenter", f"--target={box.process.pid}", "--net", "sh", "-ec"]
        plugged = subprocess.run([*into, PLUGGED], capture_output=True, text=True)
        if plugged.returncode:
            pytest.skip(f"a cable can be laid by root only: {plugged.stderr.strip()}")
        until(lambda: box.said.count("\n") >= 4, 60, "the box says where it is")
        _, written, welcome, number = box.said.splitlines()
        assert written == f"narrator is found at: http://192.168.7.7:{box.port}"
        assert "one nine two, dot one six eight, dot seven, dot seven" in welcome
        assert "number" in number
