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
