"""A room answers what is said, and delays nothing of it."""

from __future__ import annotations

import numpy as np
import pytest

from narrator.telling.sound.mix import LEAD, AudioMix, Narration
from narrator.telling.sound.playing import RATE
from narrator.telling.sound.room import Room
from tests.labs.mixlab import played


def in_a_room(mix: AudioMix, room: str, level: float) -> tuple[np.ndarray, np.ndarray]:
    """What is heard of a click in this place: at once, and what comes back."""
    mix.volumes(1.0, 1.0, 1.0, level)
    played(mix, 0.5)
    click = np.zeros((RATE // 10, 1), np.int16)
    click[0] = 20000
    mix.say(Narration(1, click, room=room))
    heard = played(mix, 2.0)
    return heard[: LEAD + 1], heard[LEAD + 1 :]


def test_a_room_answers_and_delays_nothing_that_is_said(mix: AudioMix) -> None:
    said, answered = in_a_room(mix, "hall", 1.0)
    assert said[-1] == pytest.approx(20000 / 32768, abs=1e-6)
    assert not said[:-1].any()
    strength = [np.abs(answered[start : start + RATE // 5]).max() for start in range(0, len(answered), RATE // 5)]
    assert strength[0] > 4 * strength[2] > 0
    assert not answered[int(1.4 * RATE) :].any()


@pytest.mark.parametrize(("room", "level"), [("", 1.0), ("hall", 0.0)])
def test_nothing_answers_in_no_room_and_where_the_room_is_off(mix: AudioMix, room: str, level: float) -> None:
    assert not in_a_room(mix, room, level)[1].any()


def test_the_narrator_is_closer_by_the_hearth_than_in_a_hall() -> None:
    loud, long = [], []
    for room in ("hearth", "clearing", "hall"):
        mix = AudioMix()
        mix.volumes(1.0, 1.0, 1.0)
        played(mix, 1.0)
        power = np.square(in_a_room(mix, room, 1.0)[1])
        loud.append(power.sum())
        long.append(np.searchsorted(np.cumsum(power), 0.9 * power.sum()))
    assert loud == sorted(loud)
    assert long == sorted(long)


def test_a_room_answers_the_same_whatever_the_size_of_the_blocks() -> None:
    spoken = np.random.default_rng(1).normal(0, 0.1, (RATE, 2)).astype(np.float32)
    whole = Room().answer(spoken, "clearing")
    room, parts, start = Room(), [], 0
    for size in (1, 480, 3000, 4097, *[1200] * 40):
        parts.append(room.answer(spoken[start : start + size], "clearing"))
        start += size
    np.testing.assert_allclose(np.concatenate(parts), whole, atol=1e-6)
