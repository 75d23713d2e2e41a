"""What do all devices have in common? The small language in which they say what happened, and what they can show.

A device knows buttons, keys and tags by their numbers and nothing of seats, players or the game: what an event means
is decided elsewhere, in one place. Bounces, stuck contacts and long presses are not the device's affair either.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

log = logging.getLogger("narrator.hardware")

KNOB = 0
"""The number of the button under the knob; seats' buttons are numbered from 1."""
LID = -1
"""The number of the light on the lid, on which tags are laid."""


class Colour(NamedTuple):
    """How bright a light shines in each colour, from 0 (dark) to 1. A light shows it as well as it can."""

    red: float
    green: float
    blue: float


DARK = Colour(0.0, 0.0, 0.0)


class Pressed(NamedTuple):
    """The contact of a button has closed."""

    button: int


class Released(NamedTuple):
    """The contact of a button has opened."""

    button: int


class Turned(NamedTuple):
    """The knob was turned by so many clicks, clockwise ones being positive."""

    clicks: int


class Typed(NamedTuple):
    """A key has gone `down`, or up, of which nobody has said yet which button it is; `key` names it for good."""

    key: str
    down: bool


class Touched(NamedTuple):
    """A tag has come to lie on a reader, one touch however long it lies.

    `uid` is its number, in hexadecimal; empty for something whose number cannot be read.
    """

    uid: str


class Lifted(NamedTuple):
    """The tag was taken away again."""

    uid: str


class Lost(NamedTuple):
    """Something that was there is gone, or does not work; the sentence says what, and what to do about it.

    `what` names it for good and begins with its kind (`keypad`, `reader`, `knob`, `buttons`), of which the box speaks.
    """

    what: str
    sentence: str


class Found(NamedTuple):
    """It is there, again or at last."""

    what: str


Event = Pressed | Released | Turned | Typed | Touched | Lifted | Lost | Found


class Device:
    """Something with buttons, lights, a knob or a reader. What it lacks it leaves as it stands here.

    Opening one raises `NarratorError` with what to do about it, where it can never work on this machine. What was
    unplugged tells so (`Lost`), is looked for, and comes back by itself (`Found`).
    """

    @property
    def buttons(self) -> Sequence[int]:
        """The numbers of the buttons that are there now."""
        return ()

    @property
    def readers(self) -> Mapping[str, str]:
        """The readers of tags that are there now, by name, each with what speaks against it by night, or nothing."""
        return {}

    @property
    def keys(self) -> Collection[str]:
        """The names of the keys that are there now, as in `Typed`."""
        return ()

    def start(self, hear: Callable[[Event], None]) -> None:
        """From now on `hear` is told everything that happens, from any thread; it never blocks."""

    def light(self, button: int, colour: Colour) -> None:
        """Let the light of a button shine like this; it stays so. Returns at once.

        A device without that light does nothing; one whose light fails raises `NarratorError`.
        """

    def close(self) -> None:
        """Lights out; nothing is heard any more. May come twice, and after the thing was unplugged."""


REST = 1.0
"""Seconds after a fault of ours until it is tried again."""


def watch(look: Callable[[], None], stopping: threading.Event, what: str, hear: Callable[[Event], None]) -> None:
    """Look after a device, again and again, in a thread of its own: for whatever has no thread in its library.

    A thread that died would leave the device mute, and nobody would know. So a fault in it is told, as `Lost`, and
    after `REST` seconds it looks again.
    """
    lost = False
    while not stopping.is_set():
        try:
            look()
        except Exception as fault:
            log.exception("The %s has stumbled.", what)
            if not lost:
                hear(
                    Lost(
                        what, f"The {what} has stumbled ({fault!r}), and is looked for again: unplug it and plug it in."
                    )
                )
            lost = True
            stopping.wait(REST)
        else:
            if lost:
                hear(Found(what))
            lost = False
