"""`narrator sounds` shows what is heard at this table, which sounds are its own, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.cli import main
from narrator.telling.sound.own_files import LIST
from tests.labs.mixlab import tone


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
