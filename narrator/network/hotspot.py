"""The box's own Wi-Fi: how is it opened where there is no network, and how do phones join it?

    narrator hotspot open       # by narrator-hotspot.service, as root: NetworkManager opens it
    narrator hotspot            # its name and its password

While it is open, `wifi.json` is in the service's runtime directory, for the box to read, and every name that a phone
asks for leads to the box.
"""

from __future__ import annotations

import json
import secrets
import subprocess
import time
from collections.abc import Callable, Sequence
from ipaddress import ip_address, ip_interface
from pathlib import Path
from typing import NamedTuple

from narrator.errors import NarratorError
from narrator.folders import PRIVATE, put_in_place

RUNTIME = Path("/run/narrator-hotspot")
STATE = Path("/var/lib/narrator-hotspot")
"""The directories of the service that opens it; not those of the box, which reads them."""
NAMES = Path("/etc/NetworkManager/dnsmasq-shared.d/narrator.conf")
"""The settings of NetworkManager's own name server while the hotspot is open."""
FILE = "wifi.json"
CONNECTION = "narrator-hotspot"
ADDRESS = ip_interface("10.42.0.1/24")
WORDS = 4

PROFILE = {
    "type": "wifi",
    "ifname": "*",
    "mode": "ap",
    "wifi.band": "bg",
    "wifi.ap-isolation": "yes",  # phones reach the box but not each other
    "wifi-sec.key-mgmt": "wpa-psk",
    # Unless these are named, an older protocol and older ciphers are offered too, about which phones warn. Some Pis'
    # chips cannot protect management frames as an access point, and open none if they are told to.
    "wifi-sec.proto": "rsn",
    "wifi-sec.pairwise": "ccmp",
    "wifi-sec.group": "ccmp",
    "wifi-sec.pmf": "disable",
    "ipv4.method": "shared",
    "ipv4.addresses": str(ADDRESS),
    "ipv6.method": "disabled",
    "connection.autoconnect-priority": "-100",
}
"""What NetworkManager is told about the hotspot, besides its name and password."""


class Wifi(NamedTuple):
    """A Wi-Fi that the box has opened: its name, its password, and the box's address on it."""

    name: str
    passphrase: str
    address: str

    def holds(self, address: str | None) -> bool:
        """Is this the address of a phone on this Wi-Fi?"""
        return address is not None and ip_address(address) in ip_interface(f"{self.address}/24").network


def opened() -> Wifi | None:
    """The Wi-Fi that the box has opened; nothing if it is not open."""
    return _read(RUNTIME / FILE)


def open_hotspot(
    words: Sequence[str],
    wait: float,
    *,
    addresses: Callable[[], list[str]],
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Wifi | None:
    """Open the box's own Wi-Fi, unless the machine finds another network within `wait` seconds: then return nothing.

    Its name and its password, four of the `words`, never change. Raises `NarratorError` (`no-hotspot`) if it cannot be
    opened; nothing of it is left then.
    """
    close_hotspot()
    end = now() + wait
    while now() < end:
        if addresses():
            return None
        sleep(1.0)
    wifi = _kept(words)
    try:
        NAMES.parent.mkdir(parents=True, exist_ok=True)
        NAMES.write_text(f"# In narrator's hotspot every name leads to the box.\naddress=/#/{wifi.address}\n")
        told = PROFILE | {"con-name": CONNECTION, "ssid": wifi.name, "wifi-sec.psk": wifi.passphrase}
        _networkmanager("radio", "wifi", "on")
        _networkmanager("connection", "add", "save", "no", *(word for pair in told.items() for word in pair))
        _networkmanager("connection", "up", CONNECTION)
        _write(RUNTIME / FILE, wifi, 0o640)
    except BaseException:
        close_hotspot()
        raise
    return wifi


def close_hotspot() -> None:
    """Close the box's own Wi-Fi, if it is open."""
    (RUNTIME / FILE).unlink(missing_ok=True)
    NAMES.unlink(missing_ok=True)
    if CONNECTION in _networkmanager("--get-values", "NAME", "connection", "show").splitlines():
        _networkmanager("connection", "delete", CONNECTION)


def _kept(words: Sequence[str]) -> Wifi:
    """The name and the password of this box's Wi-Fi, chosen when it is opened for the first time."""
    wifi = _read(STATE / FILE)
    if wifi is None:
        password = " ".join(secrets.choice(words) for _ in range(WORDS))
        wifi = Wifi(f"narrator-{secrets.randbelow(10000):04}", password, str(ADDRESS.ip))
        _write(STATE / FILE, wifi)
    return wifi


def _read(file: Path) -> Wifi | None:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return Wifi(str(kept["name"]), str(kept["passphrase"]), str(ip_address(kept["address"])))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(file: Path, wifi: Wifi, mode: int = PRIVATE) -> None:
    put_in_place(json.dumps(wifi._asdict()).encode(), file, mode)


def _networkmanager(*words: str) -> str:
    """Have NetworkManager do this; returns its answer."""
    try:
        done = subprocess.run(["nmcli", *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        sentence = "The hotspot needs NetworkManager: run `sudo apt install network-manager dnsmasq-base`."
        raise NarratorError("no-hotspot", sentence) from None
    if done.returncode:
        why = " ".join(done.stderr.split()) or "nothing."
        raise NarratorError(
            "no-hotspot",
            f"The hotspot cannot be opened. NetworkManager says: {why} Check that there is a Wi-Fi adapter"
            " (`nmcli device`) and that its country is set (`sudo raspi-config`, Localisation, WLAN Country).",
        )
    return done.stdout
