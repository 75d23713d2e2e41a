"""`narrator check`: is everything right in these rolesets, and in their words? Warnings do not make it fail."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from narrator.errors import BadFile, Problem
from narrator.game.check import own_files, problems, warnings
from narrator.game.library import Library


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("things", nargs="*", metavar="FILE|NAME", help="files, or ids of rolesets (all)")


def run(given: Namespace, library: Library) -> int:
    failed = False
    told: set[Problem] = set()
    for thing in given.things or [*library.names, *own_files(library)]:
        found, doubts = problems(library, thing), []
        try:
            doubts = [f"{place}: warning: {sentence}" for place, sentence in warnings(library, thing)]
        except BadFile as error:
            found += error.problems
        failed = failed or bool(found)
        new = [problem for problem in found if problem not in told]  # words that all share are wrong in each roleset
        told.update(found)
        if lines := [*map(str, new), *doubts, *([] if found else [f"{thing}: ok"])]:
            print("\n".join(lines))
    return int(failed)
