"""`narrator doctor`: can a game be played here? And what belongs in a bug report?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from narrator.commands.arguments import SCREEN, add_data, add_plan, put
from narrator.commands.findings import STOPS, findings
from narrator.commands.masking import masking
from narrator.commands.report import report
from narrator.game.library import Library


def add_arguments(parser: ArgumentParser) -> None:
    add_data(parser)
    add_plan(parser)
    about = "measure with a microphone whether the night covers taps and clicks"
    parser.add_argument("--masking", action="store_true", help=about)
    about = "write one text for a bug report, with nothing secret in it (to the screen)"
    parser.add_argument("--report", type=Path, nargs="?", const=SCREEN, metavar="FILE", help=about)


def run(given: Namespace, library: Library) -> int:
    if given.masking:
        return masking(given.data)
    found = findings(given.data, given.wiring)
    if given.report is not None:
        put(report(given.data, library, found), given.report)
        return 0
    stopped = False
    for finding in found:
        print(finding, flush=True)
        stopped = stopped or finding.state == STOPS
    return int(stopped)
