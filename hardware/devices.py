"""What do all devices have in common? The small language in which they say what happened, and what they can show.

A device knows buttons by their numbers and nothing of seats, players or the game: what a press means is decided
elsewhere, in one place. Readers and keypads will add words of their own, such as a tag that was touched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol


class Pressed(NamedTuple):
    """The contact of a button has closed. Bounces come along: telling them apart is not the device's affair."""

    button: int


class Released(NamedTuple):
    """The contact of a button has opened."""

    button: int


Event = Pressed | Released


class Device(Protocol):
    """Some buttons, each with a light beside it. Problems are `NarratorError`s with what to do about them."""

    @property
    def buttons(self) -> Sequence[int]:
        """The numbers of its buttons."""

    def start(self, hear: Callable[[Event], None]) -> None:
        """From now on `hear` is told everything that happens, from any thread; it never blocks."""

    def light(self, button: int, level: float) -> None:
        """Let the light of a button shine from 0 (dark) to 1; it stays so."""

    def close(self) -> None:
        """Lights out; nothing is heard any more."""
