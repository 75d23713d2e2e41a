"""What do all devices have in common? The small language in which they say what happened, and what they can show.

A device knows buttons, keys and tags by their numbers and nothing of seats, players or the game: what an event means
is decided elsewhere, in one place. Nor does a device care about bounces, stuck contacts and long presses.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from narrator.errors import Said, Sentence, Worded

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


class KnobTurned(NamedTuple):
    """The knob was turned by this many clicks; clockwise is positive."""

    clicks: int


class Typed(NamedTuple):
    """A key has gone `down`, or up, and nobody has said yet which button it is; `key` is always its name."""

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
    """Something is gone, or does not work; the sentence says what, and what to do about it, if it can in any language.

    `what` is always its name. It begins with its kind, which the box says aloud: `keypad`, `reader`, `knob`, `buttons`.
    """

    what: str
    sentence: Sentence


class Appeared(NamedTuple):
    """It is there, for the first time or again."""

    what: str


class DeviceFault(Worded):
    """Why a device cannot be used on this machine, and what to do about it."""

    section = "panel"


Event = Pressed | Released | KnobTurned | Typed | Touched | Lifted | Lost | Appeared


class Device:
    """Something with buttons, lights, a knob or a reader. What it does not have stays as it is here.

    Opening one that can never work on this machine raises `NarratorError` with what to do about it. A device that was
    unplugged says so (`Lost`), waits to be plugged in, and says when it is back (`Appeared`).
    """

    @property
    def buttons(self) -> Sequence[int]:
        """The numbers of the buttons that are there now."""
        return ()

    @property
    def readers(self) -> Mapping[str, Sentence]:
        """The tag readers that are there now, by name, each with why not to use it at night, or nothing."""
        return {}

    @property
    def keys(self) -> Collection[str]:
        """The names of the keys that are there now, as in `Typed`."""
        return ()

    def start(self, hear: Callable[[Event], None]) -> None:
        """From now on tell `hear` everything that happens, from any thread; it never blocks."""

    def light(self, button: int, colour: Colour) -> None:
        """Make a button's light shine like this; it stays so. Returns at once.

        A device without that light does nothing; one whose light fails raises `NarratorError`.
        """

    def close(self) -> None:
        """Lights out; nothing is heard any more. May come twice, and after the thing was unplugged."""


REST = 1.0
"""Seconds after a fault of ours before another try."""


def watch(look: Callable[[], None], stopping: threading.Event, what: str, hear: Callable[[Event], None]) -> None:
    """Look after a device, again and again, in a thread of its own: for a device whose library has no thread.

    A thread that died would leave the device mute, and nobody would know. So a fault in it is reported, as `Lost`, and
    after `REST` seconds it looks again.
    """
    lost = False
    while not stopping.is_set():
        try:
            look()
        except Exception as fault:
            log.exception("The %s has failed.", what)
            if not lost:
                hear(Lost(what, Said(f"panel.{what}-failed", {"fault": repr(fault)})))
            lost = True
            stopping.wait(REST)
        else:
            if lost:
                hear(Appeared(what))
            lost = False
