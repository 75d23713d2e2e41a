"""`narrator scenario`: do the games that are written down as test cases still go as written?"""

from __future__ import annotations

import json
import sys
import traceback
from argparse import ArgumentParser, Namespace
from pathlib import Path

from narrator.errors import NarratorError
from narrator.game import scenario
from narrator.game.library import Library


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("paths", type=Path, nargs="+", metavar="FILE", help="files or folders")
    parser.add_argument("--json", action="store_true", help="print what happened, one JSON object per phase")


def run(given: Namespace, library: Library) -> int:
    failed, files = False, list(scenario.files(given.paths))
    if not files:
        raise NarratorError("no-scenarios", f"There is no scenario in {', '.join(map(str, given.paths))}.")
    for file in files:
        try:
            outcome = scenario.play(file, library)
        except NarratorError:
            raise
        except Exception:  # noqa: BLE001 a fault of the rules ends this game, and no other
            traceback.print_exc()
            print(f"{file}: the rules failed, not the game as written. Please report it with the lines above.")
            failed = True
            continue
        failed = failed or bool(outcome.problems)
        if given.json:
            for phase in outcome.phases:
                print(json.dumps(phase, ensure_ascii=False))
            for problem in outcome.problems:
                print(problem, file=sys.stderr)
        else:
            print("; ".join(str(problem) for problem in outcome.problems) or f"{file}: ok")
    return int(failed)
