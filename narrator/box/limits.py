"""How often may somebody without a token do something? A few times in a row, then once in so many seconds, for each
address; the box itself as often as it likes, except for the PIN, which nobody may guess.

With IPv6, where anybody can have as many addresses as they like, a network of 64 bits counts as one address.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import NamedTuple

from narrator.lobby.lobby import Refused

MOST = 1000
"""How many addresses are remembered: those heard from last."""


class Rate(NamedTuple):
    """`burst` times in a row, and then once in `every` seconds; `always` for the box itself, too."""

    burst: int
    every: float
    always: bool = False


RATES = {
    "pin": Rate(5, 10.0, always=True),
    "join": Rate(12, 5.0),
    "say-pin": Rate(2, 60.0),
    "lend": Rate(2, 60.0),
}


class Limits:
    """What each address has done so far; `now` reads a clock in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._full_at: OrderedDict[tuple[str, str], float] = OrderedDict()

    def spend(self, what: str, peer: str) -> None:
        """This address does this once more; raises `Refused` (`too-often`) when it has to wait."""
        rate, key, now = RATES[what], (what, _whose(peer)), self._now()
        if not rate.always and is_box(peer):
            return
        full_at = max(now, self._full_at.get(key, now)) + rate.every
        wait = full_at - now - rate.burst * rate.every
        if wait > 0:
            raise Refused("too-often", number=ceil(wait))
        self._full_at[key] = full_at
        self._full_at.move_to_end(key)
        if len(self._full_at) > MOST:
            self._full_at.popitem(last=False)

    def forgive(self, what: str, peer: str) -> None:
        """What this address has done so far no longer counts."""
        self._full_at.pop((what, _whose(peer)), None)


def is_box(peer: str) -> bool:
    """Is this a part of the box, or a page on the machine itself, and not an address elsewhere?"""
    try:
        return not peer or ip_address(peer).is_loopback
    except ValueError:
        return False


def _whose(peer: str) -> str:
    try:
        address = ip_address(peer)
    except ValueError:
        return peer
    if not isinstance(address, IPv6Address):
        return peer
    return str(address.ipv4_mapped or ip_network((int(address) >> 64 << 64, 64)))
