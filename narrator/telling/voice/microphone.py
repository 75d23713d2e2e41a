"""What is heard at the microphone? One sound at a time, until somebody has said what was to be said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from narrator.errors import NarratorError
from narrator.telling.voice.polish import RATE
from narrator.telling.voice.recordings import LONGEST


def record(target: Path, said: Callable[[], object]) -> None:
    """Record into a WAV file until `said` returns, a minute at most.

    Raises `NarratorError`: `no-microphone` where there is none, or it is in use.
    """
    blocks: list[Any] = []

    def hear(block: Any, frames: int, time: Any, status: Any) -> None:
        if sum(map(len, blocks)) < LONGEST * RATE:
            blocks.append(block.copy())

    try:
        import sounddevice

        stream = sounddevice.InputStream(samplerate=RATE, channels=1, dtype="float32", callback=hear)
    except Exception as error:  # noqa: BLE001 PortAudio may be missing, or have no device, or one that is in use
        remedy = "is one plugged in, and not in use by another program? `arecord -l` lists them."
        raise NarratorError("no-microphone", f"The microphone cannot be heard ({error}): {remedy}") from None
    with stream:
        said()
    soundfile.write(target, np.concatenate(blocks or [np.zeros((1, 1))])[: int(LONGEST * RATE)], RATE, subtype="PCM_24")
