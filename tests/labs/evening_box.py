"""The real box, put together by `narrator play` itself, with a game that may run faster than real time.

    python -m tests.labs.evening_box '{"rest": 30, "ask": 4}' play --data DIR --port 8080 …

How many seconds of the game pass in one real second: `ask` while a window is open and a player has not answered yet,
one while nothing is planned, so that what a touch begins is not over before anybody sees it, `rest` at all other times.
With `here` it waits only for players whose page listens, but also until they have read their card. `stretch` is that of
the pace `brisk`. Only an `aloud` box renders lines: others have captions and no voice. `log` names a file for what is
said and heard, one JSON object per line, with the machine's monotonic time. Everything else is as in any box.
"""

from __future__ import annotations

import json
import math
import os
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from narrator import cli
from narrator.box.box import Box
from narrator.box.round import Round
from narrator.clock import Clock
from narrator.commands import play
from narrator.telling import pace
from narrator.telling.loudspeaker import MixerLoudspeaker
from narrator.telling.script import Cue
from narrator.telling.sound import Event, Mixer
from narrator.telling.timeline import deals
from narrator.telling.voice import Line, Voice


class Hurry:
    """A clock that runs at a rate which may change at any moment; it never jumps, and waits for a box that comes late:
    on a busy machine, a tenth of a second at sixty times the speed is a whole window."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._since = time.monotonic()
        self._then = self._since
        self._until = math.inf

    def __call__(self) -> float:
        return min(self._until, self._then + self.rate * (time.monotonic() - self._since))

    def to(self, rate: float, wait: float | None) -> None:
        """Run at this rate from now on, for `wait` seconds of the game at most."""
        self._then, self._since, self.rate = self(), time.monotonic(), rate
        self._until = math.inf if wait is None else self._then + wait + INSTANT


Note = Callable[..., None]
INSTANT = 0.001
"""So many seconds after it is due, it is certainly seen to be due."""


def quick(settings: dict[str, Any], note: Note) -> type[Box]:
    """A box whose game runs at these rates, and that notes when each line is due, and which caption pages are sent."""

    class QuickBox(Box):
        def __init__(self, *parts: Any, **named: Any) -> None:
            self.hurry = Hurry(settings.get("rest", 1.0))
            super().__init__(*parts, clock=Clock(self.hurry), **named)
            tell = self.speech.say_cue

            def told(cue: Cue, now: float) -> float:
                note(due=time.monotonic() - (self.clock.time() - now) / self.hurry.rate)
                return tell(cue, now)

            hand_out = self.pages.hand_out

            def handed_out() -> None:
                hand_out()
                note(sent=self.speech.caption(self.language))

            self.speech.say_cue = told  # type: ignore[method-assign]
            self.pages.hand_out = handed_out  # type: ignore[method-assign]

        def turn(self) -> float | None:
            wait = super().turn()
            asking = self.round is not None and (self._somebody_reads(self.round) or self._somebody_thinks(self.round))
            self.hurry.to(1.0 if wait is None else settings.get("ask" if asking else "rest", 1.0), wait)
            return wait and wait / self.hurry.rate

        def _somebody_reads(self, played: Round) -> bool:
            people = (seat for seat in played.game.seats if seat not in self.lobby.bots and self.is_here(seat))
            unread = any(seat not in played.talk.now for seat in people)
            return bool(settings.get("here")) and deals(played.beat) and unread

        def _somebody_thinks(self, played: Round) -> bool:
            if not played.asking:
                return False
            game = played.game
            prompts = [prompt for prompt in game.prompts if not prompt.standing]
            answered = {seat for prompt in prompts for seat in game.given(prompt)} | set(played.talk.now)
            asked = {seat for prompt in prompts for seat in prompt.seats}
            at_table = [seat for seat in game.seats if seat not in self.lobby.bots]
            if settings.get("here"):
                at_table = [seat for seat in at_table if self.is_here(seat)]
            if all(prompt.lasting for prompt in prompts):
                asked.update(seat for seat in at_table if seat in game.alive)
            return any(seat in asked and seat not in answered for seat in at_table)

    return QuickBox


def notebook(log: str) -> Note:
    """A function that writes a note, as a line in this file."""
    file = open(log, "a", buffering=1)  # noqa: SIM115 (as long as the box lives)
    pen = threading.Lock()

    def note(**what: Any) -> None:
        with pen:
            file.write(json.dumps({"at": time.monotonic(), **what}) + "\n")

    return note


def listen(note: Note) -> None:
    """Note what is said, and when it was heard."""

    class NotedMixer(Mixer):
        def __init__(self, tell: Any, **settings: Any) -> None:
            def hear(event: Event) -> None:
                note(event=type(event).__name__, **{k: v for k, v in event._asdict().items() if k != "trouble"})
                tell(event)

            super().__init__(hear, **settings)

        def bed_level(self, part: str) -> None:
            note(level=part)
            super().bed_level(part)

        def say(self, paths: Any, seconds: float, room: str = "") -> int:
            clip = super().say(paths, seconds, room)
            note(clip=clip, paths=[str(path) for path in paths], seconds=seconds)
            return clip

    class NotedLoudspeaker(MixerLoudspeaker):
        def say(self, line: Line, begins: Callable[[], None] | None = None) -> float:
            note(said=line.text)
            return super().say(line, begins)

    play.Mixer = NotedMixer  # type: ignore[misc]
    play.MixerLoudspeaker = NotedLoudspeaker  # type: ignore[misc]


def main(arguments: list[str]) -> int:
    """Start the box."""
    settings = json.loads(arguments[0])
    if "stretch" in settings:
        stretch = settings["stretch"]
        pace.PACES["brisk"] = pace.PACES["normal"]._replace(stretch=stretch, debate=stretch * 10)
    if not settings.get("aloud"):
        play.Voice = partial(Voice, engine="off")  # type: ignore[misc]
    note = notebook(settings.get("log", os.devnull))
    listen(note)
    play.Box = quick(settings, note)  # type: ignore[misc]
    return cli.main(arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
