"""How does the box speak with somebody's own voice? Each line is recorded once, in a file that the script names.

    parts = script(all_lines(LIBRARY, ["classic"], "en"))
    keep(parts, {"night-falls-3f9a": Path("night-falls-3f9a.wav")}, models.recorded("en"))

What is recorded is kept as loud as what is rendered, once for each mood in which the game says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import soundfile
from anyascii import anyascii

from narrator.errors import NarratorError
from narrator.folders import PRIVATE, make_folder
from narrator.telling.voice.cache import lines_in, move_lines
from narrator.telling.voice.line import MOODS, Line
from narrator.telling.voice.names import speakable
from narrator.telling.voice.polish import Wave, polish
from narrator.telling.voice.voice import recording_key

KINDS = (".wav", ".flac", ".ogg", ".opus")
"""How the name of a recording may end."""
LONGEST = 60.0
"""Seconds that a recording may last."""
SOFTEST = 0.03
"""The peak, of 1, below which a recording is more noise than voice when it is made louder."""
FULL, OFTEN = 0.999, 10
"""How high a wave must be to count as cut off, and in how many of its samples."""
WORDS = 6
"""How many words of a line are in the name of its file."""


class ScriptPart(NamedTuple):
    """One thing to record: the name of its `file`, without its ending, the `cue` that first needs it, its `text`, and
    the `lines` that say this text."""

    file: str
    cue: str
    text: str
    lines: list[Line]


def script(lines: Mapping[Line, str]) -> dict[str, ScriptPart]:
    """Everything to record for these lines, each part with its cue, by the names of the files; each text once."""
    parts: dict[str, ScriptPart] = {}
    for line, cue in lines.items():
        text = speakable(line.text, line.language)
        file = _named(text)
        parts.setdefault(file, ScriptPart(file, cue, text, [])).lines.append(line)
    return parts


def _named(text: str) -> str:
    """The name of a file that only this text has, whatever else there is to say."""
    words = re.findall(r"[a-z0-9]+", anyascii(text).lower())[:WORDS]
    return "-".join([*words, sha256(text.encode()).hexdigest()[:4]])


def unrecorded(parts: Iterable[ScriptPart], folder: Path) -> list[ScriptPart]:
    """Those of which there is no recording in this folder yet."""
    there = lines_in(folder)
    return [part for part in parts if any(recording_key(line) not in there for line in part.lines)]


def recordings_in(folder: Path, parts: Mapping[str, ScriptPart]) -> dict[str, Path]:
    """The recordings in a folder, by the names of their parts. Raises `NarratorError` (`bad-recording`) for files that
    no part is called by, and for two of one part."""
    found: dict[str, Path] = {}
    wrong = []
    for file in sorted(file for file in folder.iterdir() if file.suffix.lower() in KINDS):
        if file.stem not in parts:
            wrong.append(f"{file.name}: the script has no such line")
        elif file.stem in found:
            wrong.append(f"{file.name}: there is {found[file.stem].name}, too")
        found[file.stem] = file
    _refuse(wrong)
    return found


def keep(parts: Mapping[str, ScriptPart], files: Mapping[str, Path], folder: Path) -> None:
    """Take in these recordings of parts, all of them or none.

    Raises `NarratorError`: `bad-recording`, with everything that is wrong with any of them.
    """
    wrong = [f"{file.name}: {fault}" for file in files.values() if (fault := fault_of(file))]
    _refuse(wrong)
    make_folder(folder)
    with TemporaryDirectory(dir=folder.parent) as draft:
        for name, file in files.items():
            for line in {line.mood: line for line in parts[name].lines}.values():
                target = Path(draft) / "part"
                seconds = polish(file, target, MOODS[line.mood].volume)
                target.chmod(PRIVATE)
                target.rename(target.with_name(f"{recording_key(line)}.{round(seconds * 1000)}.flac"))
        move_lines(Path(draft), folder)


def fault_of(file: Path) -> str | None:
    """Why must this be recorded again, in half a sentence? Nothing where it need not."""
    try:
        with soundfile.SoundFile(file) as sound:
            if sound.frames > LONGEST * sound.samplerate:
                return f"it lasts longer than {LONGEST:.0f} seconds"
            return fault_in(sound.read(always_2d=True).mean(axis=1))
    except (soundfile.SoundFileError, OSError) as error:
        return str(error)


def fault_in(wave: Wave) -> str | None:
    """The same for a sound that has been heard."""
    heights = np.abs(wave)
    if not len(wave) or heights.max() < SOFTEST:
        return "too quiet: go nearer to the microphone, or turn it up"
    if np.count_nonzero(heights >= FULL) >= OFTEN:
        return "too loud, its peaks are cut off: go further from the microphone, or turn it down"
    return None


def _refuse(wrong: list[str]) -> None:
    if wrong:
        raise NarratorError("bad-recording", f"Nothing is taken in. {'; '.join(wrong)}.")
