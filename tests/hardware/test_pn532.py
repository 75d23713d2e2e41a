"""A PN532 on the pins tells of tags that come and go, and of itself."""

from __future__ import annotations

import builtins
import queue
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import serial
from adafruit_pn532.spi import PN532_SPI
from adafruit_pn532.uart import PN532_UART

from hardware import pn532, readers
from hardware.devices import Appeared, Event, Lifted, Lost, Touched
from hardware.ndef import write_link
from hardware.plan import ReaderPins as Wired
from hardware.pn532 import MISSED, Pn532
from narrator.errors import NarratorError, english
from tests.labs.taglab import Memory, Ntag, SerialChip, SpiChip, on_spi, seen

A, B = "04A1B2C3D4E5F6", "12AB34CD"
ADDRESS = "http://192.168.1.7:8080"


@pytest.fixture(autouse=True)
def in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "AGAIN", 0.01)


def test_a_tag_that_lies_there_is_touched_once_and_lifted_once() -> None:
    chip, reader = on_spi()
    assert seen(reader) == [Appeared("reader PN532")]
    assert reader.readers == {"PN532": ""}
    chip.tags = [Ntag(A)]
    assert seen(reader, 20) == [Touched(A)]
    chip.tags = []
    assert seen(reader, 20) == [Lifted(A)]


def test_a_tag_that_is_missed_once_has_not_been_lifted() -> None:
    chip, reader = on_spi()
    chip.tags = [Ntag(A)]
    seen(reader, 2)
    chip.tags = []
    assert seen(reader, MISSED - 1) == []
    chip.tags = [Ntag(A)]
    assert seen(reader, 5) == []


def test_two_tags_at_once_are_two() -> None:
    chip, reader = on_spi()
    seen(reader)
    chip.tags = [Ntag(A), Ntag(B)]
    assert seen(reader, 3) == [Touched(A), Touched(B)]
    chip.tags = [Ntag(B)]
    assert seen(reader, MISSED) == [Lifted(A)]


def test_a_phone_that_says_more_than_its_number_hides_no_other_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    chip, reader = on_spi()
    seen(reader)
    phone = bytes.fromhex("01 0344 20 04 08112233 05 7880700200".replace("0500", "05"))
    other = bytes.fromhex("02 0044 00 04") + bytes.fromhex(B)
    monkeypatch.setattr(chip, "answer", lambda *_: b"\x02" + phone[:-1] + other)
    assert seen(reader) == [Touched("08112233"), Touched(B)]


RUBBISH = [
    b"", b"\x00", b"\xff" * 40, bytes.fromhex("0000FF00FF00"), bytes.fromhex("0000FF05FBD54B0101"),
    bytes.fromhex("0000FF017F8100"),
]  # fmt: skip


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_a_reader_that_answers_rubbish_is_lost_and_comes_back(rubbish: bytes) -> None:
    chip, reader = on_spi()
    chip.tags = [Ntag(A)]
    assert seen(reader, 2) == [Appeared("reader PN532"), Touched(A)]
    chip.rubbish = rubbish
    lifted, lost = seen(reader, 3 * MISSED)
    assert lifted == Lifted(A)
    assert isinstance(lost, Lost)
    assert "look at its wires" in english(lost.sentence)
    assert reader.readers == {}
    chip.rubbish = None
    assert seen(reader, 5) == [Appeared("reader PN532"), Touched(A)]


def test_an_answer_that_is_rubbish_once_is_passed_over() -> None:
    chip, reader = on_spi()
    chip.tags = [Ntag(A)]
    seen(reader, 2)
    chip.rubbish = RUBBISH[2]
    assert seen(reader, MISSED - 1) == []
    chip.rubbish = None
    assert seen(reader, 5) == []


def test_a_reader_that_is_lost_gives_its_wires_back() -> None:
    chip, free = SpiChip(), []

    def connect(used: ExitStack) -> Any:
        used.callback(free.append, "pins")
        return PN532_SPI(chip, None)

    reader = Pn532(connect)
    seen(reader, 2)
    assert free == []
    chip.rubbish = RUBBISH[2]
    seen(reader, 3 * MISSED)
    assert set(free) == {"pins"}
    lost = len(free)
    chip.rubbish = None
    seen(reader, 2)
    reader.close()
    assert len(free) == lost + 1


def heard(events: queue.SimpleQueue[Event], number: int) -> list[Event]:
    """The next events, this many."""
    return [events.get(timeout=20) for _ in range(number)]


def test_a_reader_on_a_serial_line_is_plugged_in_and_unplugged() -> None:
    chips = [SerialChip(), SerialChip()]
    left = iter(chips)

    def connect(used: ExitStack) -> Any:
        return PN532_UART(used.enter_context(serial.Serial(next(left).port, 115200, timeout=0.1)))

    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    reader = Pn532(connect)
    reader.start(events.put)
    try:
        assert heard(events, 1) == [Appeared("reader PN532")]
        chips[0].tags = [Ntag(A)]
        assert heard(events, 1) == [Touched(A)]
        chips[0].tags = []
        assert heard(events, 1) == [Lifted(A)]
        chips[0].unplug()
        lost, found = heard(events, 2)
        assert isinstance(lost, Lost)
        assert found == Appeared("reader PN532")
        chips[1].tags = [Ntag(B)]
        assert heard(events, 1) == [Touched(B)]
    finally:
        reader.close()
        chips[1].unplug()
    assert events.empty()


def test_without_pins_the_reader_says_what_to_do_once() -> None:
    for wired in (Wired("uart"), Wired("spi", 8), Wired("spi", 24)):
        reader = pn532.pn532(wired)
        (lost,) = seen(reader, 3)
        assert isinstance(lost, Lost)
        assert "raspi-config" in english(lost.sentence)
        reader.close()


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the serial lines of a Raspberry Pi, without any yet."""
    for name, file in {"FIRST": "serial0", "PINS": "ttyAMA0", "CONSOLES": "consoles", "SELECTED": "spidev0.0"}.items():
        monkeypatch.setattr(pn532, name, tmp_path / file)
    return tmp_path


def test_on_a_pi_5_the_serial_line_on_the_pins_is_a_different_one(lines: Path) -> None:
    (lines / "serial0").symlink_to("ttyS0")
    assert pn532.serial_line() == lines / "serial0"
    (lines / "serial0").unlink()
    (lines / "serial0").symlink_to("ttyAMA10")
    assert pn532.serial_line() == lines / "ttyAMA0"


def test_what_keeps_a_reader_from_its_wires_is_reported_with_the_remedy(lines: Path) -> None:
    (lines / "ttyAMA10").touch()
    (lines / "serial0").symlink_to("ttyAMA10")
    (lines / "consoles").write_text("tty1  -WU (EC p  )    4:1\nttyAMA10  -W- (E  p  )  204:74\n", encoding="ascii")
    assert pn532.serial_off() == "serial-off"
    (lines / "ttyAMA0").touch()
    assert pn532.serial_off() == "", "the console of a Pi 5 is on its own socket"
    (lines / "serial0").unlink()
    (lines / "serial0").symlink_to("ttyS0")
    (lines / "ttyS0").touch()
    assert pn532.serial_off() == ""
    (lines / "consoles").write_text("ttyS0  -W- (E  p  )  4:64\n", encoding="ascii")
    assert pn532.serial_off() == "serial-taken"
    assert pn532.spi_off() == "spi-off"
    (lines / "spidev0.0").touch()
    assert pn532.spi_off() == ""


@pytest.mark.parametrize(
    ("library", "make", "package"),
    [
        ("smartcard", readers.PcscReaders, "python3-pyscard"),
        ("adafruit_pn532.uart", lambda: pn532.pn532(Wired("uart")), "adafruit-circuitpython-pn532"),
        ("ndef", lambda: write_link(Memory(Ntag(A)), ADDRESS), "ndeflib"),
    ],
)
def test_a_missing_library_is_named(library: str, make: Any, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name == library:
            raise ImportError(name=name)
        return known(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(NarratorError, match=package):
        make()
