"""`narrator check`: is everything right in these rolesets, and in their words? Warnings do not make it fail."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from narrator.errors import BadFile
from narrator.game.check import own_words, problems, warnings
from narrator.game.library import Library


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("things", nargs="*", metavar="FILE|NAME", help="files, or ids of rolesets (all)")


def run(given: Namespace, library: Library) -> int:
    failed = False
    for thing in given.things or [*library.names, *own_words(library)]:
        found, doubts = problems(library, thing), []
        try:
            doubts = [f"{place}: warning: {sentence}" for place, sentence in warnings(library, thing)]
        except BadFile as error:
            found += error.problems
        failed = failed or bool(found)
        print("\n".join([*map(str, found), *doubts, *([] if found else [f"{thing}: ok"])]))
    return int(failed)
