"""Tag readers on USB: what they tell of tags that come and go, and of themselves, to the real pcscd or in its place."""

from __future__ import annotations

import queue
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from smartcard import scard

from hardware import readers
from hardware.devices import Appeared, Event, Lifted, Lost, Touched
from hardware.ndef import write_link
from narrator.errors import NarratorError, english
from tests.labs.soundlab import until
from tests.labs.taglab import Ntag, VirtualCard

A, B = "04A1B2C3D4E5F6", "12AB34CD"
ADDRESS = "http://192.168.1.7:8080"


@pytest.fixture(autouse=True)
def in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "AGAIN", 0.01)


def heard(events: queue.SimpleQueue[Event], number: int) -> list[Event]:
    """The next events, this many."""
    return [events.get(timeout=20) for _ in range(number)]


WRITTEN = bytes.fromhex("03 15 D101 11 55 03") + ADDRESS.removeprefix("http://").encode() + b"\xfe"


# The real pcscd, in a network of its own: its virtual reader listens on all addresses.

DRIVERS = Path("/etc/reader.conf.d/vpcd")
SOCKET = Path("/run/pcscd/pcscd.comm")
PROGRAMS = ("pcscd", "unshare", "setpriv", "ip")


def missing() -> str:
    """Why can pcscd not be tried here? Nothing, where it can."""
    if not all(map(shutil.which, PROGRAMS)) or not DRIVERS.exists():
        return f"needs {', '.join(PROGRAMS)} and vsmartcard-vpcd"
    if subprocess.run(["unshare", "-n", "true"], capture_output=True, check=False).returncode:
        return "needs the right to make a network of its own"
    return "needs that no other pcscd runs" if serves() else ""


def serves() -> bool:
    """Does a pcscd run?"""
    with socket.socket(socket.AF_UNIX) as line:
        return line.connect_ex(str(SOCKET)) == 0


class Pcscd:
    """The real pcscd with a virtual reader of two slots, and the box's side of it."""

    def __init__(self) -> None:
        self.cards: list[VirtualCard] = []
        self.start()

    def start(self) -> None:
        """Begin to run."""
        manual = subprocess.run(["pcscd", "--help"], capture_output=True, text=True, check=True).stdout
        alone = "--disable-polkit" if "--disable-polkit" in manual else ""  # from Debian 13 on it lets nobody in else
        pcscd = f"pcscd --foreground {alone} --config {DRIVERS}"
        command = f"ip link set lo up; exec setpriv --pdeathsig TERM {pcscd}"
        apart = ["unshare", "-n", "sh", "-c", command]
        self.process = subprocess.Popen(apart, stdout=subprocess.DEVNULL)
        until(serves)

    def stop(self) -> None:
        """End."""
        for card in self.cards:
            card.lift()
        self.cards = []
        self.process.terminate()
        self.process.wait()
        SOCKET.unlink(missing_ok=True)

    def card(self, tag: Ntag, answers: dict[bytes, bytes] | None = None) -> VirtualCard:
        """Lay a tag on the reader."""
        self.cards.append(VirtualCard(self.process.pid, tag, answers))
        return self.cards[-1]


@pytest.fixture
def pcscd() -> Iterator[Pcscd]:
    if why := missing():
        pytest.skip(why)
    found = Pcscd()
    yield found
    found.stop()


@pytest.fixture
def events(pcscd: Pcscd) -> Iterator[tuple[readers.PcscReaders, queue.SimpleQueue[Event]]]:
    heard: queue.SimpleQueue[Event] = queue.SimpleQueue()
    reader = readers.PcscReaders()
    reader.start(heard.put)
    yield reader, heard
    reader.close()


SLOTS = ["reader Virtual PCD 00 00", "reader Virtual PCD 00 01"]
Heard = tuple[readers.PcscReaders, queue.SimpleQueue[Event]]


@pytest.mark.serial
def test_tags_on_usb_come_and_go(pcscd: Pcscd, events: Heard) -> None:
    reader, told = events
    assert heard(told, 2) == [Appeared(slot) for slot in SLOTS]
    for uid in (A, B, A):
        card = pcscd.card(Ntag(uid))
        assert heard(told, 1) == [Touched(uid)]
        card.lift()
        assert heard(told, 1) == [Lifted(uid)]
    assert set(reader.readers) == {"Virtual PCD 00 00", "Virtual PCD 00 01"}
    assert told.empty()


@pytest.mark.serial
@pytest.mark.parametrize("answer", [b"\x90", b"\x6a\x81", b"\x90\x00", b"\x00" * 200])
def test_a_card_on_usb_that_answers_rubbish_is_a_tag_without_a_number(
    answer: bytes, pcscd: Pcscd, events: Heard
) -> None:
    _, told = events
    heard(told, 2)
    card = pcscd.card(Ntag(A), {bytes.fromhex("FFCA000000"): answer})
    assert heard(told, 1) == [Touched("")]
    card.lift()
    assert heard(told, 1) == [Lifted("")]
    pcscd.card(Ntag(B))
    assert heard(told, 1) == [Touched(B)]


@pytest.mark.serial
def test_a_reader_on_usb_goes_with_a_tag_on_it_and_comes_back(pcscd: Pcscd, events: Heard) -> None:
    reader, told = events
    heard(told, 2)
    pcscd.card(Ntag(A))
    assert heard(told, 1) == [Touched(A)]
    pcscd.stop()
    lost = heard(told, 3)
    assert Lifted(A) in lost
    stopped = [event for event in lost if isinstance(event, Lost) and "has stopped" in english(event.sentence)]
    assert [event.what for event in stopped] == SLOTS
    assert reader.readers == {}
    pcscd.start()
    assert heard(told, 2) == [Appeared(slot) for slot in SLOTS]
    pcscd.card(Ntag(B))
    assert heard(told, 1) == [Touched(B)]


@pytest.mark.serial
def test_an_address_is_written_by_a_reader_on_usb(pcscd: Pcscd, events: Heard) -> None:
    reader, told = events
    heard(told, 2)
    tag = Ntag(A)
    card = pcscd.card(tag)
    heard(told, 1)
    with reader.tag(A) as lying:
        write_link(lying, ADDRESS)
    assert bytes(tag.pages[16 : 16 + len(WRITTEN)]) == WRITTEN
    tag.locked = True
    with reader.tag(A) as lying, pytest.raises(NarratorError, match="locked"):
        write_link(lying, ADDRESS)
    card.lift()
    heard(told, 1)
    with pytest.raises(NarratorError, match="gone"), reader.tag(A):
        pass


class Beeper:
    """PC/SC with one reader that beeps; `direct`: does the driver hand commands on while no tag is there?"""

    def __init__(self, direct: bool) -> None:
        self.direct = direct
        self.sent: list[bytes] = []
        self.state = 0x10
        self.contexts = 0
        self.plugged = ["ACS ACR122U PICC Interface 00 00"]
        for name in dir(scard):
            if name.isupper():
                setattr(self, name, getattr(scard, name))

    def SCARD_CTL_CODE(self, code: int) -> int:
        return code

    def SCardEstablishContext(self, _: int) -> tuple[int, int]:
        self.contexts += 1
        return 0, 1

    def SCardReleaseContext(self, _: int) -> int:
        self.contexts -= 1
        return 0

    def SCardListReaders(self, *_: Any) -> tuple[int, list[str]]:
        return 0, self.plugged

    def SCardGetStatusChange(self, _: int, __: int, asked: list[Any]) -> tuple[int, list[Any]]:
        return 0, [(name, self.state | 2 if state != self.state else state, []) for name, state in asked[:1]]

    def SCardConnect(self, _: int, __: str, mode: int, ___: int) -> tuple[int, int, int]:
        return 0, mode, 2

    def SCardDisconnect(self, *_: Any) -> int:
        return 0

    def SCardTransmit(self, _: int, __: Any, command: list[int]) -> tuple[int, list[int]]:
        self.sent.append(bytes(command))
        return 0, [1, 2, 3, 4, 0x90, 0] if command[1] == 0xCA else [0x90, 0]

    def SCardControl(self, _: int, __: int, command: list[int]) -> tuple[int, list[int]]:
        self.sent.append(bytes(command))
        return (0, [0x90, 0]) if self.direct else (0x80100016, [])


@pytest.mark.parametrize("direct", [True, False])
def test_a_reader_that_beeps_is_silenced_or_said_to_beep(direct: bool) -> None:
    reader = readers.PcscReaders()
    reader._scard = beeper = Beeper(direct)
    assert list(reader.look()) == [Appeared("reader ACS ACR122U PICC Interface 00 00")]
    (unfit,) = reader.readers.values()
    assert unfit == "" if direct else "beeps at each tag" in english(unfit)
    beeper.state = 0x10022
    assert list(reader.look()) == [Touched("01020304")]
    assert list(reader.readers.values()) == [""]
    assert beeper.sent[0] == bytes.fromhex("FF00520000")


def test_a_reader_that_is_unplugged_with_a_tag_on_it_is_lost() -> None:
    reader = readers.PcscReaders()
    reader._scard = beeper = Beeper(True)
    beeper.state = 0x10022
    assert [type(event) for event in reader.look()] == [Appeared, Touched]
    beeper.plugged = []
    lifted, lost = reader.look()
    assert lifted == Lifted("01020304")
    assert isinstance(lost, Lost)
    assert "plug it in again" in english(lost.sentence)
    assert reader.readers == {}


def test_a_tag_that_is_quickly_laid_again_is_touched_again() -> None:
    reader = readers.PcscReaders()
    reader._scard = beeper = Beeper(True)
    beeper.state = 0x10022
    assert list(reader.look())[1:] == [Touched("01020304")]
    beeper.state = 0x30022
    assert list(reader.look()) == [Lifted("01020304"), Touched("01020304")]


def test_a_tag_that_was_taken_away_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = readers.PcscReaders()
    reader._scard = beeper = Beeper(True)
    with pytest.raises(NarratorError, match="gone"), reader.tag("01020304"):
        pass
    assert beeper.contexts == 0
    beeper.state = 0x10022
    assert Touched("01020304") in list(reader.look())
    open_before = beeper.contexts
    monkeypatch.setattr(beeper, "SCardConnect", lambda *_: (scard.SCARD_W_REMOVED_CARD, 0, 0))
    with pytest.raises(NarratorError, match="gone"), reader.tag("01020304"):
        pass
    monkeypatch.undo()
    with reader.tag("01020304"):
        assert beeper.contexts == open_before + 1
    assert beeper.contexts == open_before


@pytest.mark.parametrize("code", [scard.SCARD_W_SECURITY_VIOLATION, scard.SCARD_E_NO_ACCESS])
def test_where_pcscd_refuses_the_box_a_sentence_says_what_it_needs(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = readers.PcscReaders()
    reader._scard = beeper = Beeper(True)
    monkeypatch.setattr(beeper, "SCardEstablishContext", lambda _: (code, 0))
    (lost,) = [event for _ in range(3) for event in reader.look()]
    assert isinstance(lost, Lost)
    assert "polkit" in english(lost.sentence)
    monkeypatch.undo()
    assert next(iter(reader.look())) == Appeared("reader pcscd")


def test_without_pcscd_nothing_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = readers.PcscReaders()
    reader._scard = beeper = Beeper(True)
    monkeypatch.setattr(beeper, "SCardEstablishContext", lambda _: (scard.SCARD_E_NO_SERVICE, 0))
    assert [event for _ in range(3) for event in reader.look()] == []
    assert reader.readers == {}
