"""The command line: `narrator play`, `narrator scenario`, and what else a host or a tinkerer asks for."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from narrator.errors import NarratorError
from narrator.folders import data_folder
from narrator.shelf import Shelf


def main(arguments: list[str] | None = None) -> int:
    """Run one command; its exit code is 0 when all is well, 1 when something differed, 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="narrator", description="The box that moderates Werewolf.")
    own = argparse.ArgumentParser(add_help=False)
    for each, nothing in ((parser, []), (own, argparse.SUPPRESS)):  # before the command or after it
        each.add_argument(
            "--rolesets", type=Path, action="append", default=nothing, metavar="DIR",
            help="a folder with rolesets of your own",
        )  # fmt: skip
    kept = argparse.ArgumentParser(add_help=False)
    kept.add_argument("--data", type=Path, default=data_folder(), metavar="DIR", help="the folder where games are kept")
    commands = parser.add_subparsers(dest="command", required=True)
    scenario = commands.add_parser("scenario", parents=[own], help="play scenarios and tell what differs")
    scenario.add_argument("paths", type=Path, nargs="+", metavar="FILE", help="files or folders")
    scenario.add_argument("--json", action="store_true", help="print what happened, a JSON object a phase")
    scenario.set_defaults(run=_scenario)
    check = commands.add_parser("check", parents=[own], help="tell everything that is wrong in rolesets and words")
    check.add_argument("things", nargs="*", metavar="FILE|NAME", help="files, or ids of rolesets (all there are)")
    check.set_defaults(run=_check)
    export = commands.add_parser("export", parents=[own, kept], help="write a game that was played as a scenario")
    export.add_argument("game", metavar="GAME", help="a journal, or its name or number in the folder of games")
    export.add_argument("-o", dest="file", type=Path, metavar="FILE", help="where to write it (here, on the screen)")
    export.set_defaults(run=_export)
    play = commands.add_parser("play", parents=[own, kept], help="start the box")
    play.add_argument("--listen", default="0.0.0.0", help="the address to listen on (all of them)")
    play.add_argument("--port", type=int, help="the port of the pages (the first free of a short list)")
    play.add_argument("--bots", type=int, default=0, help="fill so many seats with bots")
    play.add_argument("--roleset", help="the roleset that the table begins with")
    play.add_argument("--buttons", action="store_true", help="buttons at the seats, wired as `narrator wiring` says")
    play.set_defaults(run=_play)
    about = "print where buttons and lights go, and how to use them"
    wiring = commands.add_parser("wiring", parents=[own, kept], help=about)
    wiring.add_argument("names", nargs="*", metavar="NAME", help="rolesets whose cards to number (all there are)")
    wiring.set_defaults(run=_wiring)
    given = parser.parse_args(arguments)
    try:
        for folder in given.rolesets:
            if not folder.is_dir():
                raise NarratorError("no-folder", f"There is no folder {folder}.")
        return int(given.run(given, Shelf(*given.rolesets)))
    except NarratorError as error:
        print(f"narrator: {error.sentence} [{error.code}]", file=sys.stderr)
        return 1


def _check(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.check import problems

    failed = False
    for thing in given.things or shelf.names:
        found = problems(shelf, thing)
        failed = failed or bool(found)
        print("\n".join(map(str, found)) or f"{thing}: ok")
    return int(failed)


def _export(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator import export, journal

    loaded = journal.load(journal.named(given.data, given.game))
    text = export.scenario(journal.replayed(loaded), f"Game {loaded.path.stem}")
    if loaded.torn:
        print(f"narrator: {loaded.torn}", file=sys.stderr)
    if loaded.roleset_changed(shelf):
        sentence = f"{loaded.header['roleset']} is not what it was when this was played; the scenario may differ."
        print(f"narrator: {sentence}", file=sys.stderr)
    if given.file is None:
        print(text, end="")
        return 0
    try:
        given.file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NarratorError("unwritable", f"{given.file} cannot be written: {error.strerror}.") from None
    return 0


def _play(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.play import Settings, play

    return play(Settings(given.data, given.listen, given.port, given.bots, given.roleset, given.buttons), shelf)


def _wiring(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator.wiring import plan, sheet

    for line in sheet(plan(given.data), shelf, given.names or shelf.names):
        print(line)
    return 0


def _scenario(given: argparse.Namespace, shelf: Shelf) -> int:
    from narrator import scenario

    failed = False
    for file in scenario.files(given.paths):
        outcome = scenario.play(file, shelf)
        failed = failed or bool(outcome.problems)
        if given.json:
            for phase in outcome.phases:
                print(json.dumps(phase, ensure_ascii=False))
            for problem in outcome.problems:
                print(problem, file=sys.stderr)
        else:
            print("; ".join(str(problem) for problem in outcome.problems) or f"{file}: ok")
    return int(failed)
