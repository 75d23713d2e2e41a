"""How long does everything last? It depends on the table's pace and what everybody knows, never on a secret (G-20).

All lengths are in seconds. Closing a prompt when its time is up is the box's task: the rules know no time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from narrator.rules.rolesets import PromptRule, Roleset


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
BALLOT_AGAIN = 10.0
"""A ballot that is put again, because somebody has died meanwhile, stays open for this long at least."""
REMINDER_AT = 0.6
"""The fraction of a window after which the box reminds those who must answer."""


class Lengths(NamedTuple):
    """The lengths at one table, all in seconds: of the window of each prompt of the night by its id, of a ballot or a
    last word at most, of what is told at a call with prompts or without, of a look at a card that was dealt; and what a
    debate has for each of the living."""

    windows: Mapping[str, float]
    ballot: float
    glow: float
    long_glow: float
    look: float
    each: float

    def debate(self, living: int) -> float:
        """How long this many of the living debate, unless they call the vote earlier."""
        return DEBATE + self.each * living


def lengths(name: str, rules: Roleset, seats: int, telling: float = 0.0) -> Lengths:
    """The lengths at this pace with so many seats; if somebody has nothing but a token, `telling` is how many seconds
    the light on the lid takes to tell something, and what is told stays that much longer."""
    stretch, each = PACES[name]
    least = OWN_TOKEN + telling if telling else 0.0
    return Lengths(
        {rule.id: (_window(rule) + 0.2 * seats) * stretch for rule in rules.prompts.values()},
        (30.0 + 1.0 * seats) * stretch,
        max(GLOW * stretch, least),
        max(LONG_GLOW * stretch, least),
        LOOK * stretch,
        each,
    )


def _window(rule: PromptRule) -> float:
    """How long a prompt of the night is open: longer if several must agree or more must be chosen."""
    seconds = 12.0 if rule.kind in ("yes", "this") else 16.0
    return seconds + 8.0 * (rule.most - 1) + (10.0 if rule.agree else 0.0)
