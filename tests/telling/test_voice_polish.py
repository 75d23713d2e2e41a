"""A raw file becomes a line: at the mixer's rate, even, as loud as all others, and nothing of it is cut off."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.telling.voice.polish import PEAK, even, loud, loudness, polish
from tests.labs.voicelab import samples

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]  # a busy machine renders slowly


@pytest.mark.parametrize("rate", [16_000, 22_050, 44_100, 48_000])
def test_any_sample_rate_becomes_48_kilohertz_without_a_change_of_pitch(tmp_path: Path, rate: int) -> None:
    at = np.arange(rate) / rate
    tone = 0.1 * np.sin(2 * np.pi * 1000 * at) * np.hanning(rate)
    soundfile.write(tmp_path / "raw.wav", tone, rate)
    seconds = polish(tmp_path / "raw.wav", tmp_path / "line.flac", 0.0)
    wave = samples(tmp_path / "line.flac")
    assert seconds == len(wave) / 48_000
    spectrum = np.abs(np.fft.rfft(wave * np.hanning(len(wave))))
    assert np.argmax(spectrum) * 48_000 / len(wave) == pytest.approx(1000, abs=2)
    assert spectrum[int(1200 * seconds) :].max() < spectrum.max() / 300


def test_loudness_is_what_the_ear_hears_and_a_pause_makes_nothing_softer() -> None:
    tone = np.sin(2 * np.pi * 997 * np.arange(48_000) / 48_000)
    assert loudness(tone) == pytest.approx(-3.01, abs=0.05)  # so the standard says
    assert loudness(tone[:9600]) == pytest.approx(-3.01, abs=0.3)
    assert loudness(np.concatenate([*[tone] * 5, np.zeros(480_000), *[tone] * 5])) == pytest.approx(-3.01, abs=0.3)


def test_a_loud_word_rises_half_as_far_above_the_others_as_before() -> None:
    tone = np.sin(2 * np.pi * 440 * np.arange(48_000) / 48_000)
    spoken = np.concatenate([0.2 * tone, 0.2 * tone, 0.8 * tone, 0.2 * tone])
    evened = even(spoken)
    soft, loud_word = (np.abs(evened[start : start + 40_000]).max() for start in (4_000, 100_000))
    assert soft == pytest.approx(0.2, abs=0.001)
    assert 2.5 < loud_word / soft < 3.2
    assert np.abs(np.diff(evened)).max() <= np.abs(np.diff(spoken)).max()


def test_a_click_is_softened_and_the_rest_as_loud_as_ever() -> None:
    wave = 0.1 * np.sin(2 * np.pi * 997 * np.arange(48_000) / 48_000)
    wave[24_000] = 1.0
    louder = loud(wave, -10.0)
    assert np.abs(louder).max() <= PEAK
    assert loudness(louder) == pytest.approx(-10.0, abs=0.2)
    assert len(loud(wave[:47_990], -10.0)) == 47_990


def test_a_word_of_sharp_sounds_is_as_loud_as_the_others_and_not_cut_off() -> None:
    times = np.arange(48_000) / 48_000
    sharp = np.sin(2 * np.pi * 997 * times) * np.where(times % 0.25 < 0.005, 1.0, 0.05)  # most of it is in its peaks
    louder = loud(sharp, -18.0)
    assert np.abs(louder).max() <= PEAK
    assert loudness(louder) == pytest.approx(-18.0, abs=0.6)
