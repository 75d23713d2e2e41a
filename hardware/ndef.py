"""How does a tag open a page on a phone? It holds a web address as an NDEF message: written here, and read back.

Tags are of NFC Forum type 2 (NTAG213 and the like): page 3 says how much they hold, the message begins on page 4.
"""

from __future__ import annotations

from hardware.devices import DeviceFault
from hardware.readers import Tag, unreadable, unwritable

_CAN_HOLD = 0xE1
_MESSAGE, _END = 0x03, 0xFE
_LONG = 0xFF
"""A length from this on takes three bytes."""
_FIRST = 4


def write_link(tag: Tag, address: str) -> None:
    """Write a web address on a tag; raises `NarratorError` (`tag`, `no-ndeflib`) with what is wrong with it."""
    try:
        import ndef
    except ImportError:
        raise DeviceFault("no-ndeflib") from None
    message = b"".join(ndef.message_encoder([ndef.UriRecord(address)]))
    length = bytes([len(message)]) if len(message) < _LONG else bytes([_LONG]) + len(message).to_bytes(2, "big")
    content = bytes([_MESSAGE]) + length + message + bytes([_END])
    content += bytes(-len(content) % 4)
    can_hold, _, eighths, locks = tag.read(3)[:4]
    if can_hold != _CAN_HOLD:
        raise unreadable()
    if locks:
        raise unwritable()
    if len(content) > eighths * 8:
        raise DeviceFault("tag", "tag-small", number=len(content), most=eighths * 8)
    for at in range(0, len(content), 4):
        tag.write(_FIRST + at // 4, content[at : at + 4])
    if b"".join(tag.read(_FIRST + at // 4) for at in range(0, len(content), 16))[: len(content)] != content:
        raise DeviceFault("tag", "tag-forgets")
