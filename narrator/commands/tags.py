"""`narrator tags`: how does the box learn which tag is what, and how does a tag open the join page?

You lay tags on the reader, one after another, while no box is running.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from queue import Empty

from hardware.devices import Appeared, Event, Lost, Touched
from hardware.ndef import write_link
from hardware.pn532 import pn532
from hardware.readers import PcscReaders, TagReader
from narrator.commands.arguments import add_data
from narrator.commands.play import PORTS
from narrator.errors import NarratorError, english
from narrator.folders import lock
from narrator.game.library import Library
from narrator.inbox import Inbox
from narrator.lobby.tags import KINDS, Known, Tags, tags_of
from narrator.network.addresses import EVERYWHERE, found, noted_port
from narrator.panel.plans import plan_file, plan_in

PATIENCE = 3.0
"""Seconds within which a reader is found if there is one."""
SEAT = "seat"
"""The box learns a token by its seat's number."""
USAGE = (
    "Type: narrator tags; narrator tags card NAME, seat NUMBER or word WORD; narrator tags join [ADDRESS]; "
    "narrator tags forget [card NAME, seat NUMBER or word WORD]."
)


def add_arguments(parser: ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("words", nargs="*", metavar="WORD", help="what to teach, or to forget (nothing: list them)")


def run(given: Namespace, library: Library) -> int:
    try:
        for line in tags(given.data, library, given.words):
            print(line, flush=True)
    except KeyboardInterrupt:
        print()
    return 0


def tags(data: Path, library: Library, words: list[str]) -> Iterator[str]:
    """Do what these words of the command line say; the lines to print. Ends when what was wanted is done."""
    known = tags_of(data, library)
    known.load()
    match words:
        case []:
            yield from _listed(known)
        case ["join", *address] if len(address) < 2:
            with lock(data), _readers(data) as readers:
                yield from _link(readers, *(address or [_address(data)]))
        case ["forget", what, name]:
            with lock(data):
                yield from _forget(known, _known(known, what, name))
        case ["forget"]:
            with lock(data), _readers(data) as readers:
                yield from _forget_laid(known, readers)
        case [what, name]:
            wanted = _known(known, what, name)
            with lock(data), _readers(data) as readers:
                yield from _teach(known, readers, wanted)
        case _:
            raise NarratorError("usage", USAGE)


def _known(tags: Tags, what: str, name: str) -> Known:
    kind = "token" if what == SEAT else next((kind for kind in KINDS if kind == what), None)
    if kind is None:
        raise NarratorError("usage", USAGE)
    known = Known(kind, name)
    tags.check(known)
    return known


def _listed(tags: Tags) -> Iterator[str]:
    found = False
    for uid, known in tags:
        found = True
        yield f"{uid:22}{known}"
    if not found:
        yield f"The box knows no tag yet. {USAGE}"


def _teach(tags: Tags, readers: list[TagReader], known: Known) -> Iterator[str]:
    more = known.kind != "token"
    yield f"Lay {known} on the reader{', one tag after another; Ctrl-C ends it' if more else ''}."
    for _, event in _events(readers):
        match event:
            case Touched(uid):
                try:
                    tags.learn(uid, known)
                except NarratorError as error:
                    yield error.sentence
                else:
                    yield f"{uid} is {known} now."
                    if not more:
                        return
            case Appeared(_) | Lost(_):
                yield _told(event)


def _forget(tags: Tags, known: Known) -> Iterator[str]:
    uids = [uid for uid, what in tags if what == known]
    tags.forget(uids)
    yield f"{known}: {len(uids)} forgotten."


def _forget_laid(tags: Tags, readers: list[TagReader]) -> Iterator[str]:
    yield "Lay the tags that are to be forgotten on the reader, one after the other; Ctrl-C ends it."
    for _, event in _events(readers):
        match event:
            case Touched(uid):
                known = tags.of(uid)
                tags.forget([uid])
                yield f"{uid}: {known or 'nothing'} is forgotten."
            case Appeared(_) | Lost(_):
                yield _told(event)


def _link(readers: list[TagReader], address: str) -> Iterator[str]:
    if not address.startswith(("http://", "https://")):
        address = f"http://{address}"
    yield f"Lay a tag on the reader and leave it there: {address} is written on it."
    for reader, event in _events(readers):
        match event:
            case Touched(uid):
                try:
                    with reader.tag(uid) as tag:
                        write_link(tag, address)
                except NarratorError as error:
                    yield error.sentence
                else:
                    yield "Written, and read back. A phone that touches it opens the join page."
                    return
            case Appeared(_) | Lost(_):
                yield _told(event)


def _told(event: Appeared | Lost) -> str:
    return english(event.sentence) if isinstance(event, Lost) else f"Here is the {event.what}."


def _address(data: Path) -> str:
    here = found(EVERYWHERE[0], noted_port(data) or PORTS[0]).addresses
    if not here:
        raise NarratorError("no-address", "This machine has no address yet: say which, narrator tags join ADDRESS.")
    return here[0]


@contextmanager
def _readers(data: Path) -> Iterator[list[TagReader]]:
    """All readers that there may be here; raises `NarratorError` where there can be none."""
    file = plan_file(data)
    wired = plan_in(file).reader if file is not None else None
    with ExitStack() as open_ones:
        found: list[TagReader] = [pn532(wired)] if wired is not None else []
        try:
            found.append(PcscReaders())
        except NarratorError:
            if not found:
                raise
        for reader in found:
            open_ones.enter_context(closing(reader))
        yield found


def _events(readers: list[TagReader]) -> Iterator[tuple[TagReader, Event]]:
    """Everything that the readers say, for ever; or, where they stay silent for long, that there is no reader."""
    heard: Inbox[tuple[TagReader, Event]] = Inbox()
    for reader in readers:
        reader.start(lambda event, reader=reader: heard.put((reader, event)))  # type: ignore[misc]
    try:
        yield heard.take(PATIENCE)
    except Empty:
        sentence = "There is no reader yet: plug one in, and check that pcscd is running (`narrator doctor`)."
        yield readers[0], Lost("reader", sentence)
    while True:
        yield heard.take()
