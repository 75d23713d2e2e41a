"""Tags to experiment with: a virtual card below pcscd, and a PN532 below its real driver, on a serial line or SPI."""

from __future__ import annotations

import ctypes
import itertools
import os
import select
import socket
import struct
import threading
import tty
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from random import Random

from adafruit_pn532.spi import PN532_SPI, reverse_bit

from hardware.devices import LID, Colour, Device, Event, Lifted, Touched
from hardware.pn532 import Pn532
from hardware.readers import unreadable, unwritable
from narrator.lobby.tags import Known
from narrator.panel.panel import Panel
from tests.labs.boxlab import PanelTable
from tests.labs.buttonlab import NAMES

VPCD = ("127.0.0.1", 35963)
"""Where pcscd's virtual reader waits for a card."""
DECK = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "villager": 2}


class Ntag:
    """An NTAG with this many pages; the last five are not for messages."""

    def __init__(self, uid: str, pages: int = 45) -> None:
        self.uid = bytes.fromhex(uid)
        self.locked = False
        self.pages = bytearray(pages * 4)
        self.pages[12:16] = bytes([0xE1, 0x10, (pages - 9) // 2, 0])

    def read(self, page: int) -> bytes | None:
        """Four pages; after the last page comes the first."""
        at = page * 4
        return bytes((self.pages * 2)[at : at + 16]) if at < len(self.pages) else None

    def write(self, page: int, four: bytes) -> bool:
        """Write one page; those that hold the tag's number and those at the end are locked."""
        at = page * 4
        if self.locked or not 16 <= at < len(self.pages) - 20:
            return False
        self.pages[at : at + 4] = four
        return True


class Memory:
    """A tag without a reader."""

    def __init__(self, tag: Ntag) -> None:
        self.tag = tag

    def read(self, page: int) -> bytes:
        """Four pages."""
        found = self.tag.read(page)
        if found is None:
            raise unreadable()
        return found

    def write(self, page: int, four: bytes) -> None:
        """One page."""
        if not self.tag.write(page, four):
            raise unwritable()


class VirtualCard(threading.Thread):
    """A tag on the virtual reader, until it is lifted; `answers` are those that differ from the usual, by command.

    The reader is in the network of the process `pcscd`.
    """

    ATR = bytes.fromhex("3B8F8001804F0CA0000003060300030000000068")

    def __init__(self, pcscd: int, tag: Ntag, answers: dict[bytes, bytes] | None = None) -> None:
        super().__init__(daemon=True)
        self.pcscd = pcscd
        self.tag = tag
        self.answers = answers or {}
        self._lies: Future[socket.socket] = Future()
        self.start()
        self.line = self._lies.result()

    def run(self) -> None:
        with open(f"/proc/{self.pcscd}/ns/net") as network:
            ctypes.CDLL(None).setns(network.fileno(), 0)  # for this thread alone
        self._lies.set_result(line := socket.create_connection(VPCD))
        self.line = line
        while (message := self._receive()) is not None:
            if message == b"\x04":
                self._send(self.ATR)
            elif len(message) > 1:
                self._send(self.answer(message))

    def answer(self, apdu: bytes) -> bytes:
        """What the reader says to a command."""
        if apdu in self.answers:
            return self.answers[apdu]
        if apdu[:2] == b"\xff\xca":
            return self.tag.uid + b"\x90\x00"
        if apdu[:2] == b"\xff\xb0" and (found := self.tag.read(apdu[3])) is not None:
            return found + b"\x90\x00"
        if apdu[:2] == b"\xff\xd6" and self.tag.write(apdu[3], apdu[5:9]):
            return b"\x90\x00"
        return b"\x63\x00"

    def lift(self) -> None:
        """Take the card away, if it is still there."""
        with suppress(OSError):
            self.line.shutdown(socket.SHUT_RDWR)
        self.join()
        self.line.close()

    def _receive(self) -> bytes | None:
        head = self._exactly(2)
        return head and self._exactly(struct.unpack(">H", head)[0])

    def _exactly(self, number: int) -> bytes | None:
        found = b""
        while len(found) < number:
            try:
                part = self.line.recv(number - len(found))
            except OSError:
                return None
            if not part:
                return None
            found += part
        return found

    def _send(self, message: bytes) -> None:
        with suppress(OSError):  # the card has been lifted meanwhile
            self.line.sendall(struct.pack(">H", len(message)) + message)


ACK = bytes.fromhex("0000FF00FF00")


class Chip:
    """A PN532 as its manual describes it: it takes frames and gives frames. `tags` lie on it; `rubbish`, if there is
    any, is its answer to every command."""

    def __init__(self) -> None:
        self.tags: list[Ntag] = []
        self.rubbish: bytes | None = None
        self.given: deque[bytes] = deque()

    def take(self, frame: bytes) -> None:
        """Take what somebody has written: perhaps some bytes to wake it, and a frame."""
        start = frame.find(b"\x00\xff")
        if start < 0:
            return
        length = frame[start + 2]
        host, command, *parameters = frame[start + 4 : start + 4 + length]
        assert host == 0xD4
        self.given.append(ACK)
        data = bytes([0xD5, command + 1]) + self.answer(command, bytes(parameters))
        sent = bytes([0, 0, 0xFF, len(data), -len(data) & 0xFF]) + data + bytes([-sum(data) & 0xFF, 0])
        self.given.append(sent if self.rubbish is None else self.rubbish)

    def answer(self, command: int, parameters: bytes) -> bytes:
        """What it has to say to a command."""
        match command, *parameters:
            case 0x02, *_:
                return bytes.fromhex("32010607")
            case 0x4A, most, 0:
                lying = self.tags[:most]
                told = (bytes([nth, 0, 0x44, 0, len(tag.uid)]) + tag.uid for nth, tag in enumerate(lying, 1))
                return bytes([len(lying)]) + b"".join(told)
            case 0x40, target, 0x30, page:
                found = self.tags[target - 1].read(page)
                return b"\x13" if found is None else b"\x00" + found
            case 0x40, target, 0xA2, page, *four:
                return b"\x00" if self.tags[target - 1].write(page, bytes(four)) else b"\x13"
            case ((0x14 | 0x32), *_):
                return b""
        raise AssertionError(f"the chip is asked for {command:#x}, which nobody needs")


class SerialChip(Chip, threading.Thread):
    """A chip at the end of a serial line, which is at `port`, until it is unplugged."""

    def __init__(self) -> None:
        Chip.__init__(self)
        threading.Thread.__init__(self, daemon=True)
        self.line, self.far_end = os.openpty()
        tty.setraw(self.far_end)
        self.port = os.ttyname(self.far_end)
        self._unplugged = os.pipe()
        self.start()

    def run(self) -> None:
        while True:
            ready, _, _ = select.select([self.line, self._unplugged[0]], [], [])
            if self._unplugged[0] in ready:
                break
            self.take(os.read(self.line, 300))
            while self.given:
                os.write(self.line, self.given.popleft())

    def unplug(self) -> None:
        """Pull the wires."""
        os.write(self._unplugged[1], b"!")
        self.join()
        for end in (self.line, self.far_end, *self._unplugged):
            os.close(end)


class SpiChip(Chip):
    """A chip on SPI, whose bits come in reverse order; it is also the bus."""

    def try_lock(self) -> bool:
        """The bus is free."""
        return True

    def unlock(self) -> None:
        """The bus is free again."""

    def configure(self, **_: int) -> None:
        """As fast as you like."""

    def write(self, data: bytes) -> None:
        """A frame is written to the chip."""
        kind, *frame = (reverse_bit(byte) for byte in data)
        if kind == 0x01:
            self.given.clear()
            self.take(bytes(frame))

    def write_readinto(self, data: bytes, into: bytearray) -> None:
        """The chip is asked whether it has something to say, or what it has to say."""
        kind = reverse_bit(data[0])
        said = bytes([0, bool(self.given)] if kind == 0x02 else [0, *self.given.popleft()])
        for at in range(len(into)):
            into[at] = reverse_bit(said[at]) if at < len(said) else 0


class Pad(Device):
    """A reader without wires, and the light beside it; `lit` is every change of the light: when, in which colour."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.there = True
        self.lit: list[tuple[float, Colour]] = []
        self.hear: Callable[[Event], None] = lambda event: None

    @property
    def readers(self) -> Mapping[str, str]:
        """One, while it is there."""
        return {"pad": ""} if self.there else {}

    def start(self, hear: Callable[[Event], None]) -> None:
        """Tell `hear` of the tags."""
        self.hear = hear

    def light(self, button: int, colour: Colour) -> None:
        """Note what the light beside it shows."""
        if button == LID:
            self.lit.append((round(self.now(), 3), colour))


class TagTable(PanelTable):
    """Players with nothing but tokens 1, 2, 3 …, cards with tags for a deck, and tags for words."""

    def __init__(self, data: Path, deck: Mapping[str, int] | None = None, seed: int = 1) -> None:
        super().__init__(data, seed=seed)
        self.add(NAMES)
        self.uids = {name: f"0000{number:02}" for number, name in enumerate(NAMES, 1)}
        cards = [card for card, number in (deck or {}).items() for _ in range(number)]
        self.cards = [(card, f"C{nth:05}") for nth, card in enumerate(cards)]
        words = {"yes": "AA01", "no": "AA02", "pass": "AA03"}
        tags = self.box.tags
        known = {uid: Known("card", card) for card, uid in self.cards}
        known |= {self.uids[name]: Known("token", str(number)) for number, name in enumerate(NAMES, 1)}
        known |= {uid: Known("word", word) for word, uid in words.items()}
        tags._keep(known)
        self.uids |= words | dict(reversed(self.cards))
        self.pad = Pad(self.time)
        self.panel = Panel(self.box, [self.pad], send=self.box.handle, now=self.time)
        self.panel.listen()
        self.settle()

    def lay(self, *tags: str, long: float = 0.5) -> None:
        """Lay these down one after another, each for this long: players' tokens, cards, words, or a tag's number."""
        for tag in tags:
            uid = self.uids.get(tag, tag)
            self.pad.hear(Touched(uid))
            self.settle()
            self.pass_time(self.time.now + long)
            self.pad.hear(Lifted(uid))
            self.settle()
            self.pass_time(self.time.now + 0.3)

    def said(self) -> str:
        """The last line."""
        return next(what for _, kind, what in reversed(self.loudspeaker.heard) if kind == "say")

    def told(self, tag: str) -> list[int]:
        """What the light tells while this is left on the lid: the numbers of its long blinks."""
        before = len(self.pad.lit)
        self.lay(tag, long=9.0)
        shown = self.pad.lit[before:]
        bright = max(max(colour) for _, colour in shown)
        blinks = [end - at for (at, colour), (end, _) in itertools.pairwise(shown) if max(colour) == bright]
        return [number for number, lasted in enumerate(blinks[2:], 1) if lasted > 0.16]


def begin(table: TagTable) -> None:
    """Have people deal."""
    assert table.do("deal-by-tags", token=table.host)["ok"]
    table.settle()


def deal(table: TagTable, seed: int = 3) -> dict[str, str]:
    """Deal all cards, and lay them as the box asks; who has which."""
    begin(table)
    hands = dict(zip(NAMES, Random(seed).sample(table.cards, len(table.cards)), strict=True))
    for name, (_, uid) in hands.items():
        assert table.page(kind="host")["setup"]["dealing"]["name"] == name
        assert name in table.said()
        table.lay(name)
        assert table.page(kind="host")["setup"]["dealing"]["wants"] == "deal.card"
        table.lay(uid)
    return {name: card for name, (card, _) in hands.items()}


def with_tags(folder: Path) -> TagTable:
    """A table without a sheriff, of which every card and every seat has its tag."""
    table = TagTable(folder, DECK)
    table.set("option", {"sheriff": "never"})
    table.settle()
    return table


def on_spi() -> tuple[SpiChip, Pn532]:
    """A chip on the pins, and the reader that talks to it."""
    chip = SpiChip()
    return chip, Pn532(lambda _: PN532_SPI(chip, None))


def seen(reader: Pn532, looks: int = 1) -> list[Event]:
    """What this many looks find."""
    return [event for _ in range(looks) for event in reader.look()]
