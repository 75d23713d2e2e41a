"""USB keypads, keyboards, arcade encoders and volume knobs, through evdev: any number of them, plugged in at any time.

    /dev/input/event* -> Keypads (a thread) -> Typed("usb-0000:01:00.0-1.2/input0 KEY_KP1", down=True)

A key is named by the socket that its keypad is plugged into, so two equal keypads differ and a restart changes nothing.
Mice, touchscreens, power buttons and televisions (HDMI-CEC) are left alone.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from errno import EBUSY
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from types import ModuleType
from typing import Any

from hardware.devices import Appeared, Device, DeviceFault, Event, KnobTurned, Lost, Typed, watch
from narrator.errors import Said

LOOK = 1.0
"""Seconds between two looks at what is plugged in."""

PUSH = 0
KNOB_KEYS = {
    **dict.fromkeys(("KEY_VOLUMEUP", "KEY_UP", "KEY_RIGHT"), 1),
    **dict.fromkeys(("KEY_VOLUMEDOWN", "KEY_DOWN", "KEY_LEFT"), -1),
    **dict.fromkeys(("KEY_MUTE", "KEY_PLAYPAUSE", "KEY_ENTER"), PUSH),
}
"""Keys that work as the knob while they are nobody's button: how many clicks they turn it, or that they push it."""

_OURS = {
    *range(0x01, 0x74), 0xA4, *range(0x100, 0x110), *range(0x120, 0x140), *range(0x220, 0x224), *range(0x2C0, 0x2E8)
}  # fmt: skip
"""The codes of letters, digits and arrows, of volume and play, and of the buttons of encoders and gamepads."""


class _Keypad:
    """One open node of a keypad, which may have several. `down` are the codes of its keys that are held."""

    def __init__(self, device: Any, name: str) -> None:
        self.device = device
        self.name = name
        self.what = f"keypad {name.rpartition('/input')[0] or name}"
        self.down: set[int] = set()
        self.lags = False


class Keypads(Device):
    """All keypads and the like that are plugged in; see `devices.Device`.

    They type for the box alone, unless they are `shared` with somebody who works at this machine: then they still
    type there as well, and their arrows and Enter do not move the knob. Raises `NarratorError` (`device-keypads`)
    without the library, and where nothing in the `folder` may be read.
    """

    def __init__(self, shared: bool = False, folder: Path = Path("/dev/input")) -> None:
        self._evdev = _library()
        self._shared = shared
        self._folder = folder
        nodes = list(folder.glob("event*"))
        if nodes and not any(os.access(node, os.R_OK) for node in nodes):
            raise DeviceFault("device-keypads", "keypads-forbidden", folder=folder)
        self._open: dict[Path, _Keypad] = {}
        self._left_alone: set[tuple[Path, int, int]] = set()
        self._told: dict[str, str | None] = {}
        self._titles: dict[str, str] = {}
        self._keys: frozenset[str] = frozenset()
        self._in_use: set[str] = set()
        self._selector = DefaultSelector()
        self._bell = os.eventfd(0)
        self._selector.register(self._bell, EVENT_READ)
        self._hear: Callable[[Event], None] = lambda _: None
        self._thread = threading.Thread(target=self._run, name="keypads", daemon=True)
        self._stopping = threading.Event()

    @property
    def keys(self) -> Collection[str]:
        """Every key of every keypad that is there."""
        return self._keys

    def start(self, hear: Callable[[Event], None]) -> None:
        """Tell `hear` every key that goes down or up, every turn of a wheel, and which keypads come and go."""
        self.listen(hear)
        self._thread.start()

    def listen(self, hear: Callable[[Event], None]) -> None:
        """The same without a thread: the caller calls `look` and `read` as often as needed."""
        self._hear = hear
        self.look()

    def close(self) -> None:
        """Let others have the keypads again."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        os.eventfd_write(self._bell, 1)
        if self._thread.is_alive():
            self._thread.join()
        for keypad in self._open.values():
            keypad.device.close()
        self._selector.close()
        os.close(self._bell)

    def look(self) -> None:
        """Open what was plugged in, and forget what was unplugged."""
        there = {}
        for path in sorted(self._folder.glob("event*")):
            with suppress(FileNotFoundError):
                node = path.stat()
                there[path] = (path, node.st_ino, node.st_ctime_ns)
        for path in self._open.keys() - there.keys():
            self._forget(path)
        self._left_alone &= set(there.values())
        self._in_use = set()
        for path, which in there.items():
            if path not in self._open and which not in self._left_alone:
                with suppress(OSError):  # unplugged again, or its rights are still to be set
                    device = self._evdev.InputDevice(str(path))
                    if is_for_players(device):
                        self._take(path, device)
                    else:
                        device.close()
                        self._left_alone.add(which)
        self._report()

    def read(self, seconds: float) -> None:
        """Hear what is typed, and wait for it this many seconds at most."""
        for ready, _ in self._selector.select(seconds):
            path = ready.data
            if path in self._open:
                try:
                    self._hear_from(self._open[path])
                except BlockingIOError:
                    continue
                except OSError:
                    self._forget(path)
                    self._report()

    def _run(self) -> None:
        def look() -> None:
            due = time.monotonic() + LOOK
            while not self._stopping.is_set() and (left := due - time.monotonic()) > 0:
                self.read(left)
            self.look()

        watch(look, self._stopping, "keypad", self._hear)

    def _take(self, path: Path, device: Any) -> None:
        keypad = _Keypad(device, _name(device, self._evdev.ecodes))
        self._titles[keypad.what] = device.name
        if not self._shared:
            try:
                device.grab()
            except OSError as error:
                device.close()
                if error.errno == EBUSY:
                    self._in_use.add(keypad.what)
                return
        self._open[path] = keypad
        self._selector.register(device, EVENT_READ, path)
        self._know_keys()
        self._compare(keypad)

    def _forget(self, path: Path) -> None:
        keypad = self._open.pop(path)
        for code in sorted(keypad.down):
            self._move(keypad, code, down=False)
        self._selector.unregister(keypad.device)
        keypad.device.close()
        self._know_keys()

    def _know_keys(self) -> None:
        self._keys = frozenset(
            self._key(keypad, code)
            for keypad in self._open.values()
            for code in keypad.device.capabilities(absinfo=False).get(self._evdev.ecodes.EV_KEY, ())
        )

    def _report(self) -> None:
        """Say which keypads have come, gone, or are in use elsewhere since this was said last."""
        now = dict.fromkeys(self._told, "panel.keypad-gone")
        now |= dict.fromkeys(self._in_use, "panel.keypad-in-use")
        there = dict.fromkeys(keypad.what for keypad in self._open.values())
        for what, trouble in sorted((now | there).items()):
            if self._told.get(what, "") != trouble:
                places = {"name": self._titles[what], "place": what.partition(" ")[2]}
                self._hear(Appeared(what) if trouble is None else Lost(what, Said(trouble, places)))
        self._told = now | there

    def _hear_from(self, keypad: _Keypad) -> None:
        codes = self._evdev.ecodes
        for event in keypad.device.read():
            match event.type, event.code:
                case codes.EV_SYN, codes.SYN_DROPPED:
                    keypad.lags = True
                case codes.EV_SYN, codes.SYN_REPORT if keypad.lags:
                    keypad.lags = False
                    self._compare(keypad)
                case codes.EV_KEY, code if event.value in (0, 1) and not keypad.lags:
                    self._move(keypad, code, down=event.value == 1)
                case codes.EV_REL, codes.REL_DIAL | codes.REL_WHEEL if not (keypad.lags or self._shared):
                    self._hear(KnobTurned(event.value))

    def _compare(self, keypad: _Keypad) -> None:
        """Find out which keys are down, after some of their moves were not heard."""
        active = set(keypad.device.active_keys())
        for code in (*sorted(keypad.down - active), *sorted(active - keypad.down)):
            self._move(keypad, code, down=code in active)

    def _move(self, keypad: _Keypad, code: int, down: bool) -> None:
        if down == (code in keypad.down):
            return
        keypad.down ^= {code}
        key = self._key(keypad, code)
        if not (self._shared and knob(key) is not None):
            self._hear(Typed(key, down))

    def _key(self, keypad: _Keypad, code: int) -> str:
        names = self._evdev.ecodes.bytype[self._evdev.ecodes.EV_KEY].get(code, f"KEY_{code}")
        return f"{keypad.name} {names if isinstance(names, str) else max(names)}"


def knob(key: str) -> int | None:
    """By how many clicks does this key turn the knob, or does it `PUSH` it? Nothing where it does neither."""
    return KNOB_KEYS.get(key.rpartition(" ")[2])


def is_for_players(device: Any) -> bool:
    """Does this `evdev.InputDevice` have keys, buttons or a dial, and is it neither a pointer nor a television?"""
    codes = _library().ecodes
    can = device.capabilities(absinfo=False)
    keys, moves = set(can.get(codes.EV_KEY, ())), set(can.get(codes.EV_REL, ()))
    points = codes.REL_X in moves or codes.BTN_TOUCH in keys
    turns = moves & {codes.REL_DIAL, codes.REL_WHEEL}
    return device.info.bustype != codes.BUS_CEC and not points and bool(keys & _OURS or turns)


def _name(device: Any, codes: Any) -> str:
    """The socket that it is plugged into; a wireless one's own address; for others, what it is."""
    if device.info.bustype == codes.BUS_BLUETOOTH:
        return device.uniq or device.name
    return device.phys or f"{device.info.vendor:04x}:{device.info.product:04x} {device.name}"


def _library() -> ModuleType:
    try:
        import evdev
    except ImportError:
        raise DeviceFault("device-keypads", "no-evdev") from None
    return evdev
