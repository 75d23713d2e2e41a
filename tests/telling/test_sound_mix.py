"""What the mixer computes, sample by sample, without a device: fades, ducking, loops, limits."""

from __future__ import annotations

import numpy as np
import pytest
import soundfile

from narrator.folders import SOUNDS
from narrator.telling.sound.bed import ComposedBed
from narrator.telling.sound.mix import AFTER, ASIDE, BREATH, CEILING, CROSSFADE, DUCKED, LEAD, AudioMix, Narration
from narrator.telling.sound.playing import RATE, Sound
from narrator.telling.sound.scenes import LEVELS, alone
from tests.labs.alignment import true_peak
from tests.labs.mixlab import BLOCKS, played, steady

LONG = 20.0
"""More seconds than any of these tests plays."""


def bed(sound: Sound, name: str = "night") -> ComposedBed:
    """A bed that is nothing but this sound."""
    made = ComposedBed(name, alone(name), "", 0.0, lambda _: np.resize(sound, (RATE, 2)), lambda _: sound)
    made.work_ahead(LONG)
    return made


def ramp(seconds: float) -> Sound:
    """A voice whose every sample differs from the one before."""
    return (np.arange(int(seconds * RATE), dtype=np.int16) % 20000)[:, np.newaxis]


def events(mix: AudioMix) -> list[dict[str, object]]:
    told = list(mix.happened)
    mix.happened.clear()
    return told


def test_it_begins_softly_and_silence_is_silence() -> None:
    mix = AudioMix()
    mix.bed(bed(steady(0.5, 0.5)))
    mix.volumes(1.0, 1.0, 1.0)
    heard = played(mix, CROSSFADE + 2)
    assert heard[0] < 1e-4
    assert np.diff(heard).max() < 1e-3
    assert heard[-1] == pytest.approx(0.5 * LEVELS["night"]["between"], rel=0.01)
    assert not played(AudioMix(), 1.0).any()


def test_a_line_is_played_to_the_sample_and_its_times_are_told(mix: AudioMix) -> None:
    line = ramp(0.7)
    mix.say(Narration(7, line))
    began = mix.now  # type: ignore[attr-defined]
    heard = played(mix, 1.0)
    assert not heard[:LEAD].any()
    np.testing.assert_allclose(heard[LEAD : LEAD + len(line)] * 32768, line[:, 0], atol=0.01)
    assert not heard[LEAD + len(line) :].any()
    started, finished = events(mix)
    assert started == {"event": "started", "clip": 7, "at": pytest.approx(began + LEAD / RATE, abs=1e-6)}
    assert finished["at"] == pytest.approx(began + (LEAD + len(line)) / RATE, abs=1e-6)
    assert finished["whole"]


def test_the_bed_is_ducked_before_the_first_word_and_comes_back_after_the_last(mix: AudioMix) -> None:
    mix.bed(bed(steady(0.5)))
    played(mix, CROSSFADE + 0.1)
    mix.say(Narration(1, steady(0.0, 1.0)))
    heard = played(mix, 4.0)
    line = slice(LEAD + BLOCKS[0], LEAD + RATE)
    assert heard[line] == pytest.approx(0.5 * DUCKED, rel=0.01)
    assert heard[LEAD + RATE : LEAD + RATE + AFTER - 2048] == pytest.approx(0.5 * DUCKED, rel=0.01)
    assert heard[-1] == pytest.approx(0.5, rel=0.01)
    assert np.abs(np.diff(heard)).max() < 5e-4  # never a jump
    assert heard.min() > 0.4 * DUCKED  # never paused


def test_an_effect_is_ducked_further_than_the_bed_and_slowly(mix: AudioMix) -> None:
    mix.effect("howl", sound=steady(0.5), loop=True)
    played(mix, 0.5)
    mix.say(Narration(1, steady(0.0, 2.0)))
    heard = played(mix, 4.0)
    assert heard[LEAD + BLOCKS[0]] > 0.9 * 0.5 * DUCKED
    assert heard[RATE : 2 * RATE] == pytest.approx(0.5 * DUCKED * ASIDE, rel=0.01)
    assert heard[-1] == pytest.approx(0.5, rel=0.01)
    assert np.abs(np.diff(heard)).max() < 5e-4  # never a jump


def test_lines_wait_for_one_another_with_a_breath_between_and_the_bed_stays_down(mix: AudioMix) -> None:
    mix.bed(bed(steady(0.5)))
    played(mix, CROSSFADE + 0.1)
    for clip in (1, 2):
        mix.say(Narration(clip, steady(0.0, 0.5)))
    heard = played(mix, 1.6)
    order = [(event["event"], event["clip"]) for event in mix.happened]
    assert order == [("started", 1), ("finished", 1), ("started", 2), ("finished", 2)]
    first_over, second_began = mix.happened[1]["at"], mix.happened[2]["at"]
    assert second_began - first_over == pytest.approx(BREATH / RATE, abs=1e-6)
    assert heard[2 * LEAD : RATE + BREATH].max() == pytest.approx(0.5 * DUCKED, rel=0.01)


def test_nothing_waits_for_a_bed_that_is_not_composed_yet(mix: AudioMix) -> None:
    late = ComposedBed("night", alone("night"), "", 0.0, lambda _: steady(0.5), lambda _: steady(0.5))
    mix.bed(late)
    assert not played(mix, CROSSFADE + 0.1).any()
    late.work_ahead(1.0)
    assert played(mix, 0.5) == pytest.approx(0.5, rel=0.01)
    assert not played(mix, 1.0)[RATE * 3 // 5 :].any()


def test_one_bed_fades_into_the_next(mix: AudioMix) -> None:
    mix.bed(bed(steady(0.4)))
    played(mix, CROSSFADE + 0.1)
    mix.bed(bed(steady(0.4 / LEVELS["day"]["window"]), "day"))
    heard = played(mix, CROSSFADE + 0.1)
    assert heard == pytest.approx(0.4, rel=0.01)
    assert [one.name for one in mix.beds] == ["day"]
    mix.bed(None)
    assert played(mix, CROSSFADE + 0.1)[-1] == 0
    assert not mix.beds


def test_the_ambience_is_louder_in_a_window_than_between(mix: AudioMix) -> None:
    mix.bed(bed(steady(0.5)))
    mix.bed_level("between")
    soft = played(mix, CROSSFADE + 0.1)[-1]
    mix.bed_level("window")
    full = played(mix, 1.5)[-1]
    assert soft == pytest.approx(0.5 * LEVELS["night"]["between"], rel=0.01)
    assert full == pytest.approx(0.5, rel=0.01)


def test_hushing_ends_the_line_softly_and_drops_the_rest(mix: AudioMix) -> None:
    for clip in (1, 2, 3):
        mix.say(Narration(clip, steady(0.5, 3.0)))
    played(mix, 0.5)
    events(mix)
    mix.todo.append(mix.hush)
    heard = played(mix, 0.5)
    assert np.abs(np.diff(heard)).max() < 5e-4
    assert np.count_nonzero(heard) < 0.1 * RATE
    assert [(event["event"], event["clip"], event["whole"]) for event in mix.happened] == [
        ("finished", 2, False), ("finished", 3, False), ("finished", 1, False),
    ]  # fmt: skip
    events(mix)
    mix.say(Narration(4, steady(0.5, 0.1)))
    played(mix, 0.5)
    assert [event["clip"] for event in mix.happened] == [4, 4]


@pytest.mark.parametrize("spoken", [0.01, 0.3, 0.6, 0.8])
def test_what_is_said_after_a_hush_does_not_wait_for_a_breath(mix: AudioMix, spoken: float) -> None:
    for clip in (1, 2):
        mix.say(Narration(clip, steady(0.5, 0.5)))
    played(mix, spoken)
    hushed = mix._at
    mix.todo.append(mix.hush)
    mix.todo.append(lambda: mix.say(Narration(3, steady(0.5, 0.5))))
    played(mix, 0.5)
    [started] = [event["at"] for event in mix.happened if event["event"] == "started" and event["clip"] == 3]
    assert started - hushed < 0.15


def test_hushing_a_line_that_has_not_begun(mix: AudioMix) -> None:
    mix.say(Narration(1, steady(0.5, 1.0)))
    played(mix, 0.01)
    mix.todo.append(mix.hush)
    assert not played(mix, 0.2).any()
    assert [(event["event"], event["clip"]) for event in mix.happened] == [("finished", 1)]


def test_nothing_is_ever_louder_than_the_ceiling(mix: AudioMix) -> None:
    loud = (32767 * np.sign(np.sin(np.arange(RATE) / 20))).astype(np.int16)[:, np.newaxis]
    mix.bed(bed(loud))
    for name in ("howl", "bell", "chime"):
        mix.effect(name, sound=loud, loop=True)
    mix.say(Narration(1, loud))
    heard = played(mix, 4.0)
    assert 0.95 * CEILING < np.abs(heard).max() <= CEILING


def test_no_wave_of_the_game_at_its_loudest_leaves_the_range_of_a_loudspeaker(mix: AudioMix) -> None:
    spectrum = np.fft.rfft(np.random.default_rng(1).normal(0, 0.4, 4 * RATE))
    spectrum[len(spectrum) // 3 :] = 0  # no voice has anything above 8 kHz
    shout = np.fft.irfft(spectrum).clip(-1, 1)
    mix.say(Narration(1, (32767 * shout).astype(np.int16)[:, np.newaxis]))
    for path in SOUNDS.glob("*.ogg"):
        mix.effect(path.stem, sound=soundfile.read(path, dtype="int16", always_2d=True)[0], loop=True)
    mix.volumes(1.0, 1.0, 1.0)
    assert true_peak(played(mix, 4.0)) < -1


def test_what_is_not_too_loud_is_not_touched(mix: AudioMix) -> None:
    line = (20000 * np.sin(np.arange(RATE) / 10)).astype(np.int16)[:, np.newaxis]
    mix.say(Narration(1, line))
    np.testing.assert_allclose(played(mix, 1.1)[LEAD : LEAD + RATE] * 32768, line[:, 0], atol=0.01)


@pytest.mark.parametrize(("asked", "heard"), [(0.0, 0.0), (0.5, 0.125), (1.0, 0.5), (7.0, 0.5), (-1.0, 0.0)])
def test_volumes_are_bounded_and_follow_the_ear(mix: AudioMix, asked: float, heard: float) -> None:
    mix.say(Narration(1, steady(0.5, 3.0)))
    mix.volumes(asked, 1.0, 1.0)
    assert played(mix, 1.0)[-1] == pytest.approx(heard, abs=0.001)
    mix.volumes(1.0, asked, 1.0)
    assert played(mix, 1.0)[-1] == pytest.approx(heard, abs=0.001)


def test_ambience_has_a_volume_of_its_own(mix: AudioMix) -> None:
    mix.bed(bed(steady(0.5)))
    mix.effect("howl", sound=steady(0.2), loop=True)
    mix.volumes(1.0, 1.0, 0.0)
    assert played(mix, CROSSFADE + 1)[-1] == 0
    mix.volumes(1.0, 0.0, 1.0)
    assert played(mix, 1.0)[-1] == pytest.approx(0.7, rel=0.01)
