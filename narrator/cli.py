"""The command line: `narrator play`, `narrator scenario`, and what else a host or a tinkerer needs.

Each command is a file in `commands/` with `add_arguments` and `run`. Only the command that is called is loaded, so that
it does not wait for what others need.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from importlib import import_module
from typing import Any

from narrator.commands.arguments import add_rolesets
from narrator.errors import NarratorError
from narrator.game.library import Library
from narrator.game.own_powers import reported

COMMANDS = {
    "play": "start the box",
    "voices": "list the voices; play, use, add or remove one, export or import its lines, record your own",
    "sounds": "list what is heard besides the voice, and what is wrong with sounds of your own",
    "doctor": "try speaker, voice, pins, network and the rest",
    "scenario": "play scenarios and say what differs",
    "export": "write a game that was played as a scenario",
    "check": "find everything that is wrong in rolesets and language files",
    "simulate": "let bots play and print who wins how often",
    "odds": "let bots play every proposed mix and keep the odds that the host's page shows",
    "tags": "list the tags, or teach them: card NAME, seat NUMBER, word WORD, join [ADDRESS], forget …",
    "hotspot": "print how phones join the box's own Wi-Fi; open or close it (normally the service does that)",
    "wiring": "print where each wire goes, and how to play with buttons",
}


class Command(argparse.ArgumentParser):
    """The parser of one command, which takes its arguments from the command's file when it is called."""

    def parse_known_args(self, *words: Any, **more: Any) -> Any:
        command = import_module(f"narrator.commands.{self.prog.split()[-1]}")
        add_rolesets(self, argparse.SUPPRESS)
        command.add_arguments(self)
        self.set_defaults(run=command.run)
        return super().parse_known_args(*words, **more)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; its exit code is 0 when all is well, 1 when something differed, 2 for a wrong call, 130 when
    it was interrupted."""
    parser = argparse.ArgumentParser(prog="narrator", description="The box that moderates Werewolf.")
    add_rolesets(parser, [])
    commands = parser.add_subparsers(dest="command", required=True, parser_class=Command)
    for name, about in COMMANDS.items():
        commands.add_parser(name, help=about)
    try:
        gc.disable()  # what a command brings along stays to its end
        try:
            given = parser.parse_args(arguments)
        finally:
            gc.freeze()
            gc.enable()
        for folder in given.rolesets:
            if not folder.is_dir():
                raise NarratorError("no-folder", f"There is no folder {folder}.")
        with reported():
            return int(given.run(given, Library(*given.rolesets, allow_powers=given.allow_powers)))
    except NarratorError as error:
        print(f"narrator: {error.sentence} [{error.code}]", file=sys.stderr)
        return 1
    except PermissionError as error:
        remedy = "An installed box's commands run as the user narrator, who sees no home folder: use files in /tmp."
        print(f"narrator: {error.filename}: {error.strerror}. {remedy} [not-allowed]", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
