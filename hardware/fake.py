"""Devices on a web page instead of on the table: for people who have none yet, and to see what happens with a fault.

One `Fake` is a whole table: seats with a button and a light, a knob, a lid with a reader and a light, a keypad. People
press buttons, lay tags and type on the page; they unplug things, and make a button stick or its contact rattle. What it
says then is what real devices say.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from hardware.devices import (
    DARK,
    KNOB,
    LID,
    Appeared,
    Colour,
    Device,
    Event,
    KnobTurned,
    Lifted,
    Lost,
    Pressed,
    Released,
    Touched,
    Typed,
)
from narrator.errors import NarratorError, Said, Sentence

MOST = 24
"""No more seats fit round the table on a page."""
TURN = 20
"""The most clicks by which a hand turns the knob in one go."""
RATTLE = 0.02
"""Seconds between two moves of a contact that rattles."""
KEYS = (
    *(f"KEY_KP{digit}" for digit in range(10)),
    "KEY_KPENTER", "KEY_VOLUMEDOWN", "KEY_VOLUMEUP", "KEY_MUTE",
)  # fmt: skip
"""What the keypad has, by the names that the kernel gives them."""
KEYPAD = "fake keypad"
UID = re.compile("([0-9A-F]{2}){4,10}")

PLUGS = {thing: Said(f"panel.{thing}-unplugged", {}) for thing in ("lid", "knob", "keypad")}


class Fake(Device):
    """The devices of a table with this many `seats`. All of it may be called from any thread.

    What can be switched is named by two words: what is done, and to what.

        press   seat 1 … seat N, knob          a finger is on it
        stick, rattle   the same               it stays down; its contact opens and closes by itself
        type    one of `KEYS`                  the key is down
        lay     a tag's number, hexadecimal    it lies on the lid
        unplug  seat 1 … seat N, knob, lid, keypad
    """

    def __init__(self, seats: int) -> None:
        if not 1 <= seats <= MOST:
            raise NarratorError("fake-hardware", f"The table on the page has 1 to {MOST} seats, not {seats}.")
        self.seats = {f"seat {number}": number for number in range(1, seats + 1)}
        self.changed: Callable[[], None] = lambda: None
        self._hear: Callable[[Event], None] = lambda event: None
        self._buttons = {"knob": KNOB, **self.seats}
        self._lights: dict[int, Colour] = dict.fromkeys((LID, *self.seats.values()), DARK)
        self._plugs = PLUGS | {seat: Said("panel.seat-unplugged", {"number": n}) for seat, n in self.seats.items()}
        self._things = {
            "press": self._buttons, "stick": self._buttons, "rattle": self._buttons,
            "type": KEYS, "unplug": self._plugs,
        }  # fmt: skip
        self._on: dict[tuple[str, str], None] = {}
        self._flipped = False
        self._lock = threading.RLock()
        self._closed = threading.Event()
        self._rattling = threading.Thread(target=self._rattle, name="rattle", daemon=True)

    @property
    def buttons(self) -> Sequence[int]:
        """The numbers of the seats that are plugged in."""
        return [number for seat, number in self.seats.items() if not self._is("unplug", seat)]

    @property
    def readers(self) -> Mapping[str, Sentence]:
        """The reader in the lid, while it is plugged in; it is silent."""
        return {} if self._is("unplug", "lid") else {"lid": ""}

    @property
    def keys(self) -> Collection[str]:
        """The keys of the keypad, while it is plugged in."""
        return [] if self._is("unplug", "keypad") else [f"{KEYPAD} {key}" for key in KEYS]

    def start(self, hear: Callable[[Event], None]) -> None:
        """From now on `hear` is told what people do on the page."""
        self._hear = hear
        self._rattling.start()

    def light(self, button: int, colour: Colour) -> None:
        """Have the page show this colour at a seat, or at the lid."""
        if button in self._lights:
            self._lights[button] = colour
            self.changed()

    def close(self) -> None:
        """Lights out; nothing is heard any more."""
        self._closed.set()
        self._hear = lambda event: None
        self._lights = dict.fromkeys(self._lights, DARK)

    def switch(self, what: str, thing: str, on: bool) -> None:
        """Do this from now on, or no longer; raises `NarratorError` (`not-understood`) where there is no such thing."""
        known = UID.fullmatch(thing) if what == "lay" else thing in self._things.get(what, ())
        if not known:
            raise NarratorError("not-understood", f"The table on the page cannot {what} {thing}.")

        def move() -> None:
            self._on.pop((what, thing), None)
            if on:
                self._on[what, thing] = None

        self._move(move)
        self.changed()

    def turn(self, clicks: int) -> None:
        """Turn the knob by this many clicks; raises `NarratorError` (`not-understood`) for more than a hand can."""
        if abs(clicks) > TURN:
            raise NarratorError("not-understood", f"The knob turns by {TURN} clicks in one go, at most.")
        if not self._is("unplug", "knob"):
            self._hear(KnobTurned(clicks))

    def state(self) -> dict[str, Any]:
        """What can be seen: every light, as it shines, and everything that is switched on."""
        with self._lock:
            lights = {place: self._lights[number] for place, number in {"lid": LID, **self.seats}.items()}
            unplugged = {thing: DARK for what, thing in self._on if what == "unplug" and thing in lights}
            return {"lights": lights | unplugged, "on": list(self._on)}

    def _is(self, what: str, thing: str) -> bool:
        return (what, thing) in self._on

    def _move(self, move: Callable[[], None]) -> None:
        """Move something, and say what has ended and what has begun by it."""
        with self._lock:
            before = self._lasting()
            move()
            after = self._lasting()
            for event, end in before.items():
                if event not in after:
                    self._hear(end)
            for event in after:
                if event not in before:
                    self._hear(event)

    def _lasting(self) -> dict[Event, Event]:
        """What was said of everything that lasts now, or would have been, and what is to be said when it ends."""
        lasting: dict[Event, Event] = {}
        for place, number in self._buttons.items():
            down = self._is("press", place) or self._is("stick", place)
            if (down != (self._flipped and self._is("rattle", place))) and not self._is("unplug", place):
                lasting[Pressed(number)] = Released(number)
        for what, thing in self._on:
            if what == "unplug":
                lasting[Lost(thing, self._plugs[thing])] = Appeared(thing)
            elif what == "lay" and not self._is("unplug", "lid"):
                lasting[Touched(thing)] = Lifted(thing)
            elif what == "type" and not self._is("unplug", "keypad"):
                key = f"{KEYPAD} {thing}"
                lasting[Typed(key, True)] = Typed(key, False)
        return lasting

    def _rattle(self) -> None:
        def flip() -> None:
            self._flipped = not self._flipped

        while not self._closed.wait(RATTLE):
            self._move(flip)
