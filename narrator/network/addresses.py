"""Where do phones find the box? The numeric addresses of this machine, found without sending anything, and watched.

watch = Watch(partial(found, "0.0.0.0", 80), report)
watch.start()                   # report(Found(("http://192.168.1.7",), None)), and again whenever that changes
"""

from __future__ import annotations

import fcntl
import socket
import struct
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from narrator.folders import put_in_place
from narrator.network.hotspot import Wifi, opened

ROUTES = Path("/proc/net/route")
RESOLVED = Path("/etc/resolv.conf")
GET_ADDRESS, GET_FLAGS = 0x8915, 0x8913
RUNNING = 0x40
EVERYWHERE = ("0.0.0.0", "::")
"""A box that listens at one of these is found at all addresses of the machine."""
HOMES = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
"""The endings of names that routers give. No stranger can own one: the internet knows none of them."""
WEB, WEB_TLS = 80, 443
"""The ports that nobody has to type."""
PORT = "port"
"""The file in the data folder with the port of the box that ran last."""

OFTEN = 3.0
"""Seconds from one look to the next."""
SETTLED = 4.0
"""Seconds that a new address must stay before anybody is sent there."""
PATIENCE = 45.0
"""Seconds without any network before the box says so: Wi-Fi takes half a minute to come up, or to come back."""


class Found(NamedTuple):
    """Where phones find the box: web addresses, the best one first, and the box's own Wi-Fi if it has opened one."""

    addresses: tuple[str, ...]
    wifi: Wifi | None = None


NOWHERE = Found(())
"""Phones cannot find the box."""


def found(listen: str, port: int, hosts: Callable[[Sequence[str]], Sequence[str]] | None = None) -> Found:
    """Where phones find a box that listens at this address and port; nowhere if there is no network.

    Over HTTPS `hosts` turns the machine's addresses into the names or addresses that are in its certificate.
    """
    wifi = None
    here = [listen]
    if listen in EVERYWHERE:
        here, wifi = addresses(), opened()
        if wifi is not None and wifi.address not in here:
            wifi = None
        here.sort(key=lambda address: wifi is not None and address != wifi.address)
    scheme, usual = ("http", WEB) if hosts is None else ("https", WEB_TLS)
    colon_port = "" if port == usual else f":{port}"
    if hosts is not None and here:
        here = list(hosts(here))
    here = [f"[{address}]" if ":" in address else address for address in here]
    return Found(tuple(f"{scheme}://{address}{colon_port}" for address in here), wifi)


def note_port(data: Path, port: int) -> None:
    """Keep the port of this box in the data folder, for when it is not running."""
    with suppress(OSError):  # a full disk is reported when there is something to keep
        put_in_place(f"{port}\n".encode(), data / PORT)


def noted_port(data: Path) -> int | None:
    """The port at which the box of this data folder was last found, if there ever was one."""
    try:
        return int((data / PORT).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def addresses() -> list[str]:
    """The IPv4 addresses of this machine in its networks, without the loopback and without those that it gave itself
    because there was no router; empty when there is no network.

    The first is the most likely to be reached: its network has a way out, as a router's has.
    """
    ways_out = _ways_out()
    there: list[tuple[bool, str]] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            question = struct.pack("256s", name.encode()[:15])
            try:
                (flags,) = struct.unpack("H", fcntl.ioctl(asking.fileno(), GET_FLAGS, question)[16:18])
                address = ip_address(fcntl.ioctl(asking.fileno(), GET_ADDRESS, question)[20:24])
            except OSError:  # it has no address, or is gone
                continue
            if flags & RUNNING and not address.is_loopback and not address.is_link_local:
                there.append((name not in ways_out, str(address)))
    return [address for _, address in sorted(there, key=lambda each: each[0])]


def names() -> set[str]:
    """The names of this machine, in lower case: its own, with the endings that a home network or the router gives it.

    Not with just any ending: the owner of a domain could give such a name to a machine, and lead it here.
    """
    whole = socket.gethostname().lower()
    name = whole.partition(".")[0]
    return {"localhost", whole, name, *(f"{name}.{end}" for end in (*HOMES, *_searched()))}


def _searched() -> list[str]:
    """The endings of names that the router has told this machine to try."""
    try:
        lines = [line.split() for line in RESOLVED.read_text(encoding="ascii", errors="ignore").splitlines()]
    except OSError:
        return []
    found = [end for first, *ends in filter(None, lines) if first in ("search", "domain") for end in ends]
    return [end.lower().strip(".") for end in found if end.strip(".")]


def _ways_out() -> set[str]:
    """The interfaces through which everything is sent that is not for the machine's own networks."""
    try:
        lines = ROUTES.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return set()
    return {fields[0] for fields in map(str.split, lines) if fields[1:2] == ["00000000"]}


class Watch:
    """Keeps looking where phones find the box, and reports it at the start and whenever it changes for good.

    `look` finds it out; `report` gets it, in the watch's thread; `now` reads a clock that does not jump.
    """

    def __init__(
        self, look: Callable[[], Found], report: Callable[[Found], None], now: Callable[[], float] = time.monotonic
    ) -> None:
        self.look = look
        self.report = report
        self.now = now
        self._seen = look()
        self._since = now() - SETTLED
        self._reported: Found | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Watch from now on, in a thread, until `close`."""
        self._thread.start()

    def turn(self) -> None:
        """Look once."""
        seen = self.look()
        if seen != self._seen:
            self._seen, self._since = seen, self.now()
        patience = SETTLED if seen.addresses else PATIENCE
        if seen != self._reported and self.now() - self._since >= patience:
            self._reported = seen
            self.report(seen)

    def close(self) -> None:
        """Stop watching."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        self.turn()
        while not self._closing.wait(OFTEN):
            self.turn()
