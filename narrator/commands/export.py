"""`narrator export`: a game that was played, as a scenario for a bug report."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from narrator.commands.arguments import SCREEN, add_data, put
from narrator.errors import english
from narrator.folders import GAMES
from narrator.game import export, journal
from narrator.game.library import Library


def add_arguments(parser: ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("game", metavar="GAME", help="a journal, or its name or number in the games folder")
    about = "where to write it (to the screen)"
    parser.add_argument("-o", dest="file", type=Path, default=SCREEN, metavar="FILE", help=about)


def run(given: Namespace, library: Library) -> int:
    loaded = journal.load(journal.named(given.data / GAMES, given.game), aside=False)
    text = export.scenario(journal.replayed(loaded), f"Game {loaded.path.stem}")
    if loaded.torn:
        print(f"narrator: {english(loaded.torn)}", file=sys.stderr)
    if loaded.roleset_changed(library):
        sentence = f"{loaded.header['roleset']} is not what it was when this was played; the scenario may differ."
        print(f"narrator: {sentence}", file=sys.stderr)
    put(text, given.file)
    return 0
