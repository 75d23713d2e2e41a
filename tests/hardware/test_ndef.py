"""An address is written on a tag as phones read it, or the tag is reported."""

from __future__ import annotations

import pytest

from hardware import readers
from hardware.ndef import write_link
from narrator.errors import NarratorError
from tests.labs.taglab import Memory, Ntag, on_spi, seen

A, B = "04A1B2C3D4E5F6", "12AB34CD"
ADDRESS = "http://192.168.1.7:8080"


@pytest.fixture(autouse=True)
def in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "AGAIN", 0.01)


WRITTEN = bytes.fromhex("03 15 D101 11 55 03") + ADDRESS.removeprefix("http://").encode() + b"\xfe"


def test_an_address_is_written_as_phones_read_it() -> None:
    tag = Ntag(A)
    write_link(Memory(tag), ADDRESS)
    assert bytes(tag.pages[16 : 16 + len(WRITTEN)]) == WRITTEN


@pytest.mark.parametrize("length", [1, 200, 230, 240, 241, 242, 243, 244, 245, 246, 250, 260, 300, 400])
def test_what_was_written_can_be_read(length: int) -> None:
    import ndef

    tag = Ntag(A, pages=135)
    address = "http://box/" + "a" * length
    write_link(Memory(tag), address)
    content = bytes(tag.pages[16:])
    start, size = (2, content[1]) if content[1] < 255 else (4, int.from_bytes(content[2:4], "big"))
    (record,) = ndef.message_decoder(content[start : start + size])
    assert record.uri == address
    assert content[start + size] == 0xFE


def test_a_tag_that_is_locked_too_small_or_of_another_kind_is_reported() -> None:
    read_only, locked, small, other = Ntag(A), Ntag(A), Ntag(A, pages=12), Ntag(A)
    read_only.pages[15] = 0x0F
    locked.locked = True
    other.pages[12] = 0
    for tag, what in ((read_only, "locked"), (locked, "locked"), (small, "a larger one"), (other, "NTAG213")):
        with pytest.raises(NarratorError, match=what):
            write_link(Memory(tag), ADDRESS)
        assert not any(tag.pages[16:])


def test_a_tag_that_keeps_nothing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    tag = Ntag(A)
    monkeypatch.setattr(tag, "write", lambda *_: True)
    with pytest.raises(NarratorError, match="does not stay"):
        write_link(Memory(tag), ADDRESS)


def test_an_address_is_written_by_a_reader_on_pins() -> None:
    chip, reader = on_spi()
    tag = Ntag(A)
    chip.tags = [tag]
    seen(reader, 2)
    with reader.tag(A) as lying:
        write_link(lying, ADDRESS)
    assert bytes(tag.pages[16 : 16 + len(WRITTEN)]) == WRITTEN
    tag.locked = True
    with reader.tag(A) as lying, pytest.raises(NarratorError, match="locked"):
        write_link(lying, ADDRESS)
    chip.tags = [Ntag(B)]
    with pytest.raises(NarratorError, match="gone"), reader.tag(A):
        pass
