"""A table's own sound becomes as loud as the one that it replaces, or is refused with a reason that helps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.errors import Trouble
from narrator.telling.sound import own
from narrator.telling.sound.own import BED, HIGHEST, LONGEST_EFFECT
from narrator.telling.sound.playing import OVERLAP, RATE
from tests.labs.mixlab import HOWL, loudness, tone


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
