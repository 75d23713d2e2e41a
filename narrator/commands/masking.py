"""`narrator doctor --masking`: does the night's bed cover the taps and clicks of those who are awake?"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from queue import Empty
from tempfile import TemporaryDirectory

import soundfile

from narrator.commands.findings import PATIENCE, box_runs
from narrator.errors import NarratorError
from narrator.folders import OWN_SOUNDS, SOUNDS
from narrator.inbox import Inbox
from narrator.lobby.lobby import TABLE, Lobby
from narrator.telling.own_sounds import listed
from narrator.telling.sound import Event, Mixer, SpeakerFound, SpeakerLost
from narrator.telling.sound.masking import COVERED, Band, compared
from narrator.telling.voice.microphone import record

TURN, LATE = "masking", 1.0
"""A night without river, rain or fire, late in a game, when even the crickets are few: what covers least."""
RISING, LISTENING = 4.0, 15.0
"""Seconds until the bed is as loud as it will be, and for which it is measured."""


def masking(data: Path) -> int:
    """Have somebody tap, play the bed, compare them, and say what to do; 0 if the bed covers all, or nobody knows."""
    if box_runs(data):
        print("A running box is using the speaker: stop it first (`sudo systemctl stop narrator`).")
        return 1
    volumes = Lobby(data / TABLE).volumes
    with TemporaryDirectory() as folder:
        taps, bed = Path(folder) / "taps.wav", Path(folder) / "bed.wav"
        trouble = _record_taps(taps)
        print("Now you hear the night, as it is while somebody chooses. Keep quiet.", flush=True)
        try:
            with closing(_Night(data, volumes)) as night:
                night.wait(RISING)
                if trouble is None:
                    record(bed, lambda: night.wait(LISTENING))
                else:
                    night.wait(LISTENING)
        except NarratorError as error:
            print(error.sentence)
            return 1
        if trouble is not None:
            print(f"{trouble.sentence} Without one nothing can be measured: did you hear a tap through it?")
            return 0
        (one, rate), (other, _) = (soundfile.read(file, dtype="float32") for file in (taps, bed))
    bands = compared(one, other, rate)
    for line in said(bands, volumes["ambience"]):
        print(line)
    return int(not bands or max(band.too_soft_by for band in bands) > 0)


def _record_taps(file: Path) -> NarratorError | None:
    """Record some taps; what is wrong where there is no microphone."""
    print("Lay the microphone where a listening player sits, and switch off anything that changes its level by itself.")
    print("Keep quiet except for this: tap a phone five times, and press a button five times, a second apart.")
    print("… Enter when you have finished.", flush=True)
    try:
        record(file, sys.stdin.readline)
    except NarratorError as error:
        return error
    return None


def said(bands: Sequence[Band], ambience: float) -> Iterator[str]:
    """What was found out, in lines; the background is at `ambience` now, from 0 to 1."""
    if not bands:
        yield "No tap was heard above the room: lay the microphone nearer, or wait until it is quieter, and try again."
        return
    yield "around     tap     bed"
    for band in bands:
        where = f"bed {abs(band.above):.0f} dB {'above' if band.above > 0 else 'below'} the tap"
        short = f", {band.too_soft_by:.0f} dB too soft" if band.too_soft_by > 0 else ""
        heard = f"{where}{short}" if band.audible else "the tap is not heard here"
        yield f"{band.centre:>4} Hz  {band.tap:4.0f} dB  {band.bed:4.0f} dB   {heard}"
    uncovered = [band for band in bands if band.too_soft_by > 0]
    if not uncovered:
        yield f"The night covers taps and clicks: it is {COVERED:.0f} dB or more above them wherever they are heard."
        return
    missing = max(band.too_soft_by for band in uncovered)
    louder = ambience * 10 ** (missing / 40)
    yield f"Taps can be heard through the night: it is {missing:.0f} dB too soft."
    if 0 < louder <= 1:
        yield f"On the host's page, turn the background up from {ambience:.0%} to {louder:.0%}."
    else:
        yield "That is more than the host's page can add: turn the loudspeaker up, or move it nearer to the players."
    yield "Or make taps softer: felt or a cloth under each phone and button, and a fingertip instead of a nail."
    low, high = uncovered[0].centre, uncovered[-1].centre
    pitches = f"around {low} Hz" if low == high else f"from {low} to {high} Hz"
    yield f"Or play a bed of your own with more {pitches}, such as rain or a river: `narrator sounds`."


class _Night:
    """The bed, as it is heard inside a window. Raises `NarratorError` where there is no speaker."""

    def __init__(self, data: Path, volumes: dict[str, float]) -> None:
        self._heard: Inbox[Event] = Inbox()
        own, _ = listed(data / OWN_SOUNDS, SOUNDS)
        self._mixer = Mixer(self._heard.put, sounds=SOUNDS, own=data / OWN_SOUNDS, listed=own)
        self._mixer.start()
        self._mixer.volumes(**volumes)
        self._mixer.bed_level("window")
        self._mixer.bed("night", TURN, LATE)
        self.close = self._mixer.close
        try:
            self.wait(PATIENCE, until=SpeakerFound)
        except BaseException:
            self.close()
            raise

    def wait(self, seconds: float, until: type[Event] | None = None) -> None:
        """Listen for so long, or until something happens."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                event = self._heard.take(left)
            except Empty:
                return
            if isinstance(event, SpeakerLost):
                raise event.trouble
            if until is not None and isinstance(event, until):
                return
