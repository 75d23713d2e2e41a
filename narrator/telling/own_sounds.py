"""Which of the table's own files is heard for which sound? The file `sounds.yaml` beside them says so.

    howl: wolves-of-aunt-may.ogg
    owl: [owl-in-the-barn.flac, {file: owl-far-off.flac, level: -6}]    # they take turns; decibels

A file that the list does not name is heard for the sound whose name it has (`sound/own_files.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from narrator import files
from narrator.errors import BadFile, Place, Problem
from narrator.rules.strict_yaml import Items, Map, nearest, read
from narrator.telling.sound.own_files import KINDS, LIST, Listed, replaceable

MOST = 8
"""How many files one sound may have."""
LONGEST = 200
"""How many letters the place of a file may have."""
SOFTEST, LOUDEST = -30, 6
"""In decibels, compared with the sound that is replaced."""
KEYS = ("file", "level")


def listed(folder: Path, built_in: Path) -> tuple[Listed, Sequence[Problem]]:
    """What the list in this folder says about the `built_in` sounds, and everything that is wrong in it: such entries
    do not count. Without a list there is nothing."""
    file = folder / LIST
    if not file.exists():
        return {}, ()
    try:
        whole = read(files.text(file), str(file))
    except BadFile as error:
        return {}, error.problems
    problems: list[Problem] = []
    known, found = replaceable(built_in), {}
    for name, value in whole.items():
        if name not in known:
            sentence = f"There is no sound “{name}”{nearest(name, known)} `narrator sounds` lists all."
            problems.append(Problem(whole.key_places[name], sentence))
            continue
        place = whole.value_places[name]
        entries = [*zip(value, value.places, strict=True)] if isinstance(value, Items) else [(value, place)]
        if not 0 < len(entries) <= MOST:
            problems.append(Problem(place, f"A sound has one to {MOST} files; these are {len(entries)}."))
            continue
        good = [one for entry, at in entries if (one := _entry(entry, at, folder, problems)) is not None]
        if good:
            found[name] = good
    return found, sorted(problems)


def _entry(entry: object, place: Place, folder: Path, problems: list[Problem]) -> tuple[str, float] | None:
    """A file and its level; nothing, where there is a problem with it."""
    path, level = entry, 0.0
    if isinstance(entry, Map):
        path = entry.get("file")
        for key in entry:
            if key not in KEYS:
                problems.append(Problem(entry.key_places[key], f"There is no key “{key}”{nearest(key, KEYS)}"))
        if "level" in entry:
            level_place, level = entry.value_places["level"], _decibels(entry["level"])
            if not SOFTEST <= level <= LOUDEST:
                sentence = f"A level is a number of decibels from {SOFTEST} to {LOUDEST}, such as -6."
                problems.append(Problem(level_place, sentence))
                return None
    sentence = _unfit(path, folder)
    if sentence:
        problems.append(Problem(place, sentence))
        return None
    return str(path), level


def _decibels(value: object) -> float:
    try:
        return float(value) if isinstance(value, (int, str)) and not isinstance(value, bool) else float("nan")
    except (ValueError, OverflowError):
        return float("nan")


def _unfit(path: object, folder: Path) -> str:
    """What is wrong with the file of an entry, and what to do?"""
    if not isinstance(path, str) or not path or len(path) > LONGEST:
        return "The name of a file is missing here, as in `howl: wolves.ogg` or `howl: {file: wolves.ogg, level: -6}`."
    try:
        inside = (folder / path).resolve().is_relative_to(folder.resolve())
        there = inside and (folder / path).is_file()
    except (OSError, ValueError):
        return f"“{path}” cannot be the name of a file."
    if not inside:
        return f"“{path}” is outside of {folder}: copy the file into that folder."
    if not there:
        beside = [str(file.relative_to(folder)) for file in folder.iterdir() if file.suffix.lower() in KINDS]
        return f"There is no file “{path}” in {folder}{nearest(path, beside)}"
    if not path.lower().endswith(KINDS):
        return f"“{path}” is not a sound: it must end in {', '.join(KINDS)}."
    return ""
