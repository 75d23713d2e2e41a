"""What is kept of the game that is played, and is it on the disk before anybody hears of it?

    put -> Game -> journal        refused, or not written: as if it had never come

Beside the game's own entries the journal has the place where the box is, so that it can go on there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.errors import NarratorError
from narrator.game.game import Entry, Game
from narrator.game.journal import Journal

PLAYED = ("answer", "close", "draw")
"""The entries of a journal that are a game's own."""


class Record:
    """A game and its journal; `heard` facts have been told, and windows and debates among the first `over` facts are
    over."""

    def __init__(self, game: Game, journal: Journal) -> None:
        self.heard = self.over = 0
        self._game = game
        self._journal: Journal | None = journal
        self._kept: list[Entry] = []

    def begin(self, heard: int, over: int) -> None:
        """All that the game has is kept, and the box is there."""
        self._kept = list(self._game.entries)
        self.heard, self.over = heard, over

    def put(self, put: Callable[[], None]) -> None:
        """Put something into the game, and keep it; where that fails, it is as if it had never come."""
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

    def keep(self, entry: tuple[Any, ...]) -> None:
        """Write an entry down."""
        if self._journal is not None:
            self._journal.append(entry)
        if entry[0] in PLAYED:
            self._kept.append(entry)

    def keep_place(self, since: int) -> None:
        """Keep how far the box has come, before anybody hears or sees of it."""
        if since > self.heard:
            self.keep(("heard", since, self.over))
            self.heard = since

    def keep_nothing_new(self) -> None:
        """Write where the box is, once more: a decoy takes as long on the disk as an answer, and fails as one does."""
        self.keep(("heard", self.heard, self.over))

    def take_back(self) -> None:
        """Have the game as it is kept, after a mistake of ours."""
        self._game.rewind(list(self._kept))

    def close(self) -> None:
        """Close the journal: nothing is kept any more."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None
