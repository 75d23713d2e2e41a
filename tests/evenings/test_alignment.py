"""The measure of a recorded evening, tried on evenings that were made up: each fault that it looks for is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from tests.labs.alignment import AlignedLine, aligned, true_peak
from tests.labs.soundlab import RATE, Samples, SoundRecording

LINES = ("Everyone, close your eyes.", "Night two. Werewolves, wake up.")
CAPTIONS = ("Everyone, close your eyes.", "Night 2. Werewolves, wake up.")


def babble(seed: int, seconds: float = 1.0) -> Samples:
    """A sound like no other."""
    return np.random.default_rng(seed).normal(0, 0.1, int(seconds * RATE)).astype(np.float32)


NIGHT = babble(9, 6.0) / 20
FADE = RATE // 100


def measured(folder: Path, sounds: dict[float, Samples], shown: tuple[float, ...] = (2.0, 4.0)) -> list[AlignedLine]:
    """The lines of an evening of six seconds, reported to begin at 2 and 4, in which these sounds are heard."""
    notes: list[dict[str, Any]] = [{"at": at, "sent": text} for at, text in zip(shown, CAPTIONS, strict=True)]
    for clip, text in enumerate(LINES):
        path, at = folder / f"{clip}.flac", 2.0 + 2 * clip
        soundfile.write(path, babble(clip), RATE)
        notes += [{"at": at, "said": text}, {"at": at, "clip": clip, "paths": [path], "seconds": 1.0}]
        notes.append({"event": "Started", "clip": clip, "at": at})
    heard, samples = SoundRecording(), NIGHT.copy()
    for at, sound in sounds.items():
        samples[int(at * RATE) :][: len(sound)] += sound
    heard._raw += (samples * 32768).astype("<i2").tobytes()
    return aligned(sorted(notes, key=lambda note: note["at"]), heard)


def test_lines_are_found_where_they_begin(tmp_path: Path) -> None:
    lines = measured(tmp_path, {2.1: babble(0), 3.8: babble(1)}, shown=(2.05, 4.0))
    assert [line.begins - line.shown for line in lines] == pytest.approx([0.05, -0.2], abs=0.001)
    assert [line.ends for line in lines] == pytest.approx([3.1, 4.8], abs=0.001)
    assert min(line.likeness for line in lines) > 0.97
    assert [line.gap for line in lines] == [0, 0]


def test_a_gap_in_which_not_even_the_ambience_is_heard_is_found(tmp_path: Path) -> None:
    ducked, holed, lost = babble(0), babble(0), slice(RATE // 2, RATE // 2 + RATE // 20)
    ducked[lost] = 0
    holed[lost] = -NIGHT[5 * RATE // 2 :][: RATE // 20]
    assert [line.gap for line in measured(tmp_path, {2.0: ducked, 4.0: babble(1)})] == [0, 0]
    assert measured(tmp_path, {2.0: holed, 4.0: babble(1)})[0].gap == pytest.approx(0.05, abs=0.006)


def test_a_line_that_is_not_heard_is_like_nothing(tmp_path: Path) -> None:
    assert [line.likeness > 0.9 for line in measured(tmp_path, {2.0: babble(0)})] == [True, False]


def test_a_line_that_is_never_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no page was sent"):
        measured(tmp_path, {2.0: babble(0), 4.0: babble(1)}, shown=(4.0, 2.0))


def test_the_true_peak_lies_between_samples() -> None:
    between = np.sin(np.pi / 4 + np.pi / 2 * np.arange(3 * RATE)).astype(np.float32)
    assert np.abs(between).max() == pytest.approx(0.707, abs=0.001)
    between[:FADE] *= np.linspace(0, 1, FADE)
    between[-FADE:] *= np.linspace(1, 0, FADE)
    assert true_peak(between) == pytest.approx(0.0, abs=0.1)
    assert true_peak(between / 2) == pytest.approx(-6.0, abs=0.1)
