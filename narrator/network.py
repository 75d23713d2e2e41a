"""Where do phones find the box? The numeric addresses of this machine, found without sending anything."""

from __future__ import annotations

import fcntl
import socket
import struct

SIOCGIFADDR = 0x8915


def addresses() -> list[str]:
    """The IPv4 addresses of this machine in its networks, the loopback left out; empty when there is no network."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asking.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            address = socket.inet_ntoa(answer[20:24])
            if not address.startswith("127."):
                found.append(address)
    return found
