"""What was played, kept on the disk: one file per game, one line per entry, written before anybody hears of it.

    journal = Journal.create(data, game.header, library.texts("millers-hollow"))
    game.answer("seer.look", "Ann", seat="Cid")
    journal.append(game.entries[-1])            # returns when it is on the disk
    ...                                         # kill -9
    path = unfinished(data)
    loaded = load(path)
    game, journal = replayed(loaded), Journal.reopen(path)

The first line is the header (the table, the texts of its roleset, the voice's language, the program's version); every
other is an entry of `Game.entries`, or `("undo", fact)`, or anything else that its writer wants to find again, such as
`("over", winner)`. `journal_lines.py` says what a line looks like.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
from msgspec import ValidationError, convert

from narrator.errors import BadFile, NarratorError, Said, Sentence, Trouble
from narrator.folders import PRIVATE, make_folder, private, put_aside, sync_folder
from narrator.game import own_powers
from narrator.game.game import PLAYED, Entry, Game
from narrator.game.journal_lines import BEGINNING, Head, Row, is_over, left_out, only_at_the_end, read, sum_of
from narrator.game.library import KeptLibrary, Library
from narrator.game.table_keys import KEYS
from narrator.rules.facts import Fact
from narrator.rules.table import IllegalTable
from narrator.telling.page_words import FIRST

log = logging.getLogger("narrator.game.journal")

ENDING = ".jsonl"
FULL = (errno.ENOSPC, errno.EDQUOT)


class DamagedJournal(Trouble):
    """A journal that is not what was written (`damaged-journal`), or that this program cannot play again
    (`unplayable-journal`). The sentence names the line, and where the file is kept."""


class Course(NamedTuple):
    """What the first `facts` came to when the first `entries` had been put into the game."""

    entries: int
    facts: int
    sum: int


class Loaded(NamedTuple):
    """What a journal holds: the table as in `Game.header`, the roleset's texts, the entries in order.

    If the last line is not whole, or not as it was written, `torn` says that it was left out. Without even a first
    line there is no table, and `header` is empty. `hash` is a short fingerprint of the roleset's texts, `version` that
    of the program that wrote the journal, `powers` the folders whose own powers were allowed then. `language` is what
    the voice speaks in this game; English, where it was written before the voice spoke any other. `beginners` says that
    somebody was new. `course` is what was kept last of what the table knew. `aside`: the file is moved where it turns
    out to be unplayable.
    """

    path: Path
    header: Mapping[str, Any]
    entries: list[Entry]
    torn: Sentence | None
    texts: Mapping[str, str]
    hash: str
    version: str
    powers: Sequence[str]
    language: str = FIRST
    beginners: bool = False
    course: Course | None = None
    aside: bool = True

    def roleset_changed(self, library: Library) -> bool:
        """Does the roleset in this library differ from the one that was played?"""
        try:
            return fingerprint(library.texts(self.header["roleset"], self.header.get("house_rule"))) != self.hash
        except (BadFile, IllegalTable):
            return True


class Journal:
    """The journal of one game, open for writing. Use `create` or `reopen`."""

    def __init__(self, file: int, path: Path, size: int, lines: int, sum: int) -> None:
        self.path = path
        self._file = file
        self._size = size
        self._lines = lines
        self._sum = sum

    @classmethod
    def create(
        cls,
        folder: Path,
        header: Mapping[str, Any],
        texts: Mapping[str, str],
        language: str = FIRST,
        beginners: bool = False,
    ) -> Journal:
        """A new journal in this folder: `header` is the game's, `texts` are those of its roleset (`Library.texts`),
        `language` is what the voice speaks, and `beginners` says that somebody is new.

        Its name begins with a number that goes up from game to game: a clock may be wrong. Raises `NarratorError`
        (`disk-full`, `journal-unwritable`).
        """
        number = max([0, *(_number(path) for path in folder.glob("[0-9]*"))]) + 1
        path = folder / f"{number:04}-{header['roleset']}{ENDING}"
        try:
            make_folder(folder)
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        except OSError as error:
            raise _unwritable(path, error) from None
        journal = cls(file, path, 0, 0, 0)
        started = datetime.now(UTC).isoformat(timespec="seconds")
        head = {"narrator": version("narrator"), "started": started, "hash": fingerprint(texts)}
        told = {"language": language, "beginners": beginners}
        try:
            journal._write({**head, **told, "powers": own_powers.allowed(), "table": header, "texts": texts})
            try:
                sync_folder(folder)
            except OSError as error:
                raise _unwritable(path, error) from None
        except NarratorError:
            journal.close()
            with suppress(OSError):  # the disk has become read-only
                path.unlink()
            raise
        return journal

    @classmethod
    def reopen(cls, path: Path) -> Journal:
        """Go on with a journal; a last line that is left out is cut off, and kept beside it, in `….cut`.

        Raises as `load` and `append` do.
        """
        lines, rest = read(path)
        size = sum(len(line) for line in lines)
        try:
            if rest:
                _keep_beside(path, rest)
            file = os.open(path, os.O_WRONLY)
            try:
                os.ftruncate(file, size)
                os.fsync(file)
            except OSError:
                os.close(file)
                raise
        except OSError as error:
            raise _unwritable(path, error) from None
        return cls(file, path, size, len(lines), sum_of(lines[-1]) if lines else 0)

    def append(self, entry: Sequence[Any], course: tuple[int, int] | None = None) -> None:
        """Keep an entry, and of how many facts the table knows and what they come to; returns when it is on the disk.

        Raises `NarratorError` (`disk-full`, `journal-unwritable`): then the entry is not kept, the journal is as it
        was before, and `append` may be tried again.
        """
        self._write({"n": self._lines, "entry": entry, **({"course": course} if course else {})})

    def close(self) -> None:
        """End writing."""
        os.close(self._file)

    def _write(self, content: Mapping[str, Any]) -> None:
        line, sum = line_of(content, self._sum)
        try:
            os.ftruncate(self._file, self._size)
            done = 0
            while done < len(line):
                done += os.pwrite(self._file, line[done:], self._size + done)
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):  # otherwise the next write does it, or the next load leaves it out as torn
                os.ftruncate(self._file, self._size)
            raise _unwritable(self.path, error) from None
        self._size += len(line)
        self._lines += 1
        self._sum = sum


def line_of(content: Mapping[str, Any], before: int) -> tuple[bytes, int]:
    """A line with this content, after lines whose checksum is `before`; and the checksum including it."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    rest = text.removeprefix("{").encode("utf-8", "backslashreplace") + b"\n"
    sum = crc32(rest, before)
    return b'%s%08x",' % (BEGINNING, sum) + rest, sum


class Record:
    """A game and its journal; `heard` facts have been told, and windows and debates among the first `over` facts are
    over."""

    def __init__(self, game: Game, journal: Journal) -> None:
        self.heard = self.over = 0
        self._game = game
        self._journal: Journal | None = journal
        self._kept: list[Entry] = []
        self._course = 0, 0

    def begin(self, heard: int, over: int) -> None:
        """Everything that the game has now is kept already, and the box has come this far."""
        self._kept = list(self._game.entries)
        self.heard, self.over = heard, over
        self._course = 0, 0

    def put(self, put: Callable[[], None]) -> None:
        """Put something into the game, and keep it; where that fails, nothing has changed."""
        before = len(self._game.entries)
        put()
        entries = list(self._game.entries)
        for at in range(before, len(entries)):
            try:
                self.keep(entries[at])
            except NarratorError:
                self._game.rewind(entries[:at])
                raise

    def close_prompts(self) -> None:
        """Close the open prompts, which are kept as closed before anything comes of it."""
        self.keep(("close",))
        self._game.close()

    def back_to(self, fact: int) -> None:
        """Go back to when the fact with this number had just happened."""
        before = list(self._game.entries)
        self._game.back_to(fact)
        try:
            self.keep(("undo", fact))
        except NarratorError:
            self._game.rewind(before)
            raise

    def keep(self, entry: Entry, course: tuple[int, int] | None = None) -> None:
        """Write an entry down."""
        if self._journal is not None:
            self._journal.append(entry, course)
        if entry[0] in PLAYED:
            self._kept.append(entry)

    def keep_place(self, since: int) -> None:
        """Keep how far the box has come, before anybody hears or sees anything of it."""
        if since > self.heard:
            known, sum = self._course
            self._course = since, course(self._game.facts[known:since], sum)
            self.keep(("heard", since, self.over), self._course)
            self.heard = since

    def keep_nothing_new(self) -> None:
        """Write where the box is, once more: a decoy takes as long on the disk as an answer, and fails as one does."""
        self.keep(("heard", self.heard, self.over))

    def take_back(self) -> None:
        """Go back to the game as it is kept, after a mistake of ours."""
        self._game.rewind(list(self._kept))

    def close(self) -> None:
        """Close the journal: nothing is kept any more."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None


def load(path: Path, *, aside: bool = True) -> Loaded:
    """Read a journal. A last line that is torn or damaged is left out and reported.

    Damage before it, or in the first line, raises `DamagedJournal`, and the file is set `aside`, as `….damaged`. Raises
    `NarratorError` (`no-journal`) if the file cannot be read.
    """
    lines, rest = read(path)
    if not only_at_the_end(lines, rest):
        place = f"{path}:{len(lines) + 1}"
        raise DamagedJournal("damaged-journal", place=place, kept=_kept(path, aside))
    rows: list[Any] = []
    try:
        for line in lines:
            rows.append(convert(json.loads(line), Row if rows else Head))
    except (ValueError, ValidationError):
        place = f"{path}:{len(rows) + 1}"
        raise DamagedJournal("damaged-journal", "journal-strange", place=place, kept=_kept(path, aside)) from None
    head, *others = rows or [Head()]
    entries, torn = [_entry(line.entry) for line in others], left_out(path, len(lines) + 1, rest)
    told = (head.texts, head.hash, head.narrator, head.powers, head.language, head.beginners)
    known = [Course(at, *line.course) for at, line in enumerate(others, 1) if line.course is not None]
    return Loaded(path, head.table, entries, torn, *told, known[-1] if known else None, aside)


def replayed(loaded: Loaded) -> Game:
    """The game as it was left, played by the roleset's texts that the journal kept.

    Raises `DamagedJournal` (`unplayable-journal`) and sets the file aside if this program plays it differently from
    the one that wrote it; and `NarratorError` (`powers-not-allowed`), leaving the file where it is, if it was played
    with powers of the host's own that are not allowed now.
    """
    path = loaded.path
    if not loaded.header:
        raise DamagedJournal("unplayable-journal", "journal-cut-off", file=path, kept=_kept(path, loaded.aside))
    number, kept = 1, loaded.course
    try:
        table: Any = {key: loaded.header.get(key) for key in KEYS}
        game = Game(**table, library=KeptLibrary(loaded.texts))
        for entry in loaded.entries:
            number += 1
            if entry[0] == "undo":
                game.back_to(entry[1]) if len(entry) > 1 else game.undo()
            elif entry[0] in PLAYED:
                game.play([entry])
            if kept is not None and number == kept.entries + 1 and course(game.facts[: kept.facts]) != kept.sum:
                raise Trouble("journal-other-course")
    except Exception as error:
        missing = [folder for folder in loaded.powers if folder not in own_powers.allowed()]
        if isinstance(error, BadFile) and missing:
            found = " ".join(f"--rolesets {shlex.quote(folder)}" for folder in missing)
            raise Trouble("powers-not-allowed", file=path, rolesets=found) from None
        why = error.told if isinstance(error, NarratorError) else f"{error!r:.100}."
        if isinstance(error, BadFile) and error.code != "power":
            log.warning("%s cannot be played again: %s", path, error.sentence)
            why = Said("trouble.journal-other-rules", {})
        elif not isinstance(error, NarratorError):
            log.exception("%s:%s cannot be played again.", path, number)
        raise DamagedJournal(
            "unplayable-journal",
            place=f"{path}:{number}",
            why=why,
            written=loaded.version,
            here=version("narrator"),
            kept=_kept(path, loaded.aside),
        ) from None
    return game


def course(facts: Iterable[Fact], before: int = 0) -> int:
    """A short number for what these facts have told, after those whose number is `before`: a newer program may deal
    other cards from the same seed, or tell something else after the same answers.

    What nobody knows of counts only by its kind. What is left at its default does not count, as a newer program may
    give facts more parts; nor does what is no plain value, such as a whole prompt, or a set that a power of one's own
    has noted.
    """
    for fact in facts:
        known = _known(fact) if fact.knowers != () else ()
        before = crc32(msgspec.json.encode([type(fact).__name__, *known]), before)
    return before


def _known(fact: Fact) -> Iterable[tuple[str, object]]:
    kind = type(fact)
    names = kind.__struct_fields__
    usual = dict(zip(reversed(names), reversed(kind.__struct_defaults__), strict=False))
    for name in names:
        value = getattr(fact, name)
        if _plain(value) and (name not in usual or value != usual[name]):
            yield name, value


def _plain(value: object) -> bool:
    return value is None or isinstance(value, (str, int)) or (isinstance(value, tuple) and all(map(_plain, value)))


def unfinished(folder: Path) -> Path | None:
    """The journal of the newest game in this folder that is not over, if there is one.

    A damaged one counts as unfinished: `load` says what is wrong with it.
    """
    return next((path for path in games(folder) if not is_over(path)), None)


def set_aside(folder: Path) -> Said:
    """Move the journal of the unfinished game in this folder out of the way, and say where it is."""
    path = unfinished(folder)
    return _kept(path, aside=True) if path is not None else Said("trouble.kept-nowhere", {})


def games(folder: Path) -> list[Path]:
    """All journals in this folder, the newest first."""
    return sorted(folder.glob(f"[0-9]*{ENDING}"), key=_number, reverse=True)


def named(folder: Path, name: str) -> Path:
    """The journal that somebody means by this: a path, or the name or just the number of a file in this folder.

    Raises `NarratorError` (`unknown-game`) if there is none.
    """
    if Path(name).is_file():
        return Path(name)
    kept = games(folder)
    for path in kept:
        if name in (path.name, path.stem) or (name.isdecimal() and int(name) == _number(path)):
            return path
    newest = f"the newest is {kept[0].stem}" if kept else "there is none at all"
    raise NarratorError("unknown-game", f"There is no game “{name}” in {folder}; {newest}.")


def fingerprint(texts: Mapping[str, str]) -> str:
    """A short text that changes when a roleset's texts do."""
    return sha256(json.dumps(list(texts.items())).encode()).hexdigest()[:16]


def _keep_beside(path: Path, rest: bytes) -> None:
    with open(path.with_name(path.name + ".cut"), "ab", opener=private) as beside:
        beside.write(rest)
        beside.flush()
        os.fsync(beside.fileno())
    sync_folder(path.parent)


def _entry(entry: list[Any]) -> Entry:
    return tuple(tuple(part) if isinstance(part, list) else part for part in entry)


def _kept(path: Path, aside: bool) -> Said:
    """Move a journal `aside`, never losing it, or leave it, and say where it is."""
    if not aside or not path.name.endswith(ENDING):
        return Said("trouble.kept-in-place", {})
    return put_aside(path, path.with_name(path.name + ".damaged"))


def _number(path: Path) -> int:
    digits = path.name.partition("-")[0]
    return int(digits) if digits.isdecimal() else 0


def _unwritable(path: Path, error: OSError) -> Trouble:
    if error.errno in FULL:
        return Trouble("disk-full", file=path)
    return Trouble("journal-unwritable", file=path, why=error.strerror)
