"""A list of the table's own sounds: which file is heard for which, in turn and how loud, each fault with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
import soundfile

from narrator.folders import SOUNDS
from narrator.telling.own_sounds import listed
from narrator.telling.sound import own
from narrator.telling.sound.own_files import LIST, OwnFile, files
from tests.labs.mixlab import HOWL, loudness, tone


def listing(folder: Path, text: str) -> tuple[dict[str, list[OwnFile]], list[str]]:
    """What is heard by this list in a folder with some files, and what is wrong, without the place of the folder."""
    for name in ("wolves-of-aunt-may.ogg", "barn/owl.flac", "night.wav"):
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_bytes(b"")
    (folder / "notes.txt").write_text("not a sound")
    (folder / LIST).write_text(text, encoding="utf-8")
    found, problems = listed(folder, SOUNDS)
    there = {name: own for name, own in files(folder, found).items() if name in found or name == "night"}
    return there, [str(problem).replace(f"{folder}/", "").replace(str(folder), "FOLDER") for problem in problems]


def test_a_list_names_files_for_sounds_that_take_turns_and_have_levels(tmp_path: Path) -> None:
    there, problems = listing(
        tmp_path, "howl: wolves-of-aunt-may.ogg\nowl: [barn/owl.flac, {file: wolves-of-aunt-may.ogg, level: -6}]\n"
    )
    wolves = tmp_path / "wolves-of-aunt-may.ogg"
    assert problems == []
    assert there == {
        "howl": [OwnFile(wolves)],
        "owl": [OwnFile(tmp_path / "barn" / "owl.flac"), OwnFile(wolves, -6.0)],
        "night": [OwnFile(tmp_path / "night.wav")],
    }


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hovl: night.wav", "sounds.yaml:1:1: There is no sound “hovl”; did you mean “howl”?"),
        ("chime: night.wav", "sounds.yaml:1:1: There is no sound “chime”"),
        ("howl: nihgt.wav", "sounds.yaml:1:7: There is no file “nihgt.wav” in FOLDER; did you mean “night.wav”?"),
        ("howl: ../secret.ogg", "sounds.yaml:1:7: “../secret.ogg” is outside of FOLDER: copy the file into"),
        ("howl: /etc/passwd", "sounds.yaml:1:7: “/etc/passwd” is outside of FOLDER: copy the file into"),
        ("howl: barn/../../x.ogg", "is outside of FOLDER"),
        ("howl: outside.ogg", "“outside.ogg” is outside of FOLDER"),
        ('howl: "\\0.ogg"', "cannot be the name of a file"),
        ("howl: notes.txt", "“notes.txt” is not a sound: it must end in .flac, .wav"),
        ("howl: []", "sounds.yaml:1:7: A sound has one to 8 files; these are 0."),
        (f"howl: [{', '.join(['night.wav'] * 9)}]", "these are 9."),
        (f"howl: {'x' * 300}.ogg", "The name of a file is missing here"),
        ("howl:", "The name of a file is missing here"),
        ("howl: {level: 3}", "The name of a file is missing here"),
        ("howl: {file: night.wav, level: loud}", "sounds.yaml:1:32: A level is a number of decibels from -30 to 6"),
        ("howl: {file: night.wav, level: 20}", "A level is a number of decibels from -30 to 6"),
        ("howl: {file: night.wav, level: nan}", "A level is a number of decibels from -30 to 6"),
        ("howl: {file: night.wav, leval: 2}", "sounds.yaml:1:25: There is no key “leval”; did you mean “level”?"),
        ("howl: night.wav\nhowl: night.wav", "sounds.yaml:2:1: “howl” stands here twice; keep one of them."),
        ("- howl", "The file must hold keys and values"),
        ("x" * 1_000_001, "more than 1000000 characters"),
    ],
)
def test_what_is_wrong_in_a_list_is_said_with_its_place_and_a_remedy(line: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "x.ogg").write_bytes(b"")
    (tmp_path / "own" / "outside.ogg").symlink_to(tmp_path / "x.ogg")
    _, problems = listing(tmp_path / "own", line)
    assert len(problems) == 1
    assert says in problems[0]


def test_what_is_right_in_a_list_counts_beside_what_is_wrong(tmp_path: Path) -> None:
    there, problems = listing(tmp_path, "howl: night.wav\nowl: [gone.ogg, barn/owl.flac]\nbehl: night.wav\n")
    assert [*there] == ["night", "howl", "owl"]
    assert there["owl"] == [OwnFile(tmp_path / "barn" / "owl.flac")]
    assert len(problems) == 2


def test_a_level_makes_an_own_sound_softer(tmp_path: Path) -> None:
    howl = loudness(soundfile.read(HOWL, dtype="int16", always_2d=True)[0])
    softer = own.own("howl", tone(tmp_path / "one.wav"), like=HOWL, level=-9.0)
    assert loudness(softer) == pytest.approx(howl - 9.0, abs=0.3)
