"""Who is shown what? Which parts each page is drawn from, and how large it may be."""

from __future__ import annotations

from math import ceil

from narrator.box.evening import Evening
from narrator.box.pages.host_page import HostDrawing
from narrator.box.pages.page_types import Deck, Moment, PageKind, Shared, TablePart
from narrator.box.pages.player_page import PlayerDrawing
from narrator.box.pages.shared_page import SharedDrawing
from narrator.box.pages.village_types import PageData
from narrator.lobby.odds import Mix

PAGE_SIZE = 8192
"""Room for a page is made in steps of this many bytes."""
SEAT_SIZE = 400
"""How many bytes a page needs for each seat besides its name."""
NAMINGS = 9
"""How often a page names a seat, choices and notes included."""
ACTS = 2
"""How many things a page offers to do with a seat by day, at most."""
ACT_SIZE = 60
"""How many bytes such a thing needs for each seat besides its name."""


class Screens:
    """Draws the pages of one evening; looks at it and changes nothing."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._shared = SharedDrawing(evening)
        self._player = PlayerDrawing(evening)
        self._host = HostDrawing(evening)

    def moment(self, version: int) -> Moment:
        """The part of the view of this number that changes with time."""
        return self._shared.moment(version)

    def shared(self, kind: PageKind) -> Shared:
        """The part of a view that all pages of this kind share."""
        return self._shared.drawn(kind)

    def own(self, kind: PageKind, whose: str | None) -> PageData:
        """The part of a view that belongs to one page; `whose` is a player's name, or the token of a page
        that is lent or claims a seat."""
        if kind == "player":
            return self._player.drawn(whose)
        if kind == "lent":
            return self._player.lent(whose)
        return self._host.drawn() if kind == "host" else TablePart(fingers=self._host.fingers())

    def deck(self) -> Deck:
        """What all pages know of tonight's cards."""
        return self._shared.deck()

    @property
    def uncounted(self) -> Mix | None:
        """What would be played if the game began now, where nobody knows yet what comes of it."""
        return self._host.uncounted

    def whose(self, kind: PageKind, token: str | None) -> str | None:
        """To whom does the page with this token belong? Other kinds of page belong to nobody.

        That of somebody who claims a seat belongs to the token alone, and shows nothing of the seat."""
        lobby = self.evening.lobby
        seat = lobby.tokens.get(token or "") or lobby.waiting.get(token or "")
        claims = token if token in lobby.claims else None
        return {"player": seat or claims, "lent": token}.get(kind)

    @property
    def room(self) -> int:
        """How many bytes are enough for a page at this table, whatever it shows."""
        game = self.evening.game
        seats = self.evening.lobby.players if game is None else game.seats
        groups = (game.header["groups"] if game is not None else None) or {}
        acts = ACTS if game is not None and game.rules.any_time else 0
        needed = 3000 + len(seats) * (SEAT_SIZE + ACT_SIZE * acts)
        needed += (NAMINGS + 2 * acts) * sum(len(seat.encode()) for seat in seats)
        needed += sum(len(group.encode()) * len(named) for group, named in groups.items())
        return ceil(needed / PAGE_SIZE) * PAGE_SIZE
