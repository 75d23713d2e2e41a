"""A loop that is decoded while it plays is heard as one in memory is."""

from __future__ import annotations

import numpy as np
import pytest

from narrator.folders import SOUNDS
from narrator.telling.sound.loop import loop_in
from narrator.telling.sound.mixer_process import load
from narrator.telling.sound.playing import OVERLAP, RATE, Fader, Playing, looped


@pytest.mark.parametrize("name", ["wind", "heartbeat"])
def test_a_loop_that_is_decoded_while_it_plays_is_the_same_as_one_in_memory(name: str) -> None:
    file = SOUNDS / f"{name}.ogg"
    whole, reel = looped(load(file)), loop_in(file)
    assert len(reel) == len(whole)
    lap = int(OVERLAP * RATE)
    for start, stop in ((500, lap + 900), (lap + 900, lap + 1000), (70_000, 70_500), (0, 500), (9, 10)):
        np.testing.assert_array_equal(reel[start:stop], whole[start:stop])
    np.testing.assert_array_equal(reel[len(whole) - 700 : len(whole) + 700], whole[-700:])
    around = [Playing(name, sound, loop=True, volume=Fader(1.0), place=len(whole) - 999) for sound in (reel, whole)]
    for _ in range(4):
        one, other = np.zeros((2, 9600, 2), np.float32)
        for playing, out in zip(around, (one, other), strict=True):
            playing.add_to(out)
        np.testing.assert_array_equal(one, other)
