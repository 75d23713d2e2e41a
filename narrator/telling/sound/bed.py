"""How does a place sound, minute after minute? Its loops come and go, and now and then something calls.

A bed is never twice the same, and yet no secret can be in it: all its chance comes from the `turn`, a text that
everybody at the table might write down, such as the number of the game and of the night.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random

import numpy as np

from narrator.telling.sound.playing import RATE, Block, Fader, Playing, Sound, Source
from narrator.telling.sound.scenes import LEVELS, Layer, PassingSound, Scene

SLOWEST, QUICKEST = 16.0, 5.0
"""The seconds for which a loop grows louder or softer, before it turns."""
SOFTER = 8.0
"""A call is up to this many decibels softer than its loudest: some are far away."""
WIDE = 0.85
"""How far to the left or to the right something may call."""
AN_HOUR_OLDER = 3.0
"""How much later a night that lasts for an hour would sound: 20 minutes are as much as a whole game."""
PART = RATE // 5
"""So many frames are composed at a time."""


class ComposedBed:
    """A scene in its `turn`, at a time of the game that is `late`: from 0, at the beginning, to 1.

    `loop` brings one of its loops by its name, and `load` what calls, each time it calls. One thread composes ahead of
    time (`work_ahead`), another plays what is composed (`add_to`), and neither ever waits for the other.
    """

    def __init__(
        self,
        name: str,
        scene: Scene,
        turn: str,
        late: float,
        loop: Callable[[str], Source],
        load: Callable[[str], Sound],
    ) -> None:
        self.name = name
        self.volume = Fader(0.0)
        self._level = Fader(1.0)
        self._chance = Random(f"{name} {turn}")
        self._late = late
        tonight = [layer for layer in scene.layers if self._chance.random() < layer.chance]
        self._layers = [(layer, self._begun(layer, loop(layer.sound))) for layer in tonight]
        self._load = load
        self._waits = {call: int(call.every * self._chance.uniform(0.2, 1.0) * RATE) for call in scene.calls}
        self._calling: list[Playing] = []
        self._composed: deque[Block] = deque()
        self._played = 0  # frames of the first part that is composed

    @property
    def over(self) -> bool:
        """Will nothing of it be heard any more?"""
        return self.volume.level == self.volume.goal == 0

    def play_at(self, part: str, seconds: float) -> None:
        """Become as loud as `LEVELS` says of this part, within this many seconds."""
        self._level.to(LEVELS[self.name][part], seconds)

    def add_to(self, out: Block) -> None:
        """Add the next block of it to `out`, as far as it is composed."""
        heard, done = np.zeros_like(out), 0
        while done < len(out) and self._composed:
            part = self._composed[0][self._played : self._played + len(out) - done]
            heard[done : done + len(part)] = part
            done += len(part)
            self._played += len(part)
            if self._played == PART:
                self._composed.popleft()
                self._played = 0
        heard *= self._level.run(len(out))
        out += heard * self.volume.run(len(out))

    def work_ahead(self, seconds: float) -> None:
        """Compose until so many seconds are ready."""
        while len(self._composed) * PART < seconds * RATE:
            self._composed.append(self._next())

    def _next(self) -> Block:
        heard = np.zeros((PART, 2), np.float32)
        self._late = min(1.0, self._late + AN_HOUR_OLDER * PART / RATE / 3600)
        for layer, playing in self._layers:
            if playing.volume.settled:
                playing.volume.to(self._somewhere(layer), self._chance.uniform(QUICKEST, SLOWEST))
            playing.add_to(heard)
        for call in self._waits:
            self._waits[call] -= PART
            if self._waits[call] <= 0:
                self._call(call)
        for playing in self._calling:
            playing.add_to(heard)
        self._calling = [playing for playing in self._calling if not playing.over]
        return heard

    def _begun(self, layer: Layer, sound: Source) -> Playing:
        place = self._chance.randrange(len(sound))
        return Playing(layer.sound, sound, loop=True, volume=Fader(self._somewhere(layer)), place=place)

    def _somewhere(self, layer: Layer) -> float:
        return self._gain(layer, self._chance.uniform(-layer.depth, 0.0))

    def _gain(self, heard: Layer | PassingSound, decibels: float) -> float:
        level = heard.early + (heard.late - heard.early) * self._late
        return float(10 ** ((level + decibels) / 20))

    def _call(self, call: PassingSound) -> None:
        name, pan = self._chance.choice(call.sounds), self._chance.uniform(-WIDE, WIDE)
        gain = self._gain(call, self._chance.uniform(-SOFTER, 0.0))
        sides = np.sqrt(np.array([[1 - pan, 1 + pan]], np.float32))
        self._calling.append(Playing(name, self._load(name), loop=False, volume=Fader(gain), sides=sides))
        self._waits[call] = int(call.every * self._chance.uniform(0.5, 1.5) * RATE)
