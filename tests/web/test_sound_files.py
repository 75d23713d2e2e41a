"""The sounds are our own, complete and small, and loop without a click."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.telling.sound.mix import ASIDE, DUCKED, STEP
from narrator.telling.timeline import SOUNDS as SOUNDS_OF_CUES
from narrator.telling.timeline import Sound
from narrator.telling.voice import MOODS
from narrator.telling.voice.polish import LOUDNESS

SOUNDS = Path(__file__).parents[2] / "sounds"
NAMES = ("night", "day", "howl", "cock-crow", "bell", "heartbeat", "bear-growl", "chime", "drum-roll")
LOOPS = ("night", "day", "heartbeat")


def sound(name: str) -> np.ndarray:
    wave, rate = soundfile.read(SOUNDS / f"{name}.ogg", always_2d=True)
    assert rate == 48_000
    return wave


def loudness(wave: np.ndarray) -> float:
    return float(10 * np.log10(np.square(wave).mean() + 1e-12))


def share(wave: np.ndarray, low: float, high: float) -> float:
    """How much of its power is between these frequencies?"""
    power = np.square(np.abs(np.fft.rfft(wave.mean(axis=1))))
    frequency = np.fft.rfftfreq(len(wave), 1 / 48_000)
    return float(power[(frequency >= low) & (frequency < high)].sum() / power.sum())


def pitches(wave: np.ndarray, low: float, high: float) -> list[float]:
    """The strongest frequency between these two, every tenth of a second."""
    mono = wave.mean(axis=1)
    slots = mono[: len(mono) // 4800 * 4800].reshape(-1, 4800) * np.hanning(4800)
    power = np.abs(np.fft.rfft(slots, axis=1))
    frequency = np.fft.rfftfreq(4800, 1 / 48_000)
    within = (frequency >= low) & (frequency <= high)
    return [float(frequency[within][np.argmax(slot[within])]) for slot in power]


def test_there_is_every_sound_with_its_source_and_licence_and_no_other() -> None:
    assert sorted(path.stem for path in SOUNDS.glob("*.ogg")) == sorted(NAMES)
    table = (SOUNDS / "README.md").read_text()
    for name in NAMES:
        row = next(line for line in table.splitlines() if f"`{name}.ogg`" in line)
        assert "`make.py`" in row
        assert "CC0" in row
        assert f"{len(sound(name)) / 48_000:.1f}".removesuffix(".0") in row
    assert sum(path.stat().st_size for path in SOUNDS.glob("*.ogg")) < 3_000_000


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_neither_too_loud_nor_silent_nor_off_centre(name: str) -> None:
    wave = sound(name)
    assert 0.1 < np.abs(wave).max() < 0.95
    assert np.abs(wave.mean(axis=0)).max() < 0.002
    assert abs(loudness(wave[:, 0]) - loudness(wave[:, 1])) < 4


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_has_no_click_where_it_begins_again(name: str) -> None:
    wave = sound(name)
    seam = np.concatenate([wave[-4800:], wave[:4800]])
    for jumps in (np.diff(seam, axis=0), np.diff(seam, 2, axis=0)):
        middle = len(jumps) // 2
        assert np.abs(jumps[middle - 2 : middle + 2]).max() <= np.abs(jumps).max() * 0.999 + 1e-9
        assert np.abs(jumps[middle - 2 : middle + 2]).max() <= 4 * jumps.std() + 1e-6
    ends, starts = loudness(wave[-24_000:]), loudness(wave[:24_000])
    assert name == "heartbeat" or abs(ends - starts) < 6


@pytest.mark.parametrize("name", [name for name in NAMES if name not in LOOPS])
def test_an_effect_begins_and_ends_in_silence(name: str) -> None:
    wave = sound(name)
    assert np.abs(wave[0]).max() < 0.02
    assert loudness(wave[-2400:]) < -60


@pytest.mark.parametrize("name", ["night", "day"])
def test_a_bed_varies_in_volume_but_never_falls_silent(name: str) -> None:
    wave = sound(name)
    assert loudness(wave) == pytest.approx(-25, abs=0.5)
    seconds = [loudness(second) for second in wave.reshape(-1, 48_000, 2)]
    assert min(seconds) > -40
    assert 5 < max(seconds) - min(seconds) < 20


def in_speech(wave: np.ndarray) -> float:
    """How loud is it where speech is, from 300 to 4000 hertz?"""
    return loudness(wave) + float(10 * np.log10(share(wave, 300, 4000)))


HUSHED = LOUDNESS + min(mood.volume for mood in MOODS.values())


@pytest.mark.parametrize("name", ["night", "day"])
def test_the_softest_voice_is_understood_over_a_bed_with_all_volumes_full(name: str) -> None:
    wave = sound(name) * DUCKED
    for second in wave.reshape(-1, 48_000, 2):
        assert HUSHED - in_speech(second) > 12


@pytest.mark.parametrize("heard", [heard for heard in SOUNDS_OF_CUES.values() if heard.effect], ids=lambda h: h.effect)
def test_the_softest_voice_is_understood_over_an_effect_with_all_volumes_full(heard: Sound) -> None:
    under_the_line = sound(heard.effect or "")[int((heard.alone + STEP) * 48_000) :] * DUCKED * ASIDE
    if len(under_the_line):
        assert HUSHED - max(in_speech(part) for part in np.array_split(under_the_line, 3)) > 12


def test_the_night_has_crickets_and_an_owl_and_the_day_has_birds() -> None:
    night, day = sound("night"), sound("day")
    assert share(night, 4000, 5000) > 20 * share(night, 5500, 6500)
    calls = pitches(night[11 * 48_000 : 12 * 48_000], 500, 1200)
    assert 700 < np.median(calls) < 850
    assert share(day[int(1.2 * 48_000) : int(2.6 * 48_000)], 1500, 3200) > 3 * share(
        day[int(7.5 * 48_000) : int(9.0 * 48_000)], 1500, 3200
    )


def test_the_howl_rises_holds_and_falls() -> None:
    line = pitches(sound("howl"), 200, 560)
    assert line[1] < 400
    assert np.median(line[12:22]) == pytest.approx(520, abs=40)
    assert np.median(line[40:45]) < 470


def test_the_heart_beats_seventy_two_a_minute() -> None:
    beat = sound("heartbeat")[:, 0]
    quarter = len(beat) // 4
    assert quarter / 48_000 == pytest.approx(60 / 72, abs=0.001)
    first, second = beat[:quarter], beat[quarter : 2 * quarter]
    assert np.corrcoef(first, second)[0, 1] > 0.99


@pytest.mark.parametrize("name", ["chime", "bear-growl"])
def test_the_generator_makes_the_files_that_are_kept(name: str) -> None:
    spec = importlib.util.spec_from_file_location("make_sounds", SOUNDS / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    made, kept = make.made(name), sound(name)
    assert len(made) == len(kept)
    assert np.corrcoef(made[:, 0], kept[:, 0])[0, 1] > 0.97
