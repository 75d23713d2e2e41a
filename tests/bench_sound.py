"""Figures of what is heard: the work of mixing, and of a natural voice."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from narrator.folders import SOUNDS
from narrator.game.all_lines import all_lines
from narrator.game.library import LIBRARY
from narrator.telling.sound.bed import ComposedBed
from narrator.telling.sound.loop import loop_in
from narrator.telling.sound.mix import AudioMix, Narration
from narrator.telling.sound.mixer_process import load
from narrator.telling.sound.playing import RATE
from narrator.telling.sound.scenes import SCENES
from narrator.telling.voice import Line, Models, speakable
from narrator.telling.voice.renderer import Speakers, render
from tests.bench import figure

SECONDS = 60
SOME = 15
"""One line of so many is rendered for the figure of all."""
NAMES = ("Ann", "Łukasz", "Christopher", "Анна", "Maximilian", "美咲")
MOODS_OF_NAMES = ("solemn", "cheerful", "hushed")
SLOWED = 5
"""What a machine is slower by that has a fifth of this core."""


@figure("mixer: a bed, three effects, a voice and its room; of one core", "under 3 %")
def mixing() -> str:
    mix = AudioMix()
    mix.volumes(1.0, 1.0, 1.0, 1.0)
    files = {make: lambda name, make=make: make(SOUNDS / f"{name}.ogg") for make in (loop_in, load)}
    mix.bed(bed := ComposedBed("night", SCENES["night"], "turn", 1.0, *files.values()))
    for name in ("howl", "bell", "heartbeat"):
        mix.effect(name, sound=load(SOUNDS / f"{name}.ogg"), loop=True)
    speech = np.random.default_rng(1).normal(0, 3000, (SECONDS * RATE, 1)).astype(np.int16)
    mix.say(Narration(1, speech, room="hall"))
    began, block = time.process_time(), RATE // 40
    for number in range(SECONDS * 40):
        bed.work_ahead(1.0)
        mix.render(block, number * block / RATE)
    return f"{100 * (time.process_time() - began) / SECONDS:.1f} %"


@figure("natural voice: all English lines of The Pact from nothing; one core, a line in fifteen", "under 6 min")
def all_of_a_roleset() -> str:
    lines = [*all_lines(LIBRARY, ["the-pact"], "en")]
    seconds = SOME * worked_for(lines[::SOME])
    return f"{seconds / 60:.1f} min for {len(lines)} lines"


@figure("natural voice: a name in all moods when its owner joins, on a fifth of this core", "under 3 s")
def a_name() -> str:
    seconds = [SLOWED * worked_for([Line(name, mood) for mood in MOODS_OF_NAMES]) for name in NAMES]
    return f"{np.median(seconds):.1f} s in the median, {max(seconds):.1f} s at most ({', '.join(NAMES)})"


def worked_for(lines: Sequence[Line]) -> float:
    """The seconds of computing until these lines are ready, once the voice is loaded."""
    model = Models(Path("/nowhere")).of("en")
    assert model is not None, "the natural voice is missing: make voice"
    speaker = {"engine": "piper", "language": "en", "name": str(model), "rate": None}
    speakers: Speakers = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, line in enumerate([Line("It is night."), *lines]):
            if number == 1:
                began = time.process_time()
            request = {"text": speakable(line.text), **line.manner._asdict(), "target": f"{folder}/{number}"}
            answer = render(speakers, {"speaker": speaker, **request})
            assert "seconds" in answer, answer
    return time.process_time() - began
