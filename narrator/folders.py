"""Where does the box keep things? Under systemd in the unit's own directories, else in the home of who started it."""

from __future__ import annotations

import os
from pathlib import Path

SOUNDS = Path(__file__).resolve().parent.parent / "sounds"
"""The beds and effects: beside the package, in a clone as in an installed wheel."""
GAMES = "games"
"""The folder of journals, in the data folder."""


def data_folder() -> Path:
    """Where the box keeps its table, its games and a plan of its buttons."""
    state = os.environ.get("STATE_DIRECTORY")
    return Path(state) if state else Path.home() / ".local" / "state" / "narrator"


def cache_folder() -> Path:
    """Where rendered lines are kept."""
    cache = os.environ.get("CACHE_DIRECTORY")
    return Path(cache) if cache else Path.home() / ".cache" / "narrator"


def put_in_place(text: str, file: Path) -> None:
    """Write a file, or write it anew: whatever happens meanwhile, it holds all of the old or all of the new.

    Raises OSError.
    """
    draft = file.with_suffix(".new")
    file.parent.mkdir(parents=True, exist_ok=True)
    with draft.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)
