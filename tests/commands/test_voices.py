"""`narrator voices` lists, chooses, plays, adds and removes."""

from __future__ import annotations

import ctypes.util
import importlib.machinery
import importlib.util
from pathlib import Path

import pytest

from narrator.cli import main
from tests.labs.soundlab import SoundLab, level, missing
from tests.telling.test_voice_catalogue import NAME, WHERE, published  # noqa: F401 (a fixture)
from tests.telling.test_voice_models import model


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


@pytest.mark.usefixtures("piper", "published")
def test_a_voice_comes_by_its_name_and_leaves_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fetching, ready = said(capsys, tmp_path, "add", NAME)
    assert "MB" in fetching
    assert f"narrator voices play {NAME}" in ready
    assert {file.name for file in (tmp_path / "voices").iterdir()} == {f"{NAME}.onnx", f"{NAME}.onnx.json"}


@pytest.mark.usefixtures("piper")
def test_a_voice_that_came_damaged_is_not_kept(
    published: Path,  # noqa: F811
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (published / WHERE / f"{NAME}.onnx").write_bytes(b"half of it")
    assert main(["voices", "--data", str(tmp_path), "add", NAME]) == 1
    assert "[damaged-voice]" in capsys.readouterr().err
    assert list((tmp_path / "voices").iterdir()) == []


@pytest.mark.parametrize("words", [["sing"], ["use"], ["play", "espeak", "en", "loud"]])
def test_what_is_not_understood_is_put_right(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["voices", *words]) == 1
    assert "narrator voices add NAME or FILE" in capsys.readouterr().err


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
