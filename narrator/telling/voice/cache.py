"""Which lines were rendered before? A folder of sound files, bounded in size; the least recently used goes first."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from narrator.folders import make_folder, move

LARGEST = 200_000_000  # bytes; a line is some 100 kB


class Kept(NamedTuple):
    """A rendered line."""

    path: Path
    status: os.stat_result

    @property
    def size(self) -> int:
        """Its bytes."""
        return self.status.st_size

    @property
    def seconds(self) -> float:
        """Its length, as its name says."""
        return int(self.path.name.split(".")[1]) / 1000


def lines_in(folder: Path) -> dict[str, Kept]:
    """The lines in this folder and in the folders in it, by key, the oldest first."""
    found = [Kept(path, path.stat()) for path in folder.rglob("*.*.flac")]
    return {kept.path.name.split(".")[0]: kept for kept in sorted(found, key=lambda kept: kept.status.st_mtime)}


def move_lines(draft: Path, folder: Path) -> None:
    """Move these lines into a folder, over those of the same key. Raises OSError."""
    make_folder(folder)
    before = lines_in(folder)
    for key, kept in lines_in(draft).items():
        if key in before:
            before[key].path.unlink()
        move(kept.path, folder / kept.path.name)


class Cache:
    """Rendered lines in `folder`, each named by its key and its length: `3f…9a.2315.flac` lasts 2.315 seconds.

    Lines in the folders `given` count as well, and are never deleted.

    Another process, such as the doctor while a box is running, may use the same folder. Raises `OSError` if the folder
    cannot be made or written.
    """

    def __init__(self, folder: Path, largest: int = LARGEST, given: Iterable[Path] = ()) -> None:
        self.folder = folder
        self._largest = largest
        self._lock = threading.Lock()
        make_folder(folder)
        for draft in folder.glob("*.part"):
            if not Path("/proc", draft.name.split(".")[1]).exists():  # nobody will finish it
                draft.unlink(missing_ok=True)
        self._given = {key: kept for each in given for key, kept in lines_in(each).items()}
        self._files = lines_in(folder)  # the least recently used first
        self._size = sum(kept.size for kept in self._files.values())

    def draft(self, key: str) -> Path:
        """Where to write the file of this key before it is complete; raises `OSError` where there is no such place."""
        make_folder(self.folder)  # somebody may have emptied the home's cache
        return self.folder / f"{key}.{os.getpid()}.part"

    def keep(self, key: str, seconds: float) -> None:
        """Take in the finished draft, and make room for it."""
        path = self.folder / f"{key}.{round(seconds * 1000)}.flac"
        os.replace(self.draft(key), path)
        kept = Kept(path, path.stat())
        with self._lock:
            if old := self._files.pop(key, None):
                self._size -= old.size
            self._files[key] = kept
            self._size += kept.size
            while self._size > self._largest and len(self._files) > 1:
                oldest = self._files.pop(next(iter(self._files)))
                self._size -= oldest.size
                oldest.path.unlink(missing_ok=True)

    def gives(self, key: str) -> bool:
        """Was this line given, and not rendered here?"""
        return key in self._given

    def find(self, key: str) -> Path | None:
        """The file of this key, which now counts as used."""
        if key in self._given:
            return self._given[key].path
        with self._lock:
            kept = self._files.pop(key, None)
            if kept is None:
                return None
            try:
                os.utime(kept.path)
            except OSError:  # it is gone, or the disk has become read-only
                if not kept.path.exists():
                    self._size -= kept.size
                    return None
            self._files[key] = kept
            return kept.path

    def seconds(self, key: str) -> float | None:
        """How long is the line of this key?"""
        kept = self._given.get(key) or self._files.get(key)
        return None if kept is None else kept.seconds
