"""The sounds are our own, complete and small, and loop without a click; what is composed of them is never the same."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.game.check import possible
from narrator.game.library import LIBRARY
from narrator.telling.sound.bed import ComposedBed
from narrator.telling.sound.mix import ASIDE, DUCKED, STEP
from narrator.telling.sound.mixer_process import load
from narrator.telling.sound.playing import OVERLAP, Sound, looped
from narrator.telling.sound.scenes import LEVELS, SCENES
from narrator.telling.sounding import sounds
from narrator.telling.voice import MOODS
from narrator.telling.voice.polish import LOUDNESS
from sounds.make import SOUNDS as MADE
from sounds.make import Loop, made

SOUNDS = Path(__file__).parents[2] / "sounds"
LOOPS = [name for name, sound in MADE.items() if isinstance(sound, Loop)]
TURNS = ("0001-classic night 1", "0001-classic night 2", "0002-classic night 1", "0007-the-pact night 3")


@cache
def call(name: str) -> Sound:
    return load(SOUNDS / f"{name}.ogg")


@cache
def loop(name: str) -> Sound:
    return looped(load(SOUNDS / f"{name}.ogg"))


@cache
def rendered(bed: str, turn: str, late: float, seconds: int = 40) -> np.ndarray:
    """What is heard of a bed, from its beginning, in blocks of a fortieth of a second."""
    place = ComposedBed(bed, SCENES[bed], turn, late, loop, call)
    place.work_ahead(seconds)
    place.volume.level = place.volume.goal = 1.0
    heard = np.zeros((seconds * 40, 1200, 2), np.float32)
    for block in heard:
        place.add_to(block)
    return heard.reshape(-1, 2)


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
    assert sorted(path.stem for path in SOUNDS.glob("*.ogg")) == sorted(MADE)
    table = (SOUNDS / "README.md").read_text()
    for name in MADE:
        row = next(line for line in table.splitlines() if f"`{name}.ogg`" in line)
        assert "`make.py`" in row
        assert "CC0" in row
        assert f"{len(sound(name)) / 48_000:.1f}".removesuffix(".0") in row
    assert sum(path.stat().st_size for path in SOUNDS.glob("*.ogg")) < 8_000_000


@pytest.mark.parametrize("name", MADE)
def test_a_sound_is_neither_too_loud_nor_silent_nor_off_centre(name: str) -> None:
    wave = sound(name)
    assert 0.1 < np.abs(wave).max() < 0.95
    assert np.abs(wave.mean(axis=0)).max() < 0.002
    assert abs(loudness(wave[:, 0]) - loudness(wave[:, 1])) < 4


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_has_no_click_where_it_begins_again(name: str) -> None:
    wave = looped(load(SOUNDS / f"{name}.ogg")) / 32768
    seam = np.concatenate([wave[-4800:], wave[:4800]])
    for jumps in (np.diff(seam, axis=0), np.diff(seam, 2, axis=0)):
        middle = len(jumps) // 2
        assert np.abs(jumps[middle - 2 : middle + 2]).max() <= np.abs(jumps).max() * 0.999 + 1e-9
        assert np.abs(jumps[middle - 2 : middle + 2]).max() <= 4 * jumps.std() + 1e-6
    ends, starts = loudness(wave[-24_000:]), loudness(wave[:24_000])
    assert name == "heartbeat" or abs(ends - starts) < 9


@pytest.mark.parametrize("name", [name for name in MADE if name not in LOOPS])
def test_an_effect_begins_and_ends_in_silence(name: str) -> None:
    wave = sound(name)
    assert np.abs(wave[0]).max() < 0.02
    assert loudness(wave[-2400:]) < -60


@pytest.mark.slow
@pytest.mark.parametrize("late", [0.0, 1.0])
@pytest.mark.parametrize("bed", SCENES)
def test_a_bed_varies_in_volume_but_never_falls_silent(bed: str, late: float) -> None:
    for turn in TURNS:
        wave = rendered(bed, turn, late)
        assert -32 < loudness(wave) < -22
        seconds = [loudness(second) for second in wave.reshape(-1, 48_000, 2)]
        assert min(seconds) > -45
        assert 4 < max(seconds) - min(seconds) < 22


@pytest.mark.slow
@pytest.mark.parametrize("bed", SCENES)
def test_no_two_nights_and_no_two_days_sound_alike(bed: str) -> None:
    """Neither how loud they are from moment to moment, nor where what calls is."""
    heard = [rendered(bed, turn, 0.3) for turn in TURNS]
    curves = [np.log(np.square(wave.reshape(-1, 9600, 2)).mean(axis=(1, 2))) for wave in heard]
    for one, other in combinations(range(len(TURNS)), 2):
        assert abs(np.corrcoef(curves[one], curves[other])[0, 1]) < 0.6
        assert abs(np.corrcoef(heard[one][:, 0], heard[other][:, 0])[0, 1]) < 0.3


@pytest.mark.slow
def test_a_bed_is_the_same_again_in_the_same_turn() -> None:
    again = rendered.__wrapped__("night", TURNS[0], 0.3)
    np.testing.assert_array_equal(rendered("night", TURNS[0], 0.3), again)


@pytest.mark.slow
def test_the_later_it_is_in_the_game_the_more_uneasy_is_the_night() -> None:
    """The crickets fall silent, and something low begins."""
    for turn in TURNS:
        early, late = rendered("night", turn, 0.0), rendered("night", turn, 1.0)
        assert share(early, 4000, 5000) > 2 * share(late, 4000, 5000)
        assert share(late, 60, 240) > share(early, 60, 240)


@pytest.mark.slow
def test_the_day_is_quieter_than_the_night() -> None:
    """By day people talk."""
    loud = {
        (bed, part): max(loudness(rendered(bed, turn, 0.3)) for turn in TURNS) + 20 * np.log10(LEVELS[bed][part])
        for bed in SCENES
        for part in ("window", "between")
    }
    assert loud["day", "window"] < loud["night", "window"] - 3
    assert loud["day", "between"] < loud["night", "between"]


def in_speech(wave: np.ndarray) -> float:
    """How loud is it where speech is, from 300 to 4000 hertz?"""
    return loudness(wave) + float(10 * np.log10(share(wave, 300, 4000)))


HUSHED = LOUDNESS + min(mood.volume for mood in MOODS.values())


@pytest.mark.slow
@pytest.mark.parametrize("late", [0.0, 1.0])
@pytest.mark.parametrize("bed", SCENES)
def test_the_softest_voice_is_understood_over_a_bed_with_all_volumes_full(bed: str, late: float) -> None:
    for turn in TURNS:
        wave = rendered(bed, turn, late) * DUCKED
        for second in wave.reshape(-1, 48_000, 2):
            assert HUSHED - in_speech(second) > 12


ALONE = {
    effect: heard.alone
    for roleset in LIBRARY.names
    for rules in possible(LIBRARY, roleset)
    for heard in sounds(rules).values()
    for effect in (*heard.nearer, *filter(None, [heard.effect]))
}


@pytest.mark.parametrize("effect", ALONE)
def test_the_softest_voice_is_understood_over_an_effect_with_all_volumes_full(effect: str) -> None:
    under_the_line = sound(effect)[int((ALONE[effect] + STEP) * 48_000) :] * DUCKED * ASIDE
    if len(under_the_line):
        assert HUSHED - max(in_speech(part) for part in np.array_split(under_the_line, 3)) > 12


def test_every_effect_that_there_is_goes_with_some_line() -> None:
    heard = {layer.sound for scene in SCENES.values() for layer in scene.layers}
    heard |= {name for scene in SCENES.values() for call in scene.calls for name in call.sounds}
    assert {*MADE} == heard | {*ALONE, "chime"}


def test_there_are_crickets_and_an_owl_and_birds() -> None:
    crickets, owl, blackbird = sound("crickets"), sound("owl"), sound("blackbird")
    assert share(crickets, 4000, 5000) > 20 * share(crickets, 5500, 6500)
    assert 700 < np.median(pitches(owl[: 48_000 * 3 // 4], 500, 1200)) < 850
    assert share(blackbird, 1500, 3200) > 0.5


def test_the_howl_rises_holds_and_falls() -> None:
    line = pitches(sound("howl"), 200, 560)
    assert line[1] < 400
    assert np.median(line[12:22]) == pytest.approx(520, abs=40)
    assert np.median(line[40:45]) < 470


def test_the_heart_beats_seventy_two_a_minute() -> None:
    beat = sound("heartbeat")[: -int(OVERLAP * 48_000), 0]
    quarter = len(beat) // 4
    assert quarter / 48_000 == pytest.approx(60 / 72, abs=0.001)
    first, second = beat[:quarter], beat[quarter : 2 * quarter]
    assert np.corrcoef(first, second)[0, 1] > 0.99


def test_the_howl_comes_nearer() -> None:
    far, middle, near = (loudness(sound(name)[: 6 * 48_000]) for name in ("howl-far", "howl", "howl-near"))
    assert far + 3 < middle < near - 1


@pytest.mark.parametrize("name", ["chime", "bear-growl", "dog"])
def test_the_generator_makes_the_files_that_are_kept(name: str) -> None:
    new, kept = made(name), sound(name)
    assert len(new) == len(kept)
    assert np.corrcoef(new[:, 0], kept[:, 0])[0, 1] > 0.97
