"""`narrator odds`: who wins how often, counted ahead for every proposed mix."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from narrator.game.library import Shelf
from narrator.lobby.odds import count


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="ids of rolesets (all there are)")


def run(given: Namespace, shelf: Shelf) -> int:
    for name in given.names or shelf.names:
        for seats, came in count(shelf, name):
            print(f"{name:20}{seats:4} players   {came}", flush=True)
    return 0
