"""The lines of a journal that is read: which ones are as they were written, and what does each hold?

A line is JSON and begins with a checksum of the rest of the line and of all lines before it:

    {"crc":"2f1d8ab0","n":3,"entry":["answer","seer.look","Cid",["Ann"]]}
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any
from zlib import crc32

from msgspec import Meta, Struct

from narrator.errors import Said, Trouble
from narrator.telling.page_words import FIRST

SHORT = 1000
"""As many bytes as the last lines of a game that is over have at most."""
BEGINNING = b'{"crc":"'
"""How every line begins, and nothing inside a line does: there a quotation mark has a backslash before it."""


class Head(Struct):
    """The first line of a journal."""

    table: dict[str, Any] = {}
    texts: dict[str, str] = {}
    hash: str = ""
    narrator: str = ""
    powers: list[str] = []
    language: str = FIRST
    beginners: bool = False


class Row(Struct):
    """Every other line, without its number and its checksum, which `read` has compared.

    `course` says of how many first facts the table knew then, and what they came to.
    """

    entry: Annotated[list[Any], Meta(min_length=1)]
    course: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        match self.entry:
            case ["undo"] | ["undo", int()] | ["heard", int(), int()]:
                return
            case ["undo" | "heard", *_]:
                raise ValueError


def sum_of(line: bytes) -> int:
    """The checksum with which a line begins."""
    return int(line[8:16], 16)


def read(path: Path) -> tuple[list[bytes], bytes]:
    """The intact lines of a journal, and what comes after them."""
    try:
        written = path.read_bytes()
    except OSError as error:
        raise Trouble("no-journal", file=path, why=error.strerror) from None
    return _intact(written)


def _intact(written: bytes, sum: int = 0) -> tuple[list[bytes], bytes]:
    """The intact lines, where the checksum of those before them is `sum`, and what comes after them."""
    lines: list[bytes] = []
    place = 0
    while end := written.find(b"\n", place) + 1:
        sum = crc32(written[place + 18 : end], sum)
        if written[place : place + 18] != b'%s%08x",' % (BEGINNING, sum):
            break
        lines.append(written[place:end])
        place = end
    return lines, written[place:]


def only_at_the_end(lines: Sequence[bytes], rest: bytes) -> bool:
    """Is at most a last line damaged? No other line begins inside the damage, and the first line is whole."""
    return BEGINNING not in rest[1:] and (bool(lines) or b"\n" not in rest)


def is_over(path: Path) -> bool:
    """Was this game over, or had it not even begun? Where the end of its journal says so, no more of it is read."""
    if ends_a_game(_last_line(path)):
        return True
    lines, rest = read(path)
    return only_at_the_end(lines, rest) and (not lines or ends_a_game(lines[-1]))


def _last_line(path: Path) -> bytes:
    """The last line, if it is intact; nothing where the lines before it are too long to tell, or cannot be read."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - SHORT))
            _, before, *others = file.read().splitlines(keepends=True)
        lines, rest = _intact(b"".join(others), sum_of(before))
    except (OSError, ValueError):
        return b""
    return lines[-1] if lines and not rest else b""


def ends_a_game(line: bytes) -> bool:
    """Was the game over when this line was written?"""
    try:
        match json.loads(line):
            case {"entry": ["over", *_]}:
                return True
    except ValueError:  # whoever loads the journal hears of it
        pass
    return False


def left_out(path: Path, number: int, rest: bytes) -> Said | None:
    """What to say about a last line that is not intact."""
    if not rest:
        return None
    place = f"{path}:{number}"
    if b"\n" in rest:
        return Said("trouble.last-line-damaged", {"place": place})
    return Said("trouble.last-line-torn", {"place": place})
