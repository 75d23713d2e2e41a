"""How does somebody without a phone read their card in words? One phone at a time is lent, before everybody's eyes.

    a phone, /lent: lend    ->  the box says aloud that a phone is lent; the page shows a number
    the borrower's button   ->  as many short presses as the page says, then a long one
    the page, it alone      ->  shows that seat's card, for a few seconds, to the one who holds it

Only the one who holds the phone knows the number, so a card appears on a page neither by accident nor because somebody
else wants it. At night no phone is lent: anybody who peeps would see who reads, and when.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from math import inf
from typing import NamedTuple

from narrator.lobby.lobby import Lobby, Refused, new_token

OPEN = 60.0
"""Seconds in which the borrower's button must be pressed."""
SHOWN = 15.0
"""Seconds for which the card is there to be read."""
BETWEEN = 5.0
"""Seconds between one loan and the next, so that nobody can keep the box talking by lending."""
NUMBERS = range(4, 9)
"""How many presses may be asked for: more than what they mean otherwise, fewer than one would lose count of."""


class Loan(NamedTuple):
    """A phone that is lent: its `token`, the `number` of presses, and once it was pressed the `seat`."""

    token: str
    number: int
    until: float
    seat: str | None = None


class Lending:
    """The loans of one box, to those who have buttons in its `lobby`; `now` reads a clock that no pause stops."""

    def __init__(self, lobby: Lobby, now: Callable[[], float]) -> None:
        self.loan: Loan | None = None
        self._lobby = lobby
        self._now = now
        self._ended = -inf

    @property
    def possible(self) -> bool:
        """Does the host allow it, and does anybody play with a button?"""
        lobby = self._lobby
        return lobby.lending and any(name in lobby.buttons for name in lobby.players)

    def lent(self, token: str | None) -> Loan:
        """The loan of the phone with this token; raises `Refused` (`not-lent`) when it is over, or never was."""
        if self.loan is None or token != self.loan.token:
            raise Refused("not-lent")
        return self.loan

    def lend(self, in_time: bool) -> Loan:
        """Lend a phone, if that can be now; raises `Refused`."""
        now = self._now()
        if not self.possible:
            raise Refused("no-lending")
        if not in_time:
            raise Refused("not-now", "lend-by-day")
        if self.loan is not None or now < self._ended + BETWEEN:
            raise Refused("too-often", "just-lent")
        self.loan = Loan(new_token(), secrets.choice(NUMBERS), now + OPEN)
        return self.loan

    def borrow(self, seat: str, number: int) -> None:
        """A seat's button was pressed `number` times: if the lent page asked for that, it shows the seat's card now."""
        loan = self.loan
        if loan is not None and loan.seat is None and number == loan.number:
            self.loan = loan._replace(seat=seat, until=self._now() + SHOWN)

    def end(self) -> None:
        """The phone is its owner's again."""
        self.loan, self._ended = None, self._now()

    @property
    def left(self) -> float:
        """The seconds that are left of the loan; none when it is no longer wanted."""
        return self.loan.until - self._now() if self.loan is not None and self.possible else 0.0
