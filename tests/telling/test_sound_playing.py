"""A sound is played without a gap or a jump, to its end and past it."""

from __future__ import annotations

import numpy as np

from narrator.telling.sound.mix import AudioMix
from narrator.telling.sound.playing import OVERLAP, RATE, looped
from tests.labs.mixlab import played, steady


def test_a_loop_runs_through_its_end_without_a_gap(mix: AudioMix) -> None:
    turn = np.round(8000 * np.sin(2 * np.pi * np.arange(4801) * 7 / 4801)).astype(np.int16)
    mix.effect("heartbeat", sound=turn[:, np.newaxis], loop=True)
    heard = played(mix, 1.0)
    np.testing.assert_allclose(heard * 32768, np.resize(turn, RATE), atol=0.01)
    mix.effect_stop("heartbeat")
    assert np.abs(np.diff(played(mix, 0.6))).max() <= np.abs(np.diff(heard)).max() * 1.01
    assert not played(mix, 0.1).any()
    assert not mix._effects


def test_any_sound_becomes_a_loop_without_a_jump() -> None:
    rise = np.linspace(-9000, 9000, RATE).astype(np.int16)[:, np.newaxis]
    loop = looped(rise)
    assert len(loop) == RATE - int(OVERLAP * RATE)
    assert np.abs(np.diff(np.tile(loop[:, 0].astype(float), 2))).max() < 5


def test_an_effect_once_is_over_and_forgotten(mix: AudioMix) -> None:
    mix.effect("bell", sound=steady(0.3, 0.5), loop=False)
    heard = played(mix, 0.6)
    assert np.count_nonzero(heard) == RATE // 2
    assert not mix._effects
