"""`narrator odds`: who wins how often, worked out in advance for every proposed mix."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from narrator.game.library import Library
from narrator.lobby.odds import count


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="ids of rolesets (all there are)")


def run(given: Namespace, library: Library) -> int:
    for name in given.names or library.names:
        for seats, came in count(library, name):
            print(f"{name:20}{seats:4} players   {came}", flush=True)
    return 0
