"""A table's own sounds: as loud as those that they replace, and refused with a reason that helps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.cli import main
from narrator.errors import Trouble
from narrator.folders import SOUNDS
from narrator.telling.own_sounds import listed
from narrator.telling.sound import own
from narrator.telling.sound.own import BED, HIGHEST, LONGEST_EFFECT
from narrator.telling.sound.own_files import LIST, OwnFile, files
from narrator.telling.sound.playing import OVERLAP, RATE

HOWL = SOUNDS / "howl.ogg"


def tone(file: Path, pitch: float = 440.0, seconds: float = 3.0, rate: int = RATE, level: float = 0.1) -> Path:
    """A file with one tone, a little louder on the left."""
    file.parent.mkdir(exist_ok=True)
    wave = level * np.sin(2 * np.pi * pitch * np.arange(int(seconds * rate)) / rate)
    kind = {".opus": {"format": "OGG", "subtype": "OPUS"}}.get(file.suffix, {})
    soundfile.write(file, np.stack([wave, wave / 2], axis=1), rate, **kind)
    return file


def loudness(sound: np.ndarray) -> float:
    """How loud is it in decibels, in the louder half of its moments of 0.4 seconds?"""
    starts = range(0, len(sound) - RATE * 2 // 5 + 1, RATE // 5)
    powers = sorted(float(np.square(sound[start : start + RATE * 2 // 5] / 32768).mean()) for start in starts)
    return float(10 * np.log10(np.mean(powers[len(powers) // 2 :])))


@pytest.mark.parametrize("kind", [".flac", ".wav", ".ogg", ".opus"])
@pytest.mark.parametrize("level", [0.01, 0.9])
def test_a_tables_own_bed_is_as_loud_as_the_others_whatever_it_was_before(
    kind: str, level: float, tmp_path: Path
) -> None:
    sound = own.loop("night", tone(tmp_path / f"night{kind}", level=level), like=HOWL)[:]
    assert loudness(sound) == pytest.approx(BED, abs=0.3)
    assert sound.shape == pytest.approx(((3 - OVERLAP) * RATE, 2), abs=1)


def test_a_tables_own_effect_is_as_loud_as_the_one_that_it_replaces_and_never_too_high(tmp_path: Path) -> None:
    howl = soundfile.read(HOWL, dtype="int16", always_2d=True)[0]
    assert loudness(own.own("howl", tone(tmp_path / "howl.wav"), like=HOWL)) == pytest.approx(loudness(howl), abs=0.3)
    click = np.zeros(RATE)
    click[RATE // 2] = 0.5
    soundfile.write(tmp_path / "bell.wav", click, RATE)
    sound = own.own("bell", tmp_path / "bell.wav", like=HOWL)
    assert np.abs(sound).max() / 32767 == pytest.approx(HIGHEST, abs=0.001)


@pytest.mark.parametrize("rate", [8000, 22_050, 44_100, 96_000])
def test_a_sound_of_another_rate_keeps_its_pitch_and_has_no_seams(rate: int, tmp_path: Path) -> None:
    loop = own.loop("night", tone(tmp_path / "night.wav", 1000.0, 7.3, rate), like=HOWL)
    assert len(loop) == pytest.approx((7.3 - OVERLAP) * RATE, abs=RATE / 100)
    parts = [loop[start : start + 9600] for start in range(0, 7 * RATE, 9600)]
    wave = np.concatenate(parts)[RATE // 4 :, 0].astype(float)
    right = np.sin(2 * np.pi * 1000.0 * np.arange(RATE // 4, RATE // 4 + len(wave)) / RATE)
    wave /= np.abs(wave).max()
    assert np.abs(wave - right).max() < 0.01


@pytest.mark.parametrize(
    ("name", "says"),
    [("broken", "cannot be played"), ("long", "cut it"), ("silent", "is silent"), ("many", "mono or stereo")],
)
def test_a_bad_file_is_refused_with_its_place_and_a_remedy(name: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "howl.wav"
    match name:
        case "broken":
            file.write_bytes(b"RIFF and then nothing")
        case "long":
            soundfile.write(file, np.full(int(RATE * (LONGEST_EFFECT + 1)), 0.1), RATE)
        case "silent":
            soundfile.write(file, np.zeros(RATE), RATE)
        case "many":
            soundfile.write(file, np.full((RATE, 6), 0.1), RATE)
    with pytest.raises(Trouble) as refused:
        own.own("howl", file, like=HOWL)
    assert refused.value.code == "unplayable-sound"
    assert str(file) in refused.value.sentence
    assert says in refused.value.sentence
    assert "the box plays its own" in refused.value.sentence


def test_a_file_that_is_too_large_is_not_even_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "MEGABYTES", 0.1)
    with pytest.raises(Trouble, match="larger than"):
        own.checked("night", tone(tmp_path / "night.wav"))


def test_the_list_shows_own_sounds_and_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sounds", "list", "--data", str(tmp_path)]) == 0
    listed = capsys.readouterr().out
    assert "bed    night" in listed
    assert str(tmp_path / "sounds") in listed
    night = tone(tmp_path / "sounds" / "night.flac")
    (tmp_path / "sounds" / "howl.ogg").write_bytes(b"no sound")
    tone(tmp_path / "sounds" / "unicorn.wav")
    assert main(["sounds", "--data", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert f"bed    night               {night}" in lines
    assert "howl.ogg cannot be played" in lines[-2]
    assert "unicorn.wav: there is no sound with this name" in lines[-1]


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


def test_the_list_is_shown_with_its_files_and_its_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "sounds"
    one, two = tone(folder / "one.wav"), tone(folder / "two.flac")
    (folder / LIST).write_text("owl: [one.wav, {file: two.flac, level: -6}]\n")
    assert main(["sounds", "--data", str(tmp_path)]) == 0
    assert f"sound  owl                 {one} then {two} (-6 dB)" in capsys.readouterr().out.splitlines()
    (folder / LIST).write_text("owl: [one.wav, two.wav]\n")
    assert main(["sounds", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().out.splitlines()[-2:]
    assert said[0].startswith(f"{folder / LIST}:1:16: There is no file “two.wav”")
    assert said[1] == f"{two}: there is no sound with this name, so it is never heard; rename it."


def test_a_file_of_another_kind_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tone(tmp_path / "sounds" / "owl.wav")
    (tmp_path / "sounds" / ".hidden").touch()
    (tmp_path / "sounds" / "howl.mp3").write_bytes(b"ID3")
    assert main(["sounds", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == f"{tmp_path / 'sounds' / 'howl.mp3'} is never heard: save it again as FLAC, WAV or Ogg."
    assert said[-2].startswith("Or name yours")
