"""`narrator sounds`: what is heard at this table, and which sounds are its own?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from narrator.commands.arguments import add_data
from narrator.errors import Trouble, english
from narrator.folders import OWN_SOUNDS, SOUNDS
from narrator.game.library import Library
from narrator.telling.sound.own import KINDS, checked, files, replaceable
from narrator.telling.sound.scenes import SCENES


def add_arguments(parser: ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("words", nargs="?", choices=["list"], help="list them (as without it)")


def run(given: Namespace, library: Library) -> int:
    folder = given.data / OWN_SOUNDS
    refused = list(faults(folder))
    for name in replaceable(SOUNDS):
        file = files(folder).get(name)
        print(f"{'bed' if name in SCENES else 'sound':7}{name:20}{file or ''}".rstrip())
    print(f"To replace one, put a file with its name into {folder}; it may end in {', '.join(KINDS)}.")
    for sentence in refused:
        print(sentence)
    return 1 if refused else 0


def faults(folder: Path) -> Iterator[str]:
    """What is wrong with the files in this folder, one sentence each."""
    known = replaceable(SOUNDS)
    for name, file in sorted(files(folder).items()):
        if name not in known:
            yield f"{file}: there is no sound with this name, so it is never heard; rename it."
            continue
        try:
            checked(name, file)
        except Trouble as trouble:
            yield english(trouble.told)
