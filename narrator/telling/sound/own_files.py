"""Which sounds has this table of its own? Files in its folder `sounds` that take the place of beds and effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from narrator.telling.sound.scenes import SCENES

KINDS = (".flac", ".wav", ".ogg", ".oga", ".opus")
LIST = "sounds.yaml"
"""The file in that folder which may say what is heard for what; `narrator/telling/own_sounds.py` reads it."""


class OwnFile(NamedTuple):
    """A file, and by how many decibels it is louder or softer than what it replaces."""

    path: Path
    level: float = 0.0


Listed = Mapping[str, Sequence[tuple[str, float]]]
"""What the list says: for each sound its files, by their places in the folder, with their levels."""


def replaceable(built_in: Path) -> list[str]:
    """The sounds that a file may replace: all but the chime, by which a speaker is tested."""
    return sorted({*SCENES, *(file.stem for file in built_in.glob("*.ogg") if file.stem != "chime")})


def files(folder: Path, listed: Listed) -> dict[str, list[OwnFile]]:
    """The files in this folder that may be sounds, by the names that they replace: as the list says, else by their own
    names. Those of one sound take turns."""
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    named = {file.stem: [OwnFile(file)] for file in reversed(there) if file.suffix.lower() in KINDS}
    return named | {name: [OwnFile(folder / path, level) for path, level in one] for name, one in listed.items()}
