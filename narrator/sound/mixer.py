"""The mixer's remote control: says what should be heard, learns what was heard, outlives every speaker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from narrator.errors import NarratorError


class Started(NamedTuple):
    """The first sample of a line was heard at `at` (seconds of `time.monotonic`). Comes again if the line is repeated."""

    clip: int
    at: float


class Finished(NamedTuple):
    """A line is over since `at`; every `say` gets exactly one. `whole` is False if it was hushed or unplayable."""

    clip: int
    at: float
    whole: bool


class SpeakerLost(NamedTuple):
    """Nothing can be heard from now on, and why; lines go on silently, in their time. Said once for each loss."""

    trouble: NarratorError


class SpeakerFound(NamedTuple):
    """A speaker is open: at the start, and each time after a `SpeakerLost`. `device` is its name."""

    device: str


class Unplayable(NamedTuple):
    """A sound file is missing or damaged (code `unplayable-sound`); the game goes on without it."""

    trouble: NarratorError


Event = Started | Finished | SpeakerLost | SpeakerFound | Unplayable


class Mixer:
    """One speaker, opened once and kept: narration over a looping bed, with effects.

    `tell` gets every `Event`, in order, from the mixer's own thread, when it is heard (not when it is computed): it must
    return at once, for example `inbox.put`. `device` is part of a device's name (None: the system's default), `sounds`
    the folder with the beds and effects. All methods return at once, may be called from any thread and before `start`.

    Without a speaker everything goes on in its time, silently: `Started` and `Finished` come as if it were heard. A
    speaker that goes or comes during a game is noticed within five seconds. Bed, loops and volumes are restored; the
    line that was interrupted (or was going on silently) starts again from its beginning, because half a call in the
    dark helps nobody.
    """

    def __init__(self, tell: Callable[[Event], None], *, sounds: Path, device: str | None = None) -> None:
        raise NotImplementedError

    def start(self) -> None:
        """Start the mixer's process; `SpeakerFound` or `SpeakerLost` (code `no-speaker`) tells how it went."""
        raise NotImplementedError

    def say(self, path: Path | None, seconds: float) -> int:
        """Play this line after those still waiting and return its number.

        `seconds` is its length, for when nobody can hear it: no speaker, or no file (`path` None: a caption only).
        """
        raise NotImplementedError

    def hush(self) -> None:
        """End the line now, with a short fade, and drop those waiting; each gets its `Finished` with `whole` False."""
        raise NotImplementedError

    def bed(self, name: str | None) -> None:
        """Crossfade to the ambience of this name (`"night"`, `"day"`), or to none, in three seconds."""
        raise NotImplementedError

    def bed_level(self, level: str) -> None:
        """How loud is the bed under the silence: `"window"` (full, while players act) or `"between"` (soft)."""
        raise NotImplementedError

    def effect(self, name: str) -> None:
        """Play an effect over the bed (`howl cock-crow bell bear-growl chime`); `heartbeat` goes on until stopped."""
        raise NotImplementedError

    def effect_stop(self, name: str) -> None:
        """Fade out this effect, in half a second."""
        raise NotImplementedError

    def volumes(
        self, *, master: float | None = None, voice: float | None = None, ambience: float | None = None
    ) -> None:
        """Set volumes, 0 (silent) to 1 (the maximum; more is 1); `ambience` is for bed and effects."""
        raise NotImplementedError

    def pause(self) -> None:
        """Hold everything, with a short fade. The stream stays open."""
        raise NotImplementedError

    def resume(self) -> None:
        """Go on. A line that was interrupted starts again from its beginning."""
        raise NotImplementedError

    def close(self) -> None:
        """Fade out, end the process; at most a second. No event comes after it."""
        raise NotImplementedError
