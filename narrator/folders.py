"""Where does the box keep things? Under systemd in the unit's own directories, otherwise in the user's home."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from narrator.errors import NarratorError, Said

SOUNDS = Path(__file__).resolve().parent.parent / "sounds"
"""The beds and effects: beside the package, in a clone as well as in an installed wheel."""
GAMES = "games"
"""The folder of journals, in the data folder."""
KEPT = (
    "table.*", "tags.*", "port*", "lock", "starting*", GAMES, f"{GAMES}/*", "voices", "voices/**/*", "https", "https/*",
)  # fmt: skip
"""What the box keeps in the data folder."""
WIRING = "wiring.yaml"
BLOCKED_WORDS = "blocked-words.txt"
OWN_SOUNDS = "sounds"
WRITTEN = (WIRING, BLOCKED_WORDS, OWN_SOUNDS)
"""What people may put there: a wiring plan, the words that nobody may write on the village's walls, and sounds."""
PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
"""The mode of what is kept: readable by the box's user and nobody else."""
OTHERS = 0o077


def data_folder() -> Path:
    """Where the box keeps its table, its games and its wiring plan."""
    state = os.environ.get("STATE_DIRECTORY")
    return Path(state) if state else Path.home() / ".local" / "state" / "narrator"


def cache_folder() -> Path:
    """Where rendered lines are kept."""
    cache = os.environ.get("CACHE_DIRECTORY")
    return Path(cache) if cache else Path.home() / ".cache" / "narrator"


def readable_by_others(data: Path) -> list[Path]:
    """What can other users of this machine read of all that the box keeps? Raises OSError.

    The data folder itself counts only if everything in it is the box's own: it may be somebody's home.
    """
    own = {path for pattern in KEPT for path in data.glob(pattern)}
    alone = {*data.iterdir()} <= own | {data / name for name in WRITTEN}
    cached = [cache_folder(), *cache_folder().rglob("*")]
    kept = [*([data] if alone else []), *sorted(own), *cached]
    return [path for path in kept if path.exists() and path.stat().st_mode & OTHERS]


def close_to_others(data: Path) -> None:
    """From now on let nobody but the box's user read what is kept, as far as that can be changed."""
    for path in readable_by_others(data):
        with suppress(OSError):
            path.chmod(path.stat().st_mode & ~OTHERS)


def make_folder(folder: Path) -> None:
    """Make this folder, and those above it: new ones are for the box's user alone, and outlast a power cut.

    Raises OSError.
    """
    for lacking in [each for each in (folder, *folder.parents) if not each.exists()][::-1]:
        lacking.mkdir(PRIVATE_FOLDER, exist_ok=True)
        sync_folder(lacking.parent)


def put_in_place(content: bytes, file: Path, mode: int = PRIVATE) -> None:
    """Write or replace a file: whatever happens meanwhile, it holds all of the old text or all of the new.

    Only its owner may read it, unless the `mode` says otherwise. Raises OSError.
    """
    draft = file.with_suffix(".new")
    make_folder(file.parent)
    with open(draft, "wb", opener=private) as out:
        os.fchmod(out.fileno(), mode)
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    move(draft, file)


def move(file: Path, place: Path) -> None:
    """Give a file another name, which it keeps even after a power cut. Raises OSError."""
    file.replace(place)
    sync_folder(place.parent)


def put_aside(file: Path, aside: Path) -> Said:
    """Move a file that cannot be used out of the way, and say where it is."""
    try:
        move(file, aside)
    except OSError as error:
        return Said("trouble.kept-unmoved", {"why": error.strerror})
    return Said("trouble.kept-aside", {"file": aside})


def sync_folder(folder: Path) -> None:
    """Make sure that the disk knows which files are in a folder. Raises OSError."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def private(file: str | Path, flags: int) -> int:
    """Open a file as `open` does; a new file is for its owner alone."""
    return os.open(file, flags, PRIVATE)


def lock(folder: Path) -> IO[str]:
    """Claim this data folder until the returned file is closed or the process ends.

    Raises `NarratorError`: `second-box` if another process has it, `data-folder` if it cannot be written.
    """
    try:
        make_folder(folder)
        file = open(folder / "lock", "a+", encoding="ascii", opener=private)  # noqa: SIM115 (held until it ends)
    except OSError as error:
        sentence = f"The folder {folder} cannot be written to ({error.strerror}); choose another with --data."
        raise NarratorError("data-folder", sentence) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "unknown"
        file.close()
        sentence = f"Another box (process {holder}) uses {folder}; stop it, or choose another folder with --data."
        raise NarratorError("second-box", sentence) from None
    with suppress(OSError):  # a full disk is reported when there is something to keep
        file.truncate(0)
        os.write(file.fileno(), str(os.getpid()).encode())
    return file
