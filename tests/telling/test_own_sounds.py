"""A table's own sounds: as loud as those that they replace, and refused with a reason that helps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.cli import main
from narrator.errors import Trouble
from narrator.folders import SOUNDS
from narrator.telling.sound import own
from narrator.telling.sound.own import BED, HIGHEST, LONGEST_EFFECT, loudness
from narrator.telling.sound.playing import RATE

HOWL = SOUNDS / "howl.ogg"


def tone(file: Path, pitch: float = 440.0, seconds: float = 3.0, rate: int = RATE, level: float = 0.1) -> Path:
    """A file with one tone, a little louder on the left."""
    file.parent.mkdir(exist_ok=True)
    wave = level * np.sin(2 * np.pi * pitch * np.arange(int(seconds * rate)) / rate)
    kind = {".opus": {"format": "OGG", "subtype": "OPUS"}}.get(file.suffix, {})
    soundfile.write(file, np.stack([wave, wave / 2], axis=1), rate, **kind)
    return file


@pytest.mark.parametrize("kind", [".flac", ".wav", ".ogg", ".opus"])
@pytest.mark.parametrize("level", [0.01, 0.9])
def test_an_own_bed_is_as_loud_as_the_others_whatever_it_was_before(kind: str, level: float, tmp_path: Path) -> None:
    sound = own.own("night", tone(tmp_path / f"night{kind}", level=level), like=HOWL)
    assert loudness(sound) == pytest.approx(BED, abs=0.3)
    assert sound.shape == pytest.approx((3 * RATE, 2), abs=1)


def test_an_own_effect_is_as_loud_as_the_one_that_it_replaces_and_never_too_high(tmp_path: Path) -> None:
    howl = soundfile.read(HOWL, dtype="int16", always_2d=True)[0]
    assert loudness(own.own("howl", tone(tmp_path / "howl.wav"), like=HOWL)) == pytest.approx(loudness(howl), abs=0.3)
    click = np.zeros(RATE)
    click[RATE // 2] = 0.5
    soundfile.write(tmp_path / "bell.wav", click, RATE)
    sound = own.own("bell", tmp_path / "bell.wav", like=HOWL)
    assert np.abs(sound).max() / 32767 == pytest.approx(HIGHEST, abs=0.001)


@pytest.mark.parametrize("rate", [8000, 22_050, 44_100, 96_000])
def test_a_sound_of_another_rate_keeps_its_pitch_and_has_no_seams(rate: int, tmp_path: Path) -> None:
    sound = own.own("night", tone(tmp_path / "night.wav", 1000.0, 7.3, rate), like=HOWL)
    assert len(sound) == pytest.approx(7.3 * RATE, abs=RATE / 100)
    wave = sound[RATE // 4 : 7 * RATE, 0].astype(float)
    right = np.sin(2 * np.pi * 1000.0 * np.arange(RATE // 4, 7 * RATE) / RATE)
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
