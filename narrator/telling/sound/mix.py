"""What does the next moment sound like? Pure arithmetic: no device, no file, no clock.

Everything that is playing is added up, block by block, at 48 kHz in stereo. Every change of volume is a straight line
over time (`Fader`), so nothing clicks; the sum is bent softly below `CEILING`, so nothing clips and nothing is louder
than that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from narrator.telling.sound.bed import ComposedBed
from narrator.telling.sound.playing import RATE, Block, Fader, Playing, Sound
from narrator.telling.sound.room import Room

LEAD = int(0.02 * RATE)  # the bed is ducked before the first word
BREATH = int(0.25 * RATE)  # between lines that were waiting for one another
AFTER = int(0.2 * RATE)  # how long the bed stays ducked after the last word
RELEASE = 0.8
DUCKED = 0.16  # -16 dB
ASIDE, STEP = 0.35, 0.6  # effects are louder than beds: under a line they drop by another 9 dB, but slowly
CROSSFADE, TURN = 3.0, 0.8  # the beds' changes: from one to the next, and to be louder or softer
SHORT_FADE, HUSH = 0.08, 0.03
KNEE, CEILING = 0.7, 0.85  # so the wave between two samples, too, stays 1 dB below the loudest that there is


@dataclass
class Narration:
    """A line to be said, in the place of this name."""

    clip: int
    sound: Sound
    whole: bool = True
    room: str = ""


@dataclass
class AudioMix:
    """All that is playing.

    Commands are put into `todo` (from any thread) and carried out at the start of the next `render`. Lines that started
    or finished go to `happened`, with the time of their first or last sample. Another thread composes the `beds` ahead.
    """

    todo: deque[Callable[[], None]] = field(default_factory=deque)
    happened: deque[dict[str, Any]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self.beds: list[ComposedBed] = []
        self._effects: list[Playing] = []
        self._lines: deque[Narration] = deque()
        self._line: Narration | None = None
        self._place = -LEAD
        self._quiet_for = AFTER
        self._duck = Fader(1.0)
        self._aside = Fader(1.0)
        self._part = "between"
        self._master = Fader(0.0)
        self._voice = Fader(1.0)
        self._ambience = Fader(1.0)
        self._nearness = Fader(0.0)
        self._room = Room()
        self._where = ""
        self._at = 0.0

    def say(self, line: Narration) -> None:
        """Say this line after those that wait."""
        self._lines.append(line)

    def hush(self) -> None:
        """Fade out the line and forget those that are waiting."""
        if self._line is not None and self._place > 0:
            rest = self._line.sound[self._place : self._place + int(HUSH * RATE)]
            fade = np.linspace(1, 0, len(rest), dtype=np.float32)[:, np.newaxis]
            self._line = Narration(self._line.clip, (rest * fade).astype(np.int16), whole=False, room=self._line.room)
            self._place = 0
        elif self._line is not None:
            self._lines.appendleft(self._line)
            self._line = None
            self._place = -LEAD
        for line in self._lines:
            self._report("finished", line.clip, self._at, whole=False)
        self._lines.clear()

    def bed(self, bed: ComposedBed | None) -> None:
        """Crossfade to this bed, or to none."""
        for before in self.beds:
            before.volume.to(0.0, CROSSFADE)
        if bed is not None:
            bed.play_at(self._part, 0.0)
            bed.volume.to(1.0, CROSSFADE)
            self.beds.append(bed)

    def bed_level(self, part: str) -> None:
        """From now on the bed is as loud as `LEVELS` says of this part."""
        self._part = part
        for bed in self.beds[-1:]:
            bed.play_at(part, TURN)

    def effect(self, name: str, *, sound: Sound, loop: bool) -> None:
        """Play this over the bed."""
        self._effects.append(Playing(name, sound, loop, Fader(1.0)))

    def effect_stop(self, name: str) -> None:
        """Fade out all effects of this name."""
        for effect in self._effects:
            if effect.name == name:
                effect.volume.to(0.0, 0.5)

    def volumes(self, master: float, voice: float, ambience: float, room: float = 0.0) -> None:
        """Set the volumes, each from 0 to 1; they are squared, since ears are not linear. That of the `room` says how
        much echo there is."""
        volumes = {self._master: master, self._voice: voice, self._ambience: ambience, self._nearness: room}
        for fader, volume in volumes.items():
            fader.to(min(1.0, max(0.0, volume)) ** 2, 0.3)

    def fade_out(self) -> None:
        """The last thing that is heard."""
        self._master.to(0.0, SHORT_FADE)

    def render(self, frames: int, at: float) -> Block:
        """The next block, whose first sample is heard at the time `at`."""
        self._at = at
        while self.todo:
            self.todo.popleft()()
        out = np.zeros((frames, 2), np.float32)
        spoken = np.zeros((frames, 2), np.float32)
        self._speak(spoken)
        if self._nearness.level or self._nearness.goal:
            spoken += self._room.answer(spoken, self._where) * self._nearness.run(frames)
        if self._line or self._lines:
            self._quiet_for = 0
            self._duck.to(DUCKED, LEAD / RATE)
            self._aside.to(ASIDE, STEP)
        elif self._quiet_for < AFTER:
            self._quiet_for += frames
        else:
            self._duck.to(1.0, RELEASE)
            self._aside.to(1.0, RELEASE)
        for bed in self.beds:
            bed.add_to(out)
        effects = np.zeros_like(out)
        for effect in self._effects:
            effect.add_to(effects)
        out += effects * self._aside.run(frames)
        self.beds = [bed for bed in self.beds if not bed.over]
        self._effects = [effect for effect in self._effects if not effect.over]
        out *= self._duck.run(frames)
        out *= self._ambience.run(frames)
        out += spoken * self._voice.run(frames)
        out *= self._master.run(frames)
        return limited(out)

    def _speak(self, out: Block) -> None:
        done = 0
        while done < len(out):
            if self._line is None:
                if not self._lines:
                    return
                self._line = self._lines.popleft()
                self._where = self._line.room
            if self._place < 0:
                wait = min(-self._place, len(out) - done)
                self._place += wait
                done += wait
                continue
            if self._place == 0 and self._line.whole:
                self._report("started", self._line.clip, self._at + done / RATE)
            part = self._line.sound[self._place : self._place + len(out) - done]
            out[done : done + len(part)] = part * np.float32(1 / 32768)
            done += len(part)
            self._place += len(part)
            if self._place >= len(self._line.sound):
                self._report("finished", self._line.clip, self._at + done / RATE, whole=self._line.whole)
                self._place = -BREATH if self._lines and self._line.whole else -LEAD
                self._line = None

    def _report(self, what: str, clip: int, at: float, **more: bool) -> None:
        self.happened.append({"event": what, "clip": clip, "at": at, **more})


def limited(block: Block) -> Block:
    """The same, but never beyond `CEILING`: what is above the knee is bent, not cut."""
    loud = np.abs(block)
    if loud.max(initial=0.0) <= KNEE:
        return block
    room = CEILING - KNEE
    bent = KNEE + room * np.tanh((loud - KNEE) / room)
    return np.where(loud > KNEE, np.copysign(bent, block), block).astype(np.float32)
