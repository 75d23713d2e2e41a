"""`narrator wiring`: where does each wire go, and how do you play with buttons?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from narrator.commands.arguments import add_data, add_plan, put
from narrator.game.library import Library
from narrator.panel.plans import READY_MADE, plan_file, plan_in
from narrator.panel.wiring_picture import picture
from narrator.panel.wiring_sheet import WiringWords, sheet
from narrator.telling.language import must_be_spoken
from narrator.telling.page_words import FIRST, PageWords, installed


def add_arguments(parser: ArgumentParser) -> None:
    add_data(parser)
    add_plan(parser)
    parser.add_argument("names", nargs="*", metavar="NAME", help="rolesets whose cards to number (all there are)")
    parser.add_argument("--language", metavar="CODE", default=FIRST, help="in which language (%(default)s)")
    about = "draw it instead, on pages to print from a browser (to the screen: -)"
    parser.add_argument("--svg", type=Path, metavar="FILE", help=about)


def run(given: Namespace, library: Library) -> int:
    file = plan_file(given.data, given.wiring) or READY_MADE["eight-seats"]
    names = given.names or library.names
    must_be_spoken(given.language, library.folders)
    found, _ = installed(library.folders)
    words = WiringWords(found.get(given.language) or PageWords.load(library.folders, given.language))
    if given.svg is not None:
        put(picture(file.stem, plan_in(file), words.listed(library, names), words), given.svg, opener=None)
        return 0
    for line in sheet(file, library, names, words):
        print(line)
    return 0
