"""The command line: `narrator play`, `narrator scenario`, and what else a host or a tinkerer asks for."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from narrator.errors import NarratorError
from narrator.shelf import Shelf


def main(arguments: list[str] | None = None) -> int:
    """Run one command; its exit code is 0 when all is well, 1 when something differed, 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="narrator", description="The box that moderates Werewolf.")
    parser.add_argument(
        "--rolesets", type=Path, action="append", default=[], help="a folder with rolesets of your own"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    scenario = commands.add_parser("scenario", help="play scenarios and tell what differs")
    scenario.add_argument("paths", type=Path, nargs="+", metavar="FILE", help="files or folders")
    scenario.add_argument("--json", action="store_true", help="print what happened, a JSON object a phase")
    given = parser.parse_args(arguments)
    try:
        return {"scenario": _scenario}[given.command](given, Shelf(*given.rolesets))
    except NarratorError as error:
        print(f"narrator: {error.sentence} [{error.code}]", file=sys.stderr)
        return 1


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
