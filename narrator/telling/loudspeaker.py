"""Where the box speaks and plays sounds: the voice that renders lines and the mixer that plays them, as one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Annotated, Literal, Protocol

from msgspec import Meta

from narrator.bounds import Share
from narrator.folders import SOUNDS
from narrator.telling.sound import Finished, Mixer
from narrator.telling.sound.scenes import ROOMS
from narrator.telling.voice import Line, Voice

CHIME = 2.0
"""Seconds that the chime takes."""
VOLUMES = {"master": 0.8, "voice": 1.0, "ambience": 0.5, "room": 0.7}
"""How loud everything is at first."""
Volumes = Annotated[dict[Literal["master", "voice", "ambience", "room"], Share], Meta(min_length=len(VOLUMES))]
LONGEST_WAIT = 10.0
"""Seconds by which an announcement may be late: a Pi that has just started takes a while before it can speak."""


class Loudspeaker(Protocol):
    """What the box needs to be heard. No method waits for anything."""

    def prepare(self, lines: Iterable[Line]) -> None:
        """Render these lines ahead."""

    def begin(self) -> None:
        """A game begins: one voice says all of it."""

    def say(self, line: Line) -> float:
        """Say a line; returns how many seconds it takes."""

    def say_when_ready(self, line: Line, begins: Callable[[], None]) -> float:
        """Say a line that could not be foreseen, once it is rendered; `begins` is called when it begins to be heard.
        Returns about how many seconds it takes."""

    def chime(self) -> None:
        """Play two soft notes before what is said next."""

    def effect(self, name: str) -> None:
        """Play an effect."""

    def effect_stop(self, name: str) -> None:
        """Stop an effect that loops."""

    def bed(self, name: str | None, turn: str = "", late: float = 0.0) -> None:
        """Begin the ambience of the night or the day, or end it; it varies by its turn and with how late it is."""

    def level(self, part: str) -> None:
        """Make the ambience louder (`window`), softer (`between`) or silent (`silence`)."""

    def volumes(self, *, master: float, voice: float, ambience: float, room: float) -> None:
        """Set the volumes, from 0 to 1; that of the room is how much of the narrator's surroundings is heard."""

    def hush(self) -> None:
        """Stop the line that is being said."""

    def close(self) -> None:
        """Fall silent for good."""


class MixerLoudspeaker:
    """A real loudspeaker: `voice` renders lines, `mixer` plays them, and `caption` writes them for all to read."""

    def __init__(self, voice: Voice, mixer: Mixer, caption: Callable[[str], None]) -> None:
        self.caption = caption
        self.voice = voice
        self.mixer = mixer
        self.prepare = voice.prepare
        self.begin = voice.begin
        self.effect = mixer.effect
        self.effect_stop = mixer.effect_stop
        self.bed = mixer.bed
        self.level = mixer.bed_level
        self.volumes = mixer.volumes
        self._hushed = 0
        self._clip: int | None = None
        self._over = threading.Event()
        self._begins: dict[int, Callable[[], None]] = {}
        self._lock = threading.Lock()
        self._announcer = ThreadPoolExecutor(1, "announcer")
        self._announced: Future[None] = self._announcer.submit(lambda: None)

    def say(self, line: Line, begins: Callable[[], None] | None = None) -> float:
        """Say a line; if it is not rendered, its time passes in silence and the captions show it."""
        self.caption(line.text)
        seconds = self.voice.seconds(line)
        self._begin_again()
        rendered = self.voice.ready(line)
        if not rendered:
            self.voice.missed(line)
        with self._lock:
            self._clip = self.mixer.say(rendered, seconds, ROOMS.get(line.mood, ""))
            if begins is not None:
                self._begins[self._clip] = begins
        return seconds

    def say_when_ready(self, line: Line, begins: Callable[[], None]) -> float:
        """Render a line now and say it once ready, after earlier announcements; a separate thread waits for it."""
        if self.voice.ready(line) and self._announced.done():
            return self.say(line, begins)
        self.voice.prepare([line])
        self._begin_again()
        self._announced = self._announcer.submit(self._wait_and_say, line, begins, self._hushed)
        return self.voice.seconds(line)

    def _begin_again(self) -> None:
        self._clip = None
        self._over.clear()

    def begun(self, clip: int) -> None:
        """The mixer has begun this line, or has reached its end without it."""
        with self._lock:
            begins = self._begins.pop(clip, None)
        if begins is not None:
            begins()

    def finished(self, event: Finished) -> None:
        """The mixer has reached the end of a line."""
        if event.clip == self._clip:
            self._over.set()

    def wait(self, seconds: float) -> bool:
        """Wait at most this long until what was said last is rendered and over; is it over?"""
        wait([self._announced], LONGEST_WAIT)
        return self._over.wait(seconds)

    def chime(self) -> None:
        """Play two soft notes before what is said next; they can be hushed like a line."""
        self.mixer.say([SOUNDS / "chime.ogg"], CHIME, ROOMS["solemn"])

    def _wait_and_say(self, line: Line, begins: Callable[[], None], hushed: int) -> None:
        if hushed == self._hushed:
            self.voice.wait(line, LONGEST_WAIT)
        if hushed == self._hushed:
            self.say(line, begins)

    def hush(self) -> None:
        """Stop the line that is being said, and forget those still to be said."""
        self._hushed += 1
        with self._lock:
            self._begins.clear()
        self.mixer.hush()

    def close(self) -> None:
        """End the voice and the mixer with their processes."""
        self._announcer.shutdown(wait=False, cancel_futures=True)
        self.voice.close()
        self.mixer.close()
