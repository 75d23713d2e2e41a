"""`narrator check`: is everything right in these rolesets, and in what is said in them?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from narrator.game.check import problems
from narrator.game.library import Shelf


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("things", nargs="*", metavar="FILE|NAME", help="files, or ids of rolesets (all there are)")


def run(given: Namespace, shelf: Shelf) -> int:
    failed = False
    for thing in given.things or shelf.names:
        found = problems(shelf, thing)
        failed = failed or bool(found)
        print("\n".join(map(str, found)) or f"{thing}: ok")
    return int(failed)
