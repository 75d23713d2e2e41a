"""Many games by bots through the real rules: how often does each side win, and how long does it take?

    for _, tally in simulate(Series("classic", 9, deck={"werewolf": 2}, games=1000)): ...   # tally: so far

Games are played in batches, each with its own dice, so that a seed gives the same numbers on any number of cores.
"""

from __future__ import annotations

import math
import os
import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from narrator.errors import NarratorError
from narrator.game.bots import POLICIES, play
from narrator.game.game import Game
from narrator.game.library import Library
from narrator.game.own_powers import reported

BATCH = 250
MANY = 16 * BATCH
"""From this many games on it pays to start a process for each core."""
CONFIDENT = 1.959964
"""Standard deviations to either side that cover 95 % of a normal distribution."""


@dataclass(frozen=True)
class Series:
    """Games to be played: a table, the players and the number of games. `deck` is filled up with plain villagers; a
    house-rule coin stands for the card `house_rule`; `village` says how many there are of each building; the deck of
    events has these `events` in this order, or all but those `left_out`."""

    roleset: str
    players: int
    games: int
    seed: int = 0
    policy: str = "random"
    deck: Mapping[str, int] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    house_deck: bool = False
    house_rule: str | None = None
    village: Mapping[str, int] | None = None
    events: Sequence[str] | None = None
    left_out: Sequence[str] = ()
    folders: tuple[Path, ...] = ()
    allow_powers: bool = False


@dataclass
class Tally:
    """The outcome of some games: how often each side won, and how many nights they lasted altogether."""

    games: int = 0
    nights: int = 0
    wins: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.games += other.games
        self.nights += other.nights
        self.wins.update(other.wins)


def simulate(series: Series) -> Iterator[Tally]:
    """Play a series, yielding the same tally again and again as it grows, in the end with all games in it.

    Raises `IllegalTable` and `BadFile` for a table that cannot be played, and `NarratorError` for a game without end.
    """
    if series.policy not in POLICIES:
        known = ", ".join(POLICIES)
        raise NarratorError("unknown-policy", f"No bots play by “{series.policy}”; there are {known}.")
    if series.games < 1 or series.players < 1:
        raise NarratorError("no-games", "Say how many players sit at the table and how many games they play.")
    tally = Tally()
    batches = range(math.ceil(series.games / BATCH))
    if series.games < MANY or os.cpu_count() == 1:
        for number in batches:
            tally.add(play_batch(series, number))
            yield tally
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            for part in pool.map(partial(play_batch, series), batches):
                tally.add(part)
                yield tally
        finally:
            pool.shutdown(cancel_futures=True)


@reported()
def play_batch(series: Series, number: int) -> Tally:
    """Play the games of one batch; the last batch may be a short one."""
    dice = Random(f"{series.seed} {number}")
    library = _library(series.folders, series.allow_powers)
    answers = POLICIES[series.policy]
    seats = [str(seat) for seat in range(1, series.players + 1)]
    rules, _ = library.roleset(series.roleset, series.options)
    deck = None
    if series.deck is not None:
        deck = [card for card, copies in series.deck.items() for _ in range(copies)]
        deck += [rules.filler] * (len(seats) - len(deck))
    tally = Tally()
    for _ in range(min(BATCH, series.games - number * BATCH)):
        game = Game(
            series.roleset,
            seats,
            deck=deck,
            options=series.options,
            house_deck=series.house_deck,
            house_rule=series.house_rule,
            village=series.village,
            events=series.events,
            left_out=series.left_out,
            seed=dice.getrandbits(32),
            library=library,
        )
        tally.wins[play(game, answers, dice)] += 1
        tally.nights += game.night
    tally.games = tally.wins.total()
    return tally


@lru_cache(maxsize=1)
def _library(folders: tuple[Path, ...], allow_powers: bool) -> Library:
    return Library(*folders, allow_powers=allow_powers)


def interval(wins: int, games: int) -> tuple[float, float]:
    """Between which shares is the true one, with 95 % confidence (Wilson's interval)?"""
    share, z = wins / games, CONFIDENT
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - reach) / (1 + z * z / games), (middle + reach) / (1 + z * z / games)


def summary(series: Series, tally: Tally) -> dict[str, Any]:
    """A series and its outcome, as plain data: shares from 0 to 1, the most frequent winner first."""
    winners = {}
    for winner, wins in sorted(tally.wins.items(), key=lambda item: (-item[1], item[0])):
        low, high = interval(wins, tally.games)
        winners[winner] = {"games": wins, "share": wins / tally.games, "low": low, "high": high}
    return {
        "roleset": series.roleset,
        "players": series.players,
        "games": tally.games,
        "seed": series.seed,
        "policy": series.policy,
        "deck": None if series.deck is None else dict(series.deck),
        "options": dict(series.options),
        "house_rule": series.house_rule,
        "village": None if series.village is None else dict(series.village),
        "events": None if series.events is None else list(series.events),
        "left_out": list(series.left_out),
        "winners": winners,
        "mean_nights": tally.nights / tally.games,
    }


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
