"""The addresses that are shown and said: those that phones can reach, the likeliest first."""

from __future__ import annotations

import fcntl
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from narrator import network

INTERFACES = {"lo": (0x49, "127.0.0.1"), "docker0": (0x03, "172.17.0.1"), "wlan0": (0x43, "10.42.0.1")}
INTERFACES |= {"eth0": (0x43, "192.168.1.7"), "tun0": (0x43, None)}
HEAD = "Iface\tDestination\tGateway\n"


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


def test_the_loopback_and_what_is_not_running_is_left_out(interfaces: Path) -> None:
    assert network.addresses() == ["10.42.0.1", "192.168.1.7"]


def test_the_network_with_a_way_out_comes_first(interfaces: Path) -> None:
    interfaces.write_text(f"{HEAD}wlan0\t0000A8C0\t0\neth0\t00000000\t0101A8C0\n", encoding="ascii")
    assert network.addresses() == ["192.168.1.7", "10.42.0.1"]


def test_the_addresses_are_this_machines_own() -> None:
    for address in network.addresses():
        with socket.socket() as here:
            here.bind((address, 0))


def test_without_a_network_there_is_none() -> None:
    code = "from narrator.network import addresses; print(addresses())"
    alone = subprocess.run(["unshare", "-rn", sys.executable, "-c", code], capture_output=True, text=True)
    if alone.returncode:
        pytest.skip(f"no namespace without a network can be made here: {alone.stderr.strip()}")
    assert alone.stdout == "[]\n"
