"""How long does everything last? It depends on the table's pace and what everybody knows, never on a secret (G-20).

All lengths are in seconds. Closing a prompt when its time is up is the box's task: the rules know no time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from narrator.rules.rolesets import PromptRule, Roleset


class Pace(NamedTuple):
    """One pace: windows, and what is told at night, are `stretch` times as long as at `normal`; a debate has `debate`
    seconds for each of the living; after a line comes a `breath`; lines are said `speech` times as fast as usual; each
    of the accused has `defence` seconds to speak."""

    stretch: float
    debate: float
    breath: float
    speech: float
    defence: float


BREATH = 0.25
"""The pause after a line at `normal`."""
PACES = {
    "relaxed": Pace(1.55, 24.0, 0.7, 1.0, 45.0),
    "normal": Pace(1.0, 15.0, BREATH, 1.0, 30.0),
    "brisk": Pace(0.45, 8.0, 0.15, 1.25, 20.0),
}

JOINED = 0.05
"""The pause between a waking line and its question, which are one sentence to the ear."""
ONE, YES = 7.0, 6.0
"""The windows for choosing one seat at a table of at most `FEW`, and for yes or no."""
FEW, LOOKED_THROUGH = 12, 0.07
"""How much longer it takes to find one seat among more than `FEW`: this for each one more."""
ONE_MORE = 4.0
"""How much longer it takes to choose one more."""
PACK, MEMBER = 5.0, 3.0
"""The time that a pack needs to agree: for each of its first three members, and for each one more."""
SEATS_A_MEMBER = 4
"""Usually one seat in this many belongs to the pack; how many really do may be a secret."""
AFTER_LINE = 0.6
"""This fraction of a window is left at least, once its question has been said."""
GLOW = 0.5
"""How long pages show what a call told, until the called cards are sent to sleep and while that is said."""
LONG_GLOW = 3.0
"""The same, for a call in which nothing is asked."""
OWN_TOKEN = 4.0
"""The time to lay one's token on the lid, and to leave it there until the light begins to blink."""
TOKENS = 7.0
"""How much longer it takes to choose with nothing but tokens: one's own lies there first, and the lid is shared."""
PRESS, PRESSES_IN_TIME = 0.3, 8
"""How much longer it takes to choose with a button: this for each press beyond those that everybody has time for at
the normal pace. A faster table leaves time for fewer, as fingers are no faster there."""
LOOK, LONGEST_LOOK = 15.0, 25.0
"""The time to look at a card that was dealt; and the longest, where all have a page on which to say that they have read
it, and the time is over when they have."""
DEBATE = 45.0
"""Every debate has this many seconds, plus some for each of the living."""
LAST_HALF_MINUTE = 30.0
"""The end of a debate, during which the heartbeat sounds."""
LAST_SECONDS, SHORT_VOTE = 8.0, 16.0
"""The end of a vote by day, during which the heartbeat sounds; and a vote that is too short for that."""
TAIL = 1.5
"""How long a ballot stays open after the last vote, so that people can change their minds."""
NAME_MORE = 6.0
"""The same where somebody may name more than they have: a button names them one after another."""
SHORT_DEBATE = 75.0
"""A debate shorter than this needs no kindling."""
EACH_VOTE = 0.25
"""When a ballot is read out, the votes appear one after another, with this many seconds for each."""
ALL_VOTES = 4.0
"""All votes of a ballot have appeared after this many seconds at most."""
NEXT_COUNT = 0.2
"""The pause before the next of those named is counted."""
ROLL = 2.4
"""The drum roll before the name of the one who is chosen, and the silence after it."""
LAST_CALL = 15.0
"""The time after a debate to accuse somebody, or to second an accusation."""
BALLOT_AGAIN = 10.0
"""A ballot that is put again, because somebody has died meanwhile, stays open for this long at least."""
FINGERS_UP = 4.0
"""How long people have to look at one another before all point."""
COUNTING = 90.0
"""The time to count the fingers and enter them; after it the vote goes on with phones, buttons and tokens."""
READ = 15.0
"""The time to read an event card aloud from one's page."""
REMINDER_AT = 0.6
"""The fraction of a window after which the box reminds those who must answer."""
REMINDED = 20.0
"""Nobody is reminded in a window that is shorter."""
QUICKEST = 0.4
"""However fast a table is, its windows last at least this many times as long as at `normal`."""
NEW, LEARNING = 1.5, 2
"""Where somebody is new, windows are this many times as long, in this many first nights."""


Wording = Literal["witty", "plain"]
"""With jokes, or without and with nothing grim: for children, and for people who are learning the language."""
Vote = Literal["phones", "pointing"]
"""How a table votes: with phones, buttons and tokens, or by pointing with fingers."""


class Tempo(NamedTuple):
    """How fast a table may play: its `pace`, and whether somebody without a page has a button, or nothing but tokens;
    for them `telling` is how many seconds a light takes to tell something. In a `silent` night nothing is called; with
    `beginners` somebody is new. Windows are `learned` times as long as usual at this table. With `pointing` all vote
    with their fingers. The `bots` never talk."""

    pace: str
    buttons: bool = False
    tokens: bool = False
    telling: float = 0.0
    silent: bool = False
    beginners: bool = False
    learned: float = 1.0
    pointing: bool = False
    bots: frozenset[str] = frozenset()


class Lengths(NamedTuple):
    """The lengths at one table, all in seconds: of the window of each prompt of the night by its id, and the longest of
    one that all see, by its kind (`lasts`); of what is told at a call with prompts or without, of a look at a card that
    was dealt, and of the pause after a line; what a debate has for each of the living; how much longer a window is for
    each character that has to share the lid with another; how many times as long windows are in the first nights."""

    windows: Mapping[str, float]
    seen: Mapping[str, float]
    glow: float
    long_glow: float
    look: float
    breath: float
    each: float
    lid: float
    at_first: float

    def debate(self, living: int) -> float:
        """How long this many of the living debate, unless they call the vote earlier."""
        return DEBATE + self.each * living


def lengths(tempo: Tempo, rules: Roleset, seats: int) -> Lengths:
    """The lengths at this tempo with this many seats."""
    stretch, each, breath, _, defence = PACES[tempo.pace]
    windows = max(QUICKEST, stretch * tempo.learned)
    least = OWN_TOKEN + tempo.telling if tempo.tokens else 0.0
    slower = max(_presses(tempo, seats, windows), TOKENS if tempo.tokens else 0.0)
    return Lengths(
        {rule.id: _window(rule, seats, windows, slower, tempo.telling) for rule in rules.prompts.values()},
        {"vote": (30.0 + 1.0 * seats) * stretch, "last-call": LAST_CALL * stretch, "speech": defence},
        max(GLOW * stretch, least),
        max(LONG_GLOW * stretch, least),
        (LOOK if slower else LONGEST_LOOK) * stretch,
        breath,
        each,
        TOKENS if tempo.tokens else 0.0,
        NEW if tempo.beginners else 1.0,
    )


def practice(tempo: Tempo, seats: int, by_tag: int) -> float:
    """How long is the question of a practice night open? As long as one for one seat in the first night that counts;
    longer where many lay a token, one after the other."""
    stretch = PACES[tempo.pace].stretch
    choosing = (_found(seats) * stretch + _presses(tempo, seats, stretch)) * NEW
    return max(choosing, OWN_TOKEN * by_tag)


def _presses(tempo: Tempo, seats: int, stretch: float) -> float:
    """How much longer it takes to choose with a button."""
    return PRESS * max(0.0, seats - PRESSES_IN_TIME * min(stretch, 1.0)) if tempo.buttons else 0.0


def _found(seats: int) -> float:
    """How long it takes to find one of this many seats."""
    return ONE + LOOKED_THROUGH * max(0, seats - FEW)


def _window(rule: PromptRule, seats: int, stretch: float, slower: float, telling: float) -> float:
    """How long a prompt of the night is open: longer if several must agree, more is chosen, or there are many seats; by
    `slower` seconds for each choice, and by the time for `telling` what it shows, or for counting other things than
    seats."""
    if rule.agree:
        pack = max(2.0, seats / SEATS_A_MEMBER)
        return (PACK * min(pack, 3.0) + MEMBER * max(0.0, pack - 3.0)) * stretch + (slower + telling) * pack
    shown = telling * (rule.most if rule.offers else bool(rule.shows))
    if rule.kind in ("yes", "this"):
        return YES * stretch + slower + shown
    found = _found(seats) + ONE_MORE * (rule.most - 1)
    return found * stretch + slower * rule.most + shown
