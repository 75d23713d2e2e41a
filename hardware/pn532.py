"""A PN532 on the pins: the silent reader, which nobody can hear at night. It is on the serial line or on SPI.

`plan.ReaderPins` says how it is wired. Everything goes through Adafruit's library, from a thread of the reader's own.
"""

from __future__ import annotations

import sys
import termios
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from hardware import plan
from hardware.devices import Appeared, DeviceFault, Event, Lifted, Lost, Touched
from hardware.readers import Tag, TagReader, gone, unreadable, unwritable
from narrator.errors import Said, Sentence

FIRST, PINS = Path("/dev/serial0"), Path("/dev/ttyAMA0")
"""The first serial line of a Raspberry Pi, which is on its pins; but on a Pi 5 it is on a socket of its own."""
SOCKET = "ttyAMA10"
CONSOLES = Path("/proc/consoles")
"""Where the kernel says which lines it writes on."""
SELECTED = Path("/dev/spidev0.0")
"""What exists when SPI is on."""
NAME = "PN532"
MISSED = 3
"""How often in a row a tag must be missed to count as taken away, or a reader to count as gone: either may be missed
once by chance."""

_LIST, _CONFIGURE = 0x4A, 0x32
_ONE_TRY = (0x05, 0xFF, 0x01, 0x01)
"""Answer at once when no tag is there, instead of waiting for one."""
_TWO_TAGS = (0x02, 0x00)
_LONGEST = 80
"""Bytes of an answer that tells of two tags."""
_SELECTS = 0x20
"""By this bit a tag says that more about itself follows its number."""
_BY_THE_KERNEL = 8
"""The pin with which the kernel itself selects the first device on SPI; nobody else may have it."""


class Pn532(TagReader):
    """A PN532; `connect` makes Adafruit's driver for it, each time that the reader has to be looked for, and puts on
    the stack how to close what the driver uses. `off` says what else uses its wires, or what is switched off, if
    anything is."""

    def __init__(self, connect: Callable[[ExitStack], Any], off: Callable[[], str] = str) -> None:
        super().__init__()
        self._connect = connect
        self._off = off
        self._chip: Any = None
        self._used = ExitStack()
        self._lost = False
        self._lying: dict[str, int] = {}
        self._faults = 0
        self._busy = threading.Lock()

    @property
    def readers(self) -> Mapping[str, Sentence]:
        """This one, while it answers."""
        return {} if self._chip is None else {NAME: ""}

    def close(self) -> None:
        """Stop looking for tags, and free the pins."""
        super().close()
        self._used.close()

    def look(self) -> Iterator[Event]:
        """What has happened since the last look."""
        with self._busy:
            if self._chip is None:
                yield from self._open()
            else:
                yield from self._tags()
        self._stopping.wait(0.05)

    @contextmanager
    def tag(self, uid: str) -> Iterator[Tag]:
        """The tag of this number."""
        with self._busy:
            try:
                found = self._chip and self._chip.read_passive_target(timeout=1)
            except _faults():
                raise gone() from None
            if not found or found.hex().upper() != uid:
                raise gone()
            yield _Pn532Tag(self._chip)

    def _open(self) -> Iterator[Event]:
        try:
            chip = self._connect(self._used)
            chip.call_function(_CONFIGURE, params=_ONE_TRY)
        except _faults() as error:
            self._used.close()
            if not self._lost:
                self._lost = True
                yield Lost(f"reader {NAME}", self._sentence(error))
            self._wait()
            return
        self._chip, self._lost, self._faults = chip, False, 0
        yield Appeared(f"reader {NAME}")

    def _tags(self) -> Iterator[Event]:
        try:
            answer = self._chip.call_function(_LIST, _LONGEST, _TWO_TAGS)
            if answer is None:
                raise OSError("it does not answer")
            there = _uids(answer)
        except _faults() as error:
            self._faults += 1
            if self._faults >= MISSED:
                self._used.close()
                self._chip, self._lost = None, True
                yield from (Lifted(uid) for uid in self._lying)
                self._lying = {}
                yield Lost(f"reader {NAME}", self._sentence(error))
            return
        self._faults = 0
        for uid in [uid for uid, missed in self._lying.items() if uid not in there]:
            self._lying[uid] += 1
            if self._lying[uid] >= MISSED:
                del self._lying[uid]
                yield Lifted(uid)
        for uid in there:
            if uid not in self._lying:
                yield Touched(uid)
            self._lying[uid] = 0

    def _sentence(self, error: Exception) -> Said:
        return Said(f"panel.{self._off() or 'reader-silent'}", {"fault": error or type(error).__name__})


class _Pn532Tag:
    def __init__(self, chip: Any) -> None:
        self._chip = chip

    def read(self, page: int) -> bytes:
        try:
            found = self._chip.mifare_classic_read_block(page)
        except _faults():
            found = None
        if found is None or len(found) != 16:
            raise unreadable()
        return bytes(found)

    def write(self, page: int, four: bytes) -> None:
        try:
            written = self._chip.ntag2xx_write_block(page, four)
        except _faults():
            written = False
        if not written:
            raise unwritable()


def pn532(wired: plan.ReaderPins) -> Pn532:
    """The reader as it is wired; raises `NarratorError` (`no-pn532`) without the library for it."""
    try:
        import adafruit_pn532.spi
        import adafruit_pn532.uart
        import serial
    except ImportError as error:
        raise DeviceFault("no-pn532", package=error.name) from None

    def on_the_serial_line(used: ExitStack) -> Any:
        line = used.enter_context(serial.Serial(str(serial_line()), 115200, timeout=0.1))
        return adafruit_pn532.uart.PN532_UART(line)

    def on_spi(used: ExitStack) -> Any:
        import board
        import busio
        import digitalio

        bus = used.enter_context(busio.SPI(board.SCK, board.MOSI, board.MISO))
        select = None
        if wired.chip_select != _BY_THE_KERNEL:
            select = used.enter_context(digitalio.DigitalInOut(getattr(board, f"D{wired.chip_select}")))
        return adafruit_pn532.spi.PN532_SPI(bus, select)

    return Pn532(on_the_serial_line, serial_off) if wired.pn532 == "uart" else Pn532(on_spi, spi_off)


def serial_line() -> Path:
    """Which serial line is on the pins?"""
    return PINS if FIRST.resolve().name == SOCKET else FIRST


def serial_off() -> str:
    """What keeps the serial line from a reader, as the words of the panel call it; nothing, if it is free."""
    line = serial_line()
    if not line.exists():
        return "serial-off"
    consoles = CONSOLES.read_text(encoding="ascii").split("\n") if CONSOLES.exists() else []
    if line.resolve().name in [console.split(" ")[0] for console in consoles]:
        return "serial-taken"
    return ""


def spi_off() -> str:
    """What keeps SPI from a reader; nothing, if it is on."""
    return "" if SELECTED.exists() else "spi-off"


def _faults() -> tuple[type[Exception], ...]:
    """What the libraries raise when the reader answers rubbish, or not at all, or there are no such pins."""
    own = [("adafruit_pn532.adafruit_pn532", "BusyError"), ("lgpio", "error")]
    loaded = [getattr(sys.modules[module], error) for module, error in own if module in sys.modules]
    return (OSError, RuntimeError, TypeError, ValueError, IndexError, AttributeError, termios.error, *loaded)


def _uids(answer: bytes) -> list[str]:
    """The numbers of the tags in the chip's answer: how many, and of each its kind and number, and perhaps more."""
    found, at = [], 1
    for _ in range(answer[0]):
        kind, length = answer[at + 3], answer[at + 4]
        uid = answer[at + 5 : at + 5 + length]
        if len(uid) != length:
            raise ValueError("an answer that breaks off")
        found.append(bytes(uid).hex().upper())
        at += 5 + length
        if kind & _SELECTS:
            at += answer[at]
    return found
