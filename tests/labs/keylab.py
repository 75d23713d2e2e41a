"""Keypads to experiment with: what they send is read as the kernel's real bytes, by evdev's own reader.

A keypad's description, and a recording of what it sends, are in the form that `evtest` prints (`tests/recordings`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from errno import EBUSY, ENODEV, ENOENT
from pathlib import Path
from struct import pack
from typing import Any, NamedTuple

import evdev
import pytest
from evdev import ecodes
from evdev.device import DeviceInfo
from evdev.eventio import EventIO

from hardware.devices import Event, Typed
from hardware.keypads import Keypads
from narrator.panel.panel import Panel
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES, ButtonTable

RECORDINGS = Path(__file__).parents[1] / "recordings"

Stroke = tuple[int, int, int]
"""The type, the code and the value of one event."""
SYN: Stroke = (ecodes.EV_SYN, ecodes.SYN_REPORT, 0)


class RecordedKeypad(NamedTuple):
    """What is in one file: a description of a keypad, and what it sent."""

    name: str
    phys: str
    uniq: str
    info: DeviceInfo
    can: Mapping[int, Sequence[int]]
    said: Sequence[Stroke]

    @classmethod
    def load(cls, name: str) -> RecordedKeypad:
        text = (RECORDINGS / f"{name}.txt").read_text(encoding="utf-8")
        about = dict(re.findall(r"^# (phys|uniq): (.*)$", text, re.M))
        numbers = re.findall(r"^Input device ID: bus (\w+) vendor (\w+) product (\w+) version (\w+)", text, re.M)[0]
        title = re.findall(r'^Input device name: "(.*)"$', text, re.M)[0]
        can: dict[int, list[int]] = {}
        said: list[Stroke] = []
        for line in text.splitlines():
            if found := re.match(r"  Event type (\d+)", line):
                can[kind := int(found[1])] = []
            elif found := re.match(r"    Event code (\d+)", line):
                can[kind].append(int(found[1]))
            elif line.startswith("Event:") and "SYN_REPORT" in line:
                said.append(SYN)
            elif line.startswith("Event:") and "SYN_DROPPED" in line:
                said.append((ecodes.EV_SYN, ecodes.SYN_DROPPED, 0))
            elif found := re.match(r"Event: time [\d.]+, type (\d+) .*code (\d+) .*value (-?\w+)", line):
                base = 16 if found[1] == "4" else 10  # scan codes are printed in hexadecimal
                said.append((int(found[1]), int(found[2]), int(found[3], base)))
        info = DeviceInfo(*(int(number, 16) for number in numbers))
        return cls(title, about["phys"], about["uniq"], info, can, said)

    def at(self, phys: str) -> RecordedKeypad:
        """The same keypad in another socket."""
        return self._replace(phys=phys)


PAD = RecordedKeypad.load("number-pad")
OTHER_PAD = PAD.at("usb-0000:01:00.0-1.4.2/input0")
"""The same in another socket."""


class FakeInput(EventIO):
    """`evdev.InputDevice` as far as it is used, with no kernel below it but a pipe through which real bytes come."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.path = str(socket.node)
        self.fd, self._end = os.pipe2(os.O_NONBLOCK)
        self.name, self.phys, self.uniq, self.info = socket.recording[:4]
        self.grabbed = False
        socket.opened.append(self)

    def capabilities(self, absinfo: bool = True) -> dict[int, list[int]]:
        assert not absinfo
        return {kind: list(codes) for kind, codes in self.socket.recording.can.items()}

    def grab(self) -> None:
        if self.socket.taken:
            raise OSError(EBUSY, "Device or resource busy")
        self.grabbed = True

    def active_keys(self) -> list[int]:
        return sorted(self.socket.held)

    def read(self) -> Iterator[Any]:
        if self.socket.gone:
            raise OSError(ENODEV, "No such device")
        return super().read()

    def write_bytes(self, strokes: Iterable[Stroke]) -> None:
        os.write(self._end, b"".join(pack("llHHi", 0, 0, *stroke) for stroke in strokes))

    def close(self) -> None:
        if self.fd > -1:
            os.close(self.fd)
            os.close(self._end)
            self.fd = -1


class Socket:
    """Where something is plugged in, as /dev/input/event`number`; `taken` if another program has it."""

    def __init__(self, node: Path, recording: RecordedKeypad, taken: bool = False) -> None:
        self.node = node
        self.recording = recording
        self.taken = taken
        self.gone = False
        self.held: set[int] = set()
        self.opened: list[FakeInput] = []
        node.touch()

    def say(self, strokes: Iterable[Stroke]) -> None:
        """Send these events to every program that has it open."""
        strokes = list(strokes)
        for kind, code, value in strokes:
            if kind == ecodes.EV_KEY:
                (self.held.add if value else self.held.discard)(code)
        for device in self.opened:
            if device.fd > -1:
                device.write_bytes(strokes)

    def key(self, name: str, down: bool) -> None:
        """Move one key."""
        self.say([(ecodes.EV_KEY, ecodes.ecodes[name], int(down)), SYN])

    def unplug(self) -> None:
        """Pull the plug: the node is gone, and its readers get an error."""
        self.node.unlink()
        self.gone = True
        for device in self.opened:
            if device.fd > -1:
                device.write_bytes([SYN])


class Usb:
    """All that is plugged in, in a folder that stands for /dev/input."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sockets: dict[str, Socket] = {}
        folder.mkdir()

    def plug(self, recording: RecordedKeypad, number: int, taken: bool = False) -> Socket:
        node = self.folder / f"event{number}"
        self.sockets[str(node)] = socket = Socket(node, recording, taken)
        return socket

    def open(self, path: str) -> FakeInput:
        """What `evdev.InputDevice(path)` does."""
        if not Path(path).exists():
            raise FileNotFoundError(ENOENT, "No such file or directory", path)
        return FakeInput(self.sockets[path])


@contextmanager
def usb(folder: Path) -> Iterator[Usb]:
    """Let keypads be looked for here."""
    found = Usb(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evdev, "InputDevice", found.open)
        yield found


class Heard:
    """Keypads of which everything is written down; the test calls `look` and `read`."""

    def __init__(self, folder: Path, shared: bool = False) -> None:
        self.events: list[Event] = []
        self.keypads = Keypads(shared, folder)
        self.keypads.listen(self.events.append)

    def now(self) -> list[Event]:
        """What was heard since the last call."""
        self.keypads.read(0)
        self.keypads.look()
        events, self.events[:] = list(self.events), []
        return events

    def typed(self) -> list[str]:
        """The keys among that, without their keypads: `KEY_A` for down, `-KEY_A` for up."""
        return [("" if one.down else "-") + one.key.rpartition(" ")[2] for one in self.now() if isinstance(one, Typed)]


class HandTurned(Keypads):
    """Keypads without a thread."""

    start = Keypads.listen


class KeyTable(ButtonTable):
    """Players without phones at two number pads; `buttons` numbers those who have learned theirs, by name."""

    def __init__(self, data: Path, usb: Usb, names: Iterable[str] = NAMES, seed: int = 1) -> None:
        Table.__init__(self, data, seed=seed)
        for name in names:
            if name not in self.box.lobby.players:
                assert self.do("add", token=self.host, name=name)["ok"]
        self.tokens = {name: self.box.lobby.token_of(name) or "" for name in names}
        self.usb = usb
        self.keypads = HandTurned(folder=usb.folder)
        self.panel = Panel(self.box, [self.keypads], send=self.box.handle, now=self.time)
        self.panel.listen()
        self.own: dict[str, tuple[Socket, str]] = {}
        self.settle()

    @property
    def buttons(self) -> dict[str, int]:
        return self.box.lobby.buttons

    @property
    def said(self) -> list[str]:
        return [what for _, kind, what in self.loudspeaker.heard if kind == "say"]

    @property
    def trouble(self) -> list[str]:
        return list(self.page(kind="host")["trouble"])

    def finger(self, name: str, down: bool) -> None:
        """Move a finger of somebody who has a key."""
        socket, key = self.own[name]
        socket.key(key, down)

    def press(self, socket: Socket, key: str) -> None:
        """Press any key for a moment."""
        for down in (True, False):
            socket.key(key, down)
            self.pass_time(self.time.now + 0.1)

    def teach(self, keys: Mapping[str, tuple[Socket, str]]) -> None:
        """Let these players show the box their keys."""
        assert self.do("learn", token=self.host, names=list(keys))["ok"]
        self.settle()
        for name, (socket, key) in keys.items():
            assert self.page(kind="host")["setup"]["wanted"][0] == name
            self.press(socket, key)
        self.own.update(keys)

    def settle(self) -> float | None:
        """Let keypads, box and panel do everything that is due now; returns the seconds until there is more."""
        self.keypads.read(0)
        self.keypads.look()
        return super().settle()


def hold_key(table: KeyTable, pad: Socket, key: str) -> None:
    """Hold a key as long as it takes to sit down."""
    pad.key(key, True)
    table.pass_time(table.time.now + 1.0)
    pad.key(key, False)
    table.pass_time(table.time.now + 1.0)
