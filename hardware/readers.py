"""Tag readers on USB, through PC/SC: all that the machine's pcscd knows, as they come and go.

A thread of its own watches them by PC/SC's one blocking call. pyscard's own monitors are not used: their thread ends
for good when pcscd is restarted, and they take a tag that is quickly laid again for the same one.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple, Protocol

from hardware.devices import Appeared, Device, DeviceFault, Event, Lifted, Lost, Touched, watch
from narrator.errors import NarratorError, Said, Sentence

AGAIN = 1.0
"""Seconds after which the box looks again for something that was not there."""

_UID = bytes.fromhex("FF CA 00 00 00")
_READ = bytes.fromhex("FF B0 00")
_WRITE = bytes.fromhex("FF D6 00")
_FINE = b"\x90\x00"
_NOTIFY = "\\\\?PnP?\\Notification"
"""The name under which PC/SC reports that a reader has come or gone."""
_EXCHANGE = 1
"""The control code with which Linux' driver passes a command on to the reader itself."""

BEEPING: dict[str, bytes | None] = {
    "ACR122": bytes.fromhex("FF 00 52 00 00"),
    "ACR1251": None,
    "ACR1252": None,
    "ACR1281": None,
}
"""Parts of the names of readers that beep at each tag, and the command that silences one until it is unplugged, where
there is one."""


class Tag(Protocol):
    """A tag that lies on a reader: pages of four bytes (NFC Forum type 2, such as NTAG213)."""

    def read(self, page: int) -> bytes:
        """Four pages, from this one on; raises `NarratorError` (`tag`)."""

    def write(self, page: int, four: bytes) -> None:
        """Write a page; raises `NarratorError` (`tag`) where it cannot be written."""


class TagReader(Device):
    """Something on which tags are laid; it has a thread of its own."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, hear: Callable[[Event], None]) -> None:
        """Tell `hear` of each tag and of the reader's coming and going."""
        self._thread = threading.Thread(target=self._run, args=(hear,), name="reader", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop looking for tags."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    @abstractmethod
    def look(self) -> Iterable[Event]:
        """What has happened since the last look; waits a moment for it."""

    @abstractmethod
    def tag(self, uid: str) -> AbstractContextManager[Tag]:
        """The tag of this number, to read and write it; raises `NarratorError` (`tag`) where it is gone."""

    def _run(self, hear: Callable[[Event], None]) -> None:
        def look() -> None:
            for event in self.look():
                hear(event)

        watch(look, self._stopping, "reader", hear)

    def _wait(self) -> None:
        self._stopping.wait(AGAIN)


class _Slot(NamedTuple):
    """What is known of one reader: PC/SC's state of it, and the tag on it."""

    state: int
    uid: str | None = None


class PcscReaders(TagReader):
    """All tag readers that pcscd knows; raises `NarratorError` (`no-pyscard`) without the library for them.

    Without pcscd there are none, and none are missed.
    """

    def __init__(self) -> None:
        super().__init__()
        try:
            from smartcard import scard
        except ImportError:
            raise DeviceFault("no-pyscard") from None
        self._scard: Any = scard
        self._context: Any = None
        self._slots: dict[str, _Slot] = {}
        self._unfit: dict[str, Sentence] = {}
        self._refused = False

    @property
    def readers(self) -> Mapping[str, Sentence]:
        """Every reader that is plugged in."""
        return dict(self._unfit)

    def close(self) -> None:
        """Stop looking for tags."""
        self._stopping.set()
        if self._context is not None:
            self._scard.SCardCancel(self._context)
        super().close()

    def look(self) -> Iterator[Event]:
        """What has happened since the last look."""
        if self._context is None:
            yield from self._connect()
        if self._context is not None:
            yield from self._changes()

    @contextmanager
    def tag(self, uid: str) -> Iterator[Tag]:
        """The tag of this number."""
        name = next((name for name, slot in list(self._slots.items()) if slot.uid == uid), None)
        fault, context = self._scard.SCardEstablishContext(self._scard.SCARD_SCOPE_SYSTEM)
        if fault:
            raise gone()
        try:
            card = self._card(context, name) if name is not None else None
            if card is None:
                raise gone()
            try:
                yield _PcscTag(card)
            finally:
                card.close()
        finally:
            self._scard.SCardReleaseContext(context)

    def _connect(self) -> Iterator[Event]:
        scard = self._scard
        fault, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
        refused = fault in (scard.SCARD_W_SECURITY_VIOLATION, scard.SCARD_E_NO_ACCESS)
        if refused and not self._refused:
            yield Lost("reader pcscd", Said("panel.readers-refused", {}))
        elif self._refused and not refused:
            yield Appeared("reader pcscd")
        self._refused = refused
        if fault:
            self._wait()
        else:
            self._context = context

    def _changes(self) -> Iterator[Event]:
        scard = self._scard
        fault, names = scard.SCardListReaders(self._context, [])
        if fault not in (scard.SCARD_S_SUCCESS, scard.SCARD_E_NO_READERS_AVAILABLE):
            yield from self._stopped()
            return
        there = [] if fault else names
        for name in [name for name in self._slots if name not in there]:
            yield from self._unplugged(name, "panel.reader-gone")
        for name in there:
            if name not in self._slots:
                self._slots[name] = _Slot(scard.SCARD_STATE_UNAWARE)
                self._unfit[name] = unfit(name)
                self._silence(name)
                yield Appeared(f"reader {name}")
        asked = [(name, slot.state) for name, slot in self._slots.items()] + [(_NOTIFY, len(there) << 16)]
        fault, states = scard.SCardGetStatusChange(self._context, int(AGAIN * 1000), asked)
        if fault == scard.SCARD_S_SUCCESS:
            for name, state, _ in states:
                if name in self._slots and state & scard.SCARD_STATE_CHANGED:
                    yield from self._changed(name, state & ~scard.SCARD_STATE_CHANGED)
        elif fault not in (scard.SCARD_E_TIMEOUT, scard.SCARD_E_UNKNOWN_READER, scard.SCARD_E_CANCELLED):
            yield from self._stopped()

    def _changed(self, name: str, state: int) -> Iterator[Event]:
        """The upper half of a state counts how often a tag came or went."""
        before, uid = self._slots[name]
        self._slots[name] = _Slot(state, uid)
        if state >> 16 == before >> 16 and before & self._scard.SCARD_STATE_PRESENT:
            return
        if uid is not None:
            self._slots[name] = _Slot(state)
            yield Lifted(uid)
        if state & self._scard.SCARD_STATE_PRESENT:
            uid = self._uid(name)
            self._slots[name] = _Slot(state, uid)
            yield Touched(uid)

    def _stopped(self) -> Iterator[Event]:
        self._scard.SCardReleaseContext(self._context)
        self._context = None
        for name in list(self._slots):
            yield from self._unplugged(name, "panel.reader-stopped")
        self._wait()

    def _unplugged(self, name: str, key: str) -> Iterator[Event]:
        slot = self._slots.pop(name)
        del self._unfit[name]
        if slot.uid is not None:
            yield Lifted(slot.uid)
        yield Lost(f"reader {name}", Said(key, {"name": name}))

    def _uid(self, name: str) -> str:
        card = self._card(self._context, name)
        if card is None:
            return ""
        try:
            if self._unfit[name] and (command := _silencing(name)) and card.ask(command) is not None:
                self._unfit[name] = ""
            return (card.ask(_UID) or b"").hex().upper()
        finally:
            card.close()

    def _silence(self, name: str) -> None:
        """Silence a reader before the first tag; where the driver does not let us, the first tag does it."""
        scard, command = self._scard, _silencing(name)
        if command is None:
            return
        fault, handle, _ = scard.SCardConnect(self._context, name, scard.SCARD_SHARE_DIRECT, 0)
        if fault:
            return
        fault, answer = scard.SCardControl(handle, scard.SCARD_CTL_CODE(_EXCHANGE), list(command))
        if not fault and bytes(answer)[-2:-1] == _FINE[:1]:
            self._unfit[name] = ""
        scard.SCardDisconnect(handle, scard.SCARD_LEAVE_CARD)

    def _card(self, context: Any, name: str) -> _Card | None:
        scard = self._scard
        protocols = scard.SCARD_PROTOCOL_T0 | scard.SCARD_PROTOCOL_T1
        fault, handle, protocol = scard.SCardConnect(context, name, scard.SCARD_SHARE_SHARED, protocols)
        return None if fault else _Card(scard, handle, protocol)


class _Card:
    """A connection with a tag."""

    def __init__(self, scard: Any, handle: Any, protocol: int) -> None:
        self._scard, self._handle = scard, handle
        self._header = scard.SCARD_PCI_T0 if protocol == scard.SCARD_PROTOCOL_T0 else scard.SCARD_PCI_T1

    def ask(self, command: bytes) -> bytes | None:
        """The answer to a command, without the two bytes that say that it was understood; nothing, if it was not."""
        fault, answer = self._scard.SCardTransmit(self._handle, self._header, list(command))
        answer = bytes(answer or ())
        return None if fault or answer[-2:] != _FINE else answer[:-2]

    def close(self) -> None:
        self._scard.SCardDisconnect(self._handle, self._scard.SCARD_LEAVE_CARD)


class _PcscTag:
    def __init__(self, card: _Card) -> None:
        self._card = card

    def read(self, page: int) -> bytes:
        found = self._card.ask(_READ + bytes([page, 16]))
        if found is None or len(found) != 16:
            raise unreadable()
        return found

    def write(self, page: int, four: bytes) -> None:
        if self._card.ask(_WRITE + bytes([page, 4]) + four) is None:
            raise unwritable()


def unfit(name: str) -> Sentence:
    """Why this reader should not be used at night, as far as its name tells; nothing, if it is fine."""
    return Said("panel.reader-beeps", {"name": name}) if any(part in name for part in BEEPING) else ""


def _silencing(name: str) -> bytes | None:
    return next((command for part, command in BEEPING.items() if part in name), None)


def gone() -> NarratorError:
    """The tag was taken away too early."""
    return DeviceFault("tag", "tag-gone")


def unreadable() -> NarratorError:
    """The tag holds no pages that can be read."""
    return DeviceFault("tag", "tag-unreadable")


def unwritable() -> NarratorError:
    """The tag cannot be written."""
    return DeviceFault("tag", "tag-unwritable")
