"""`narrator voices` lists, chooses, plays, adds and removes."""

from __future__ import annotations

import ctypes.util
import importlib.machinery
import importlib.util
import io
import json
import subprocess
import sys
import zipfile
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from narrator.cli import main
from narrator.game.all_lines import all_lines
from narrator.game.library import LIBRARY, OWN
from narrator.telling.voice import Line, Models, Voice
from narrator.telling.voice.recordings import script
from tests.chance import LONG
from tests.labs.soundlab import STUCK, SoundLab, level, missing, until
from tests.labs.voicelab import PUBLISHED, SETTINGS, WHERE, model, spoken, stand_in


@pytest.fixture
def piper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Piper is installed, and no package with a voice."""
    found = {"piper": importlib.machinery.ModuleSpec("piper", None)}
    monkeypatch.setattr(importlib.util, "find_spec", found.get)
    monkeypatch.delenv("VOICE", raising=False)


def said(capsys: pytest.CaptureFixture[str], data: Path, *words: str) -> list[str]:
    """What the command prints."""
    assert main(["voices", "--data", str(data), *words]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("piper")
def test_a_voice_that_was_added_from_a_file_speaks_until_another_is_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = model(tmp_path / "given", "en_GB-alan-low")
    assert "en_GB-alan-low" in said(capsys, tmp_path, "add", str(file))[-1]
    assert said(capsys, tmp_path)[:2] == ["en      * en_GB-alan-low", "en        espeak"]
    said(capsys, tmp_path, "use", "espeak")
    assert said(capsys, tmp_path)[:2] == ["en        en_GB-alan-low", "en      * espeak"]
    said(capsys, tmp_path, "use", "en_GB-alan-low")
    assert said(capsys, tmp_path)[0] == "en      * en_GB-alan-low"
    said(capsys, tmp_path, "remove", "en_GB-alan-low")
    assert said(capsys, tmp_path)[0] == "en      * espeak"


@pytest.mark.usefixtures("piper")
def test_a_second_voice_is_chosen_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("en_GB-alan-low", "en_GB-alba-medium"):
        said(capsys, tmp_path, "add", str(model(tmp_path / "given", name)))
    assert "“en”" in said(capsys, tmp_path, "use", "--second", "en_GB-alba-medium")[0]
    assert said(capsys, tmp_path)[:2] == ["en      * en_GB-alan-low", "en      + en_GB-alba-medium"]
    said(capsys, tmp_path, "use", "espeak")
    assert "espeak speaks, it says everything" in said(capsys, tmp_path, "use", "--second", "en_GB-alba-medium")[0]


@pytest.mark.usefixtures("piper", "published")
def test_a_voice_comes_by_its_name_and_leaves_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fetching, ready = said(capsys, tmp_path, "add", PUBLISHED)
    assert "MB" in fetching
    assert f"narrator voices play {PUBLISHED}" in ready
    assert {file.name for file in (tmp_path / "voices").iterdir()} == {f"{PUBLISHED}.onnx", f"{PUBLISHED}.onnx.json"}


@pytest.mark.usefixtures("piper")
def test_a_voice_that_came_damaged_is_not_kept(
    published: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (published / WHERE / f"{PUBLISHED}.onnx").write_bytes(b"half of it")
    assert main(["voices", "--data", str(tmp_path), "add", PUBLISHED]) == 1
    assert "[damaged-voice]" in capsys.readouterr().err
    assert list((tmp_path / "voices").iterdir()) == []


@pytest.mark.usefixtures("piper")
@pytest.mark.parametrize("words", [["use", "alan"], ["play", "alan"], ["use", "--second", "alan"]])
def test_a_mistyped_voice_is_answered_with_all_that_there_are(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, tmp_path, "add", str(model(tmp_path / "given", "en_GB-alan-low")))
    assert main(["voices", "--data", str(tmp_path), *words]) == 1
    assert "there are: espeak, en_GB-alan-low" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["sing"], ["use"], ["play", "espeak", "en", "loud"]])
def test_what_is_not_understood_is_answered_with_the_usage(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["voices", *words]) == 1
    assert "narrator voices add NAME or FILE" in capsys.readouterr().err


# What other boxes get.


def few_lines(*wanted: Any) -> dict[Line, str]:
    """One line in ten of `all_lines`; all of them in the long run."""
    return dict(islice(all_lines(*wanted).items(), 0, None, 1 if LONG else 10))


PRIVATE = [Line(text) for text in ("Ann", "Bob", "The host PIN is 1 2 3 4 5 6.", "The password is owl, moon, bread.")]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all voices of this file keep what they render."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def humming(piper: None, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A voice that hums, and renders a few lines here."""
    monkeypatch.setattr("narrator.commands.voices.all_lines", few_lines)
    (tmp_path / "stand-in").mkdir()
    stand_in(tmp_path / "stand-in", monkeypatch)
    monkeypatch.setenv("CACHE_DIRECTORY", str(cache))
    Models(tmp_path / "voices").add(model(tmp_path / "given", "en_GB-humming-low", json.dumps(SETTINGS)))
    return "en_GB-humming-low"


@pytest.mark.slow
def test_a_pack_holds_the_lines_of_its_rolesets_and_never_a_name_a_pin_or_a_password(
    tmp_path: Path, cache: Path, humming: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = few_lines(LIBRARY, ["classic"], "en")
    assert not set(PRIVATE) & set(all_lines(LIBRARY, ["classic"], "en"))
    models = Models(tmp_path / "voices")
    with closing(Voice(cache / "voice", model=models.of)) as voice:
        voice.learn([*PRIVATE, *lines])
        until(lambda: voice.is_natural, STUCK, progress=lambda: voice.progress)
        secret = {voice.ready(line)[0].name.split(".")[0] for line in PRIVATE}
        public = {voice.ready(line)[0].name.split(".")[0] for line in lines}
    said(capsys, tmp_path, "export", str(tmp_path / "pack.zip"), "--roleset", "classic")
    with zipfile.ZipFile(tmp_path / "pack.zip") as pack:
        packed = {name.split("/")[1].removesuffix(".flac") for name in pack.namelist() if name != "manifest.json"}
        written = pack.read("manifest.json").decode() + " ".join(pack.namelist())
    assert packed == public
    assert not packed & secret
    assert not [word for word in ("Ann", "Bob", "PIN", "owl") if word in written]


@pytest.mark.slow
def test_a_box_without_the_engine_plays_what_another_has_rendered(
    tmp_path: Path, cache: Path, humming: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for rendered in [*cache.rglob("*.flac")][:3]:
        rendered.unlink()
    *progress, ready = said(capsys, tmp_path, "export", str(tmp_path / "pack.zip"), "--roleset", "classic")
    assert "lines are ready" in progress[0]
    assert "narrator voices import pack.zip" in ready
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    small = tmp_path / "small"
    assert said(capsys, small)[0] == "en      * espeak"
    assert f"lines of {humming} are here" in said(capsys, small, "import", str(tmp_path / "pack.zip"))[0]
    assert said(capsys, small)[0] == f"en      * {humming}"
    models = Models(small / "voices")
    with closing(Voice(tmp_path / "small-cache", given=[models.packs], model=models.of)) as voice:
        voice.learn([*few_lines(LIBRARY, ["classic"], "en")])
        assert voice.is_natural
    assert main(["voices", "--data", str(small), "export", str(tmp_path / "all.zip")]) == 1
    assert "came in a pack" in capsys.readouterr().err


def test_nothing_is_exported_of_the_voice_that_every_box_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["voices", "--data", str(tmp_path), "export", str(tmp_path / "pack.zip")]) == 1
    assert "[no-voice]" in capsys.readouterr().err
    assert not (tmp_path / "pack.zip").exists()


@pytest.mark.sound
@pytest.mark.serial
@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.skipif(ctypes.util.find_library("espeak-ng") is None, reason="speech needs: sudo apt install espeak-ng")
def test_a_sample_is_heard(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path))
    with SoundLab() as lab:
        for name, value in lab.env.items():
            monkeypatch.setenv(name, value)
        with lab.recording() as heard:
            said(capsys, tmp_path, "play", "espeak")
    assert level(heard.samples) > -45


# What people record.


def test_the_script_has_a_cue_a_file_and_a_text_for_every_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row.split("\t") for row in said(capsys, tmp_path, "script", "--roleset", "classic")]
    assert {text for _, _, text in rows} >= {"Seer", "It is night. Everyone, shut your eyes."}
    assert all(file.endswith(".wav") for _, file, _ in rows)
    assert {cue for cue, _, _ in rows} >= {"night.falls", "cards", "day"}


def test_a_folder_of_recordings_is_taken_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = said(capsys, tmp_path, "script", "--roleset", "classic")[0]
    spoken(tmp_path / "mine" / row.split("\t")[1])
    first, where = said(capsys, tmp_path, "import", str(tmp_path / "mine"))
    assert first.startswith("Recordings taken in: 1,")
    assert str(tmp_path / "voices" / "recorded" / "en") in where


@pytest.mark.sound
@pytest.mark.serial
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_lines_are_recorded_one_after_the_other_and_again_where_they_were_too_quiet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_ = script(all_lines(LIBRARY, ["classic"], "en")).values()
    with SoundLab() as lab:
        for name, value in lab.env.items():
            monkeypatch.setenv(name, value)

        def heard(loud: float) -> str:
            """The person speaks, and then presses Enter."""
            subprocess.run(["paplay", spoken(tmp_path / "said.wav", loud=loud)], check=True)
            return ""

        keys = iter(["", 0.01, "", 0.2, "s", "q"])

        def pressed(prompt: str) -> str:
            key = next(keys)
            return heard(key) if isinstance(key, float) else key

        monkeypatch.setattr("builtins.input", pressed)
        shown = said(capsys, tmp_path, "record", "--roleset", "classic")
        assert [line.partition(":")[0] for line in shown if line.startswith("Once more")] == ["Once more"]
        assert [line for line in shown if line.endswith(second.text)] != []
        keys = iter(["q"])
        begun = said(capsys, tmp_path, "record", "--roleset", "classic")
    assert begun[0].startswith("1 of ")
    assert begun[-1].endswith(second.text)
    files = [*(tmp_path / "voices" / "recorded" / "en").iterdir()]
    assert len(files) == len({line.mood for line in first.lines})
    assert int(files[0].name.split(".")[1]) == pytest.approx(1500, abs=200)


def test_recording_ends_where_no_key_can_be_pressed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert said(capsys, tmp_path, "record", "--roleset", "classic")[-1].startswith("Enter to record")


def test_help_says_what_can_be_done_with_voices(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["voices", "--help"])
    assert "narrator voices record " in capsys.readouterr().out


def test_a_voice_is_not_chosen_for_a_language_without_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["voices", "--data", str(tmp_path), "use", "espeak", "xx"]) == 1
    assert capsys.readouterr().err == "narrator: The box has no words in “xx”; it has en. [no-language]\n"


def partly_german(folder: Path) -> None:
    """German words for the pages and for one roleset, as if all were said in it."""
    for name in ("pages", "common", "classic"):
        words = (OWN / f"{name}.en.yaml").read_text(encoding="utf-8").replace("language: en", "language: de", 1)
        words = words.replace("Herbalist, sleep", "Kräuterfrau, schlaf")
        (folder / f"{name}.de.yaml").write_text(words, encoding="utf-8")


@pytest.mark.usefixtures("piper")
def test_a_voice_is_chosen_for_the_language_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    partly_german(tmp_path)
    asked = ("--rolesets", str(tmp_path), "--language", "de")
    assert said(capsys, tmp_path, "use", "espeak", *asked)[0].startswith("espeak speaks “de”")


def test_the_script_of_a_language_has_the_rolesets_that_are_spoken_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    partly_german(tmp_path)
    lines = said(capsys, tmp_path, "script", "--rolesets", str(tmp_path), "--language", "de")
    assert "Kräuterfrau, schlaf." in [line.split("\t")[-1] for line in lines]
    assert not any(line.startswith("witch.") for line in lines)
    (tmp_path / "classic.de.yaml").unlink()
    assert main(["voices", "--rolesets", str(tmp_path), "script", "--language", "de"]) == 1
    assert "No roleset has all its lines in “de”" in capsys.readouterr().err


def test_where_there_is_no_microphone_a_sentence_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "")
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    assert main(["voices", "--data", str(tmp_path), "record", "--roleset", "classic"]) == 1
    assert "[no-microphone]" in capsys.readouterr().err
