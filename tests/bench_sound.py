"""Figures of what is heard: the work of mixing."""

from __future__ import annotations

import time

import numpy as np

from narrator.folders import SOUNDS
from narrator.telling.sound.bed import ComposedBed
from narrator.telling.sound.mix import AudioMix, Narration
from narrator.telling.sound.mixer_process import load
from narrator.telling.sound.playing import RATE
from narrator.telling.sound.scenes import SCENES
from tests.bench import figure

SECONDS = 60


@figure("mixer: a bed, three effects, a voice and its room; of one core", "under 3 %")
def mixing() -> str:
    mix = AudioMix()
    mix.volumes(1.0, 1.0, 1.0, 1.0)
    mix.bed(ComposedBed("night", SCENES["night"], "turn", 1.0, lambda name: load(SOUNDS / f"{name}.ogg")))
    for name in ("howl", "bell", "heartbeat"):
        mix.effect(name, sound=load(SOUNDS / f"{name}.ogg"), loop=True)
    speech = np.random.default_rng(1).normal(0, 3000, (SECONDS * RATE, 1)).astype(np.int16)
    mix.say(Narration(1, speech, room="hall"))
    began, block = time.process_time(), RATE // 40
    for number in range(SECONDS * 40):
        mix.render(block, number * block / RATE)
    return f"{100 * (time.process_time() - began) / SECONDS:.1f} %"
