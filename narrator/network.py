"""Where do phones find the box? The numeric addresses of this machine, found without sending anything."""

from __future__ import annotations

import fcntl
import socket
import struct
from pathlib import Path

ROUTES = Path("/proc/net/route")
GET_ADDRESS, GET_FLAGS = 0x8915, 0x8913
RUNNING = 0x40


def addresses() -> list[str]:
    """The IPv4 addresses of this machine in its networks, the loopback left out; empty when there is no network.

    The first is the most likely to be reached: its network has a way out, as a router's has.
    """
    ways_out = _ways_out()
    found: list[tuple[bool, str]] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            question = struct.pack("256s", name.encode()[:15])
            try:
                (flags,) = struct.unpack("H", fcntl.ioctl(asking.fileno(), GET_FLAGS, question)[16:18])
                address = socket.inet_ntoa(fcntl.ioctl(asking.fileno(), GET_ADDRESS, question)[20:24])
            except OSError:  # it has no address, or has gone
                continue
            if flags & RUNNING and not address.startswith("127."):
                found.append((name not in ways_out, address))
    return [address for _, address in sorted(found, key=lambda each: each[0])]


def _ways_out() -> set[str]:
    """The interfaces through which everything is sent that is not for one's own networks."""
    try:
        lines = ROUTES.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return set()
    return {fields[0] for fields in map(str.split, lines) if fields[1:2] == ["00000000"]}
