"""Does the box die of something that it has kept? Then that is set aside, and the box starts without it.

    trial = Trial(data)
    said = trial.begins()       # what was set aside, as the box has died of it twice
    ...                         # the table is read
    trial.goes_on()
    ...                         # a game that was cut off is taken up
    trial.passed()

A box that is killed meanwhile leaves a note of how far it came. A pulled plug does not count.
"""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import count
from pathlib import Path

from narrator.errors import Said
from narrator.folders import GAMES, put_in_place
from narrator.game import journal
from narrator.lobby.lobby import TABLE

NOTE = "starting"
ENOUGH = 2
"""This many deaths in a row over the same thing are no coincidence."""
BOOT = Path("/proc/sys/kernel/random/boot_id")


class Trial:
    """One start of the box whose folder this is."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self._deaths = {"table": 0, "game": 0}

    def begins(self) -> Said | None:
        """The table is about to be read. What was set aside first, in a sentence; nothing where all is well."""
        at = self._died_at()
        said = None
        if at is not None:
            self._deaths[at] += 1
            if self._deaths[at] >= ENOUGH:
                self._deaths[at] = 0
                said = SETS_ASIDE[at](self.data)
        self._note("table")
        return said

    def goes_on(self) -> None:
        """The table is read; now a game that was cut off is taken up."""
        self._note("game")

    def passed(self) -> None:
        """All is well, or what is wrong has nothing to do with what is kept."""
        with suppress(OSError):
            (self.data / NOTE).unlink()

    def _died_at(self) -> str | None:
        """What did the box die of at its last start?"""
        try:
            note = json.loads((self.data / NOTE).read_text(encoding="ascii"))
            if note["boot"] != _boot():
                return None
            self._deaths |= {what: int(note["deaths"][what]) for what in self._deaths}
            return str(note["at"]) if note["at"] in SETS_ASIDE else None
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def _note(self, at: str) -> None:
        with suppress(OSError):  # a full disk is told of when there is something to keep
            put_in_place(json.dumps({"boot": _boot(), "deaths": self._deaths, "at": at}).encode(), self.data / NOTE)


def _table_aside(data: Path) -> Said:
    asides = (data / f"table.aside-{n}.json" for n in count(1))
    aside = next(file for file in asides if not file.exists())
    with suppress(OSError):
        (data / TABLE).replace(aside)
    return Said("trouble.box-died-of-table", {"times": ENOUGH, "file": aside})


def _game_aside(data: Path) -> Said:
    return Said("trouble.box-died-of-game", {"times": ENOUGH, "kept": journal.set_aside(data / GAMES)})


def _boot() -> str:
    try:
        return BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""


SETS_ASIDE = {"table": _table_aside, "game": _game_aside}
"""How each thing that the box keeps is moved out of its way; a sentence says so, and where it is now."""
