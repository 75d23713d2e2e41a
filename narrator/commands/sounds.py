"""`narrator sounds`: what is heard at this table, and which sounds are its own?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from narrator.commands.arguments import add_data
from narrator.errors import Trouble, english
from narrator.folders import OWN_SOUNDS, SOUNDS
from narrator.game.library import Library
from narrator.telling.own_sounds import listed
from narrator.telling.sound.own import checked
from narrator.telling.sound.own_files import KINDS, LIST, OwnFile, files, replaceable
from narrator.telling.sound.scenes import SCENES


def add_arguments(parser: ArgumentParser) -> None:
    add_data(parser)
    parser.add_argument("words", nargs="?", choices=["list"], help="list them (as without it)")


def run(given: Namespace, library: Library) -> int:
    folder = given.data / OWN_SOUNDS
    own, problems = listed(folder, SOUNDS)
    there = files(folder, own)
    refused = [*map(str, problems), *faults(there), *of_other_kinds(folder)]
    for name in replaceable(SOUNDS):
        heard = " then ".join(map(_shown, there.get(name, [])))
        print(f"{'bed' if name in SCENES else 'sound':7}{name:20}{heard}".rstrip())
    print(f"To replace one, put a file with its name into {folder}; it may end in {', '.join(KINDS)}.")
    print(f"Or name yours in {folder / LIST}: `howl: wolves.ogg`, `owl: [one.flac, {{file: two.flac, level: -6}}]`.")
    for sentence in refused:
        print(sentence)
    return 1 if refused else 0


def _shown(file: OwnFile) -> str:
    return f"{file.path} ({file.level:+g} dB)" if file.level else str(file.path)


def faults(there: Mapping[str, Sequence[OwnFile]]) -> Iterator[str]:
    """What is wrong with these files, one sentence each."""
    known = replaceable(SOUNDS)
    used = {file.path for name in known for file in there.get(name, [])}
    for name, own in sorted(there.items()):
        for path in [file.path for file in own]:
            if name in known:
                try:
                    checked(name, path)
                except Trouble as trouble:
                    yield english(trouble.told)
            elif path not in used:
                yield f"{path}: there is no sound with this name, so it is never heard; rename it."


def of_other_kinds(folder: Path) -> Iterator[str]:
    """Which files are never heard because of how they end? One sentence each."""
    for file in sorted(folder.iterdir()) if folder.is_dir() else []:
        if file.is_file() and file.suffix.lower() not in KINDS and file.name != LIST and not file.name.startswith("."):
            yield f"{file} is never heard: save it again as FLAC, WAV or Ogg."
