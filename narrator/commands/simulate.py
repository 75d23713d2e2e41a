"""`narrator simulate`: who wins how often, when bots play?"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from narrator.commands.arguments import pairs, words
from narrator.errors import NarratorError
from narrator.game.library import Library
from narrator.game.simulate import Series, Tally, simulate, summary


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("roleset", metavar="ROLESET")
    parser.add_argument("--players", type=int, required=True, metavar="N", help="how many sit at the table")
    parser.add_argument("--games", type=int, required=True, metavar="M", help="how many games they play")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games (0)")
    parser.add_argument("--policy", default="random", metavar="P", help="how bots play: random or random-lynch")
    parser.add_argument("--deck", type=pairs, metavar="CARDS", help="as in werewolf=2,seer=1, the rest villagers")
    parser.add_argument("--options", type=pairs, default={}, metavar="OPTIONS", help="as in sheriff=never,parity=on")
    parser.add_argument("--house-deck", action="store_true", help="any number of seats from 3 up, and of cards")
    parser.add_argument("--house-rule", metavar="CARD", help="the card that a house-rule coin stands for")
    parser.add_argument("--village", type=pairs, metavar="BUILDINGS", help="as in barber=1,farmer=3")
    parser.add_argument("--events", type=words, metavar="EVENTS", help="the deck of events, in this order")
    parser.add_argument("--left-out", type=words, default=(), metavar="EVENTS", help="events that are not in the deck")
    parser.add_argument("--json", action="store_true", help="print a JSON object instead of a table")


def run(given: Namespace, library: Library) -> int:
    deck = _numbers("deck", given.deck, "A deck names cards and how many, as in --deck werewolf=2,seer=1.")
    sentence = "A village names buildings and how many, as in --village barber=1,farmer=3."
    village = _numbers("village", given.village, sentence)
    series = Series(
        given.roleset, given.players, given.games, given.seed, given.policy, deck, given.options, given.house_deck,
        given.house_rule, village, given.events, given.left_out, tuple(given.rolesets), given.allow_powers,
    )  # fmt: skip
    watched = sys.stderr.isatty()
    tally = Tally()
    try:
        for tally in simulate(series):
            if watched:
                done = 40 * tally.games // series.games
                bar = f"{'█' * done}{'░' * (40 - done)} {tally.games} of {series.games} games"
                print(f"\r{bar}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        if not tally.games:
            raise
    if watched:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    told = summary(series, tally)
    if given.json:
        print(json.dumps(told, ensure_ascii=False))
        return 0
    print(f"{given.roleset}: {tally.games} games of {given.players} players, {given.policy} bots, seed {given.seed}")
    for winner, odds in told["winners"].items():
        share, low, high = (100 * odds[key] for key in ("share", "low", "high"))
        print(f"{winner:20}{share:5.1f}%   95% range: {low:.1f} to {high:.1f}%   {odds['games']} games")
    print(f"{'mean length':20}{told['mean_nights']:5.1f} nights")
    return 0


def _numbers(what: str, given: Mapping[str, str] | None, sentence: str) -> dict[str, int] | None:
    """How many there are of each; raises `NarratorError` where that is not a number."""
    try:
        return given and {name: int(number) for name, number in given.items()}  # type: ignore[return-value]
    except ValueError:
        raise NarratorError(f"bad-{what}", sentence) from None
