"""How long does everything last? It depends on the table's pace and what everybody knows, never on a secret (G-20).

All lengths are in seconds. Closing a prompt when its time is up is the box's task: the rules know no time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from narrator.rules.rolesets import PromptRule


class Pace(NamedTuple):
    """One pace: everything at night and in ballots is `stretch` times as long as at `normal`; a debate has `debate`
    seconds for each of the living."""

    stretch: float
    debate: float


PACES = {"relaxed": Pace(1.5, 24.0), "normal": Pace(1.0, 15.0), "brisk": Pace(0.6, 8.0)}

BREATH = 0.7
"""The pause after a line."""
GLOW = 4.0
"""How long pages show what a call told, before the called cards are sent to sleep."""
LONG_GLOW = 8.0
"""The same, for a call in which nothing is asked."""
OWN_TOKEN = 4.0
"""The time to lay one's token on the lid, and to leave it there until the light begins to blink."""
LOOK = 15.0
"""The time to look at a card that was dealt."""
DEBATE = 45.0
"""Every debate has this many seconds, plus some for each of the living."""
LAST_HALF_MINUTE = 30.0
"""The end of a debate, during which the heartbeat sounds."""
TAIL = 1.5
"""How long a ballot stays open after the last vote, so that people can change their minds."""
REMINDER_AT = 0.6
"""The fraction of a window after which the box reminds those who must answer."""


class Pacing:
    """The lengths at one table of these `seats`; if somebody has nothing but a token, `telling` is how many seconds
    the light on the lid takes to tell something."""

    def __init__(self, pace: str, seats: Sequence[str], telling: float = 0.0) -> None:
        self.pace = PACES[pace]
        self.seats = seats
        self.telling = telling

    def window(self, rule: PromptRule) -> float:
        """How long a prompt of the night is open: longer if several must agree or more must be chosen."""
        seconds = 12.0 if rule.kind in ("yes", "this") else 16.0
        seconds += 8.0 * (rule.most - 1) + (10.0 if rule.agree else 0.0) + 0.2 * len(self.seats)
        return seconds * self.pace.stretch

    def ballot(self) -> float:
        """How long a ballot or a last word may be open at most."""
        return (30.0 + 1.0 * len(self.seats)) * self.pace.stretch

    def glow(self, asked: bool) -> float:
        """How long pages show what a call told, and the light on the lid can be asked to show it."""
        seconds = (GLOW if asked else LONG_GLOW) * self.pace.stretch
        return max(seconds, OWN_TOKEN + self.telling) if self.telling else seconds

    def look(self) -> float:
        """How long everybody has to look at the card they were dealt."""
        return LOOK * self.pace.stretch

    def debate(self, living: int) -> float:
        """How long this many of the living debate, unless they call the vote earlier."""
        return DEBATE + self.pace.debate * living
