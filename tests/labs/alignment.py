"""Does what is heard begin when it is written, and is it whole? A recorded evening beside the captions of its pages.

    for line in aligned(notes, heard):
        line.begins - line.shown         # seconds: the pages had its caption so long before it was heard
    true_peak(heard.samples)             # decibels relative to full scale

Everything is measured in the recording; the mixer's own reports only say where to look.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from tests.labs.soundlab import RATE, Samples, SoundRecording, find, lines_said

ABOUT = 0.5
"""Seconds before and after its reported time in which a line is looked for."""
FRAME = RATE // 200
SILENT, LOUD = 10 ** (-70 / 20), 10 ** (-45 / 20)
FINER = 4
"""How many points of the wave between two samples are looked at for its true peak."""


class AlignedLine(NamedTuple):
    """A line as it was heard: when its caption was `shown`, when its first and last sample were heard (`monotonic`
    seconds), how alike it is to what was rendered, and the longest `gap` in it, in seconds."""

    text: str
    shown: float
    begins: float
    ends: float
    likeness: float
    gap: float


def aligned(notes: Iterable[Mapping[str, Any]], heard: SoundRecording) -> list[AlignedLine]:
    """Every line that the recording holds completely, in order, according to the notes of `evening_box`."""
    notes, samples, found = list(notes), heard.samples, []
    sent = [note for note in notes if "sent" in note]
    captions = [next(same) for _, same in groupby(sent, lambda note: note["sent"])]
    for line in lines_said(notes, heard):
        at = next((at for at, note in enumerate(captions) if says(note["sent"], line.text)), None)
        assert at is not None, f"no page was sent “{line.text}”"
        shown, captions = captions[at]["at"], captions[at + 1 :]
        since = max(0, int((line.at - ABOUT - heard.began) * RATE))
        place, likeness = find(line.sound, samples[since : int((line.end + ABOUT - heard.began) * RATE)])
        begins = heard.began + (since + place) / RATE
        played = samples[since + place :][: len(line.sound)]
        found.append(
            AlignedLine(line.text, shown, begins, begins + len(line.sound) / RATE, likeness, gap(line.sound, played))
        )
    return found


def says(caption: str, line: str) -> bool:
    """Is this the caption of this line? Its numbers stand in digits."""
    return re.fullmatch(re.sub(r"\d+", r"[\\w ]+", re.escape(caption)), line) is not None


def gap(sound: Samples, played: Samples) -> float:
    """The longest time, in seconds, in which nothing at all is played although this sound is not silent."""
    lost = (loudness_by_frame(played) < SILENT) & (loudness_by_frame(sound) > LOUD)
    return max((sum(1 for _ in same) for is_lost, same in groupby(lost) if is_lost), default=0) * FRAME / RATE


def loudness_by_frame(samples: Samples) -> Samples:
    """How loud each `FRAME` of these samples is, of which a second has 200: RMS, 1 at full scale."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    return np.sqrt(np.mean(np.square(frames), axis=1))


def true_peak(samples: Samples) -> float:
    """How far does the wave go that a loudspeaker makes of these samples, also between them? In decibels."""
    highest = 0.0
    for start in range(0, len(samples), RATE):
        part = samples[max(0, start - FRAME) : start + RATE + FRAME]
        wave = np.fft.irfft(np.fft.rfft(part), FINER * len(part)) * FINER
        inner = wave[FINER * FRAME if start else 0 :][: FINER * RATE]
        highest = max(highest, float(np.abs(inner).max(initial=0.0)))
    return float(20 * np.log10(max(1e-6, highest)))
