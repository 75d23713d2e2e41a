"""How does one box get the lines that another has rendered? In a pack: one file with all that some voices say.

    write(Path("joe.zip"), "en", {"en_US-joe-medium": [Path("3f…9a.2315.flac"), …]})
    unpack(Path("joe.zip"), models.packs)      # models.packs / "en_US-joe-medium" / "3f…9a.2315.flac"

A pack is a ZIP file with one line per file, `<voice>/<key>.flac`, and a manifest. It may come from anybody: all of it
is checked before any of it is kept.
"""

from __future__ import annotations

import importlib.metadata
import io
import os
import zipfile
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal, NamedTuple

import msgspec
import numpy as np
import soundfile
from msgspec import Meta

from narrator.errors import NarratorError
from narrator.folders import make_folder, private
from narrator.telling.voice.cache import move_lines
from narrator.telling.voice.polish import RATE
from narrator.telling.voice.voice import RECIPE

MANIFEST = "manifest.json"
LARGEST = 500_000_000
"""Bytes that a pack may have: some five hours of speech."""
LARGEST_LINE = 4_000_000
LARGEST_MANIFEST = 4_000_000
LONGEST = 60.0
"""Seconds that a line may last."""
MOST = 20_000
"""How many lines a pack may hold."""
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a pack, so that the same lines make the same pack."""

Key = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Name = Annotated[str, Meta(pattern=r"^\w[\w.+-]{0,79}\Z")]
Sum = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class PackedLine(msgspec.Struct, forbid_unknown_fields=True):
    """One line: how long it lasts, and the checksum of its file."""

    milliseconds: Annotated[int, Meta(ge=1, le=int(LONGEST * 1000))]
    sha256: Sum


class Manifest(msgspec.Struct, forbid_unknown_fields=True):
    """What a pack says about itself: which `engine`, which version of it, and which `recipe` made the lines of each
    voice."""

    engine: Literal["piper"]
    version: Annotated[str, Meta(max_length=80)]
    recipe: int
    language: Annotated[str, Meta(pattern=r"^[a-z]{2,3}(-[a-z0-9]{1,8})*\Z")]
    voices: Annotated[dict[Name, dict[Key, PackedLine]], Meta(max_length=9)]


class Unpacked(NamedTuple):
    """What has come: the `language`, and how many lines of each voice."""

    language: str
    lines: Mapping[str, int]


def must_be_writable(pack: Path) -> None:
    """Raise `NarratorError` (`unwritable`) where no pack can be written, before all its lines are rendered."""
    if pack.is_dir() or not os.access(pack.parent, os.W_OK):
        raise NarratorError("unwritable", f"{pack} cannot be written. Name a file in a folder that you may write to.")


def write(pack: Path, language: str, voices: Mapping[str, Collection[Path]]) -> None:
    """Put these rendered lines of each voice, named as in the cache, into a pack. Raises `NarratorError`:
    `unwritable`."""
    draft = pack.with_name(f"{pack.name}.part")
    piper = next((each.version for each in importlib.metadata.distributions(name="piper-tts")), "")
    manifest = Manifest("piper", piper, RECIPE, language, {})
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_STORED) as out:
            for voice, files in voices.items():
                manifest.voices[voice] = {}
                for file in sorted(files):
                    key, milliseconds, _ = file.name.split(".")
                    content = file.read_bytes()
                    manifest.voices[voice][key] = PackedLine(int(milliseconds), sha256(content).hexdigest())
                    out.writestr(zipfile.ZipInfo(f"{voice}/{key}.flac", EARLIEST), content)
            out.writestr(zipfile.ZipInfo(MANIFEST, EARLIEST), msgspec.json.encode(manifest))
        draft.replace(pack)
    except OSError as error:
        draft.unlink(missing_ok=True)
        sentence = f"{pack} cannot be written: {error.strerror}. Name a file in another folder."
        raise NarratorError("unwritable", sentence) from None


def unpack(pack: Path, folder: Path) -> Unpacked:
    """Take in all lines of a pack, each voice's into a folder of its own, or none.

    Raises `NarratorError`: `bad-pack` for anything that `write` does not make, `old-pack` where the lines of that
    version of narrator are said otherwise than those of this one, `data-folder` where they cannot be kept.
    """
    try:
        with zipfile.ZipFile(pack) as archive:
            manifest = _manifest(archive)
            make_folder(folder)
            with TemporaryDirectory(dir=folder.parent) as draft:
                for voice, lines in manifest.voices.items():
                    (Path(draft) / voice).mkdir()
                    for key, line in lines.items():
                        content = _line(archive, f"{voice}/{key}.flac", line)
                        place = Path(draft) / voice / f"{key}.{line.milliseconds}.flac"
                        with open(place, "wb", opener=private) as out:
                            out.write(content)
                for voice in manifest.voices:
                    move_lines(Path(draft) / voice, folder / voice)
    except (zipfile.BadZipFile, msgspec.DecodeError, soundfile.SoundFileError, _Bad) as error:
        sentence = f"{pack} is not a pack, or is damaged: {error}. Export it and copy it once more."
        raise NarratorError("bad-pack", sentence) from None
    except (RuntimeError, NotImplementedError, EOFError) as error:  # encrypted, compressed otherwise, cut off
        raise NarratorError("bad-pack", f"{pack} is not a pack of narrator's: {error}.") from None
    except FileNotFoundError:
        raise NarratorError("bad-pack", f"There is no file {pack}. `narrator voices export` writes one.") from None
    except OSError as error:
        sentence = f"{pack} cannot be read or kept in {folder}: {error.strerror or error}. Is there room on the disk?"
        raise NarratorError("data-folder", sentence) from None
    return Unpacked(manifest.language, {voice: len(lines) for voice, lines in manifest.voices.items()})


class _Bad(Exception):
    """What is wrong with a pack."""


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    """What the pack says about itself, which must be all that is in it."""
    files = archive.infolist()
    if len(files) > MOST or sum(file.file_size for file in files) > LARGEST:
        raise _Bad(f"it holds more than {MOST} files, or than {LARGEST // 1_000_000} MB")
    names = [file.filename for file in files]
    if MANIFEST not in names:
        raise _Bad(f"it has no {MANIFEST}")
    manifest = msgspec.json.decode(_content(archive, MANIFEST, LARGEST_MANIFEST), type=Manifest)
    if manifest.recipe != RECIPE:
        remedy = "export it once more with the version of narrator that is installed here."
        raise NarratorError("old-pack", f"This pack was made by another version of narrator: {remedy}")
    named = [f"{voice}/{key}.flac" for voice, lines in manifest.voices.items() for key in lines]
    if sorted(names) != sorted([*named, MANIFEST]):
        raise _Bad("it holds other files than its manifest says")
    return manifest


def _content(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    with archive.open(name) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise _Bad(f"{name} is too large")
    return content


def _line(archive: zipfile.ZipFile, name: str, line: PackedLine) -> bytes:
    """The sound of one line, whole and as the mixer plays it."""
    content = _content(archive, name, LARGEST_LINE)
    if sha256(content).hexdigest() != line.sha256:
        raise _Bad(f"the checksum of {name} is not that of its manifest")
    with soundfile.SoundFile(io.BytesIO(content)) as sound:
        form = (sound.format, sound.subtype, sound.samplerate, sound.channels)
        if form != ("FLAC", "PCM_16", RATE, 1) or round(sound.frames / RATE * 1000) != line.milliseconds:
            raise _Bad(f"{name} is not a line as narrator renders it")
        wave = sound.read()
    if len(wave) != sound.frames or not np.abs(wave).max() > 0:
        raise _Bad(f"{name} cannot be played to its end, or is silence")
    return content
