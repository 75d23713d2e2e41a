"""The loudspeaker: what is announced is said as soon as it is rendered, unless it was hushed before."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import Any

from narrator.telling.loudspeaker import MixerLoudspeaker
from narrator.telling.sound import Finished
from narrator.telling.voice import Line

WELCOME, NUMBER, BACK = Line("Welcome."), Line("The number."), Line("I am back.")


def nothing() -> None: ...


class SlowVoice:
    """A voice that renders a line when it is told to."""

    def __init__(self) -> None:
        self.rendered: dict[Line, threading.Event] = {line: threading.Event() for line in (WELCOME, NUMBER, BACK)}

    def prepare(self, lines: Any) -> None: ...

    def missed(self, line: Line) -> None: ...

    def begin(self) -> None: ...

    def ready(self, line: Line) -> tuple[Path, ...]:
        return (Path("line.flac"),) if self.rendered[line].is_set() else ()

    def wait(self, line: Line, timeout: float) -> None:
        assert self.rendered[line].wait(timeout)

    def seconds(self, line: Line) -> float:
        return 1.0

    def close(self) -> None: ...


class SilentMixer:
    """A mixer that plays nothing."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: None


def announced_and_hushed(hush: bool) -> list[str]:
    said: list[str] = []
    voice: Any = SlowVoice()
    mixer: Any = SilentMixer()
    loudspeaker = MixerLoudspeaker(voice, mixer, said.append)
    loudspeaker.say_when_ready(WELCOME, nothing)
    loudspeaker.say_when_ready(NUMBER, nothing)
    if hush:
        loudspeaker.hush()
    loudspeaker.say_when_ready(BACK, nothing)
    for line in (BACK, WELCOME, NUMBER):
        voice.rendered[line].set()
    loudspeaker._announced.result(10)
    loudspeaker.close()
    return said


def test_announcements_are_said_one_after_another() -> None:
    assert announced_and_hushed(hush=False) == [WELCOME.text, NUMBER.text, BACK.text]


def test_a_line_hushed_before_it_could_be_said_is_never_said() -> None:
    assert announced_and_hushed(hush=True) == [BACK.text]


def test_it_is_told_when_a_line_begins_or_cannot_be_played_but_not_when_it_is_hushed() -> None:
    voice: Any = SlowVoice()
    mixer: Any = SilentMixer()
    clips = iter((7, 8, 9))
    mixer.say = lambda *_: next(clips)
    loudspeaker = MixerLoudspeaker(voice, mixer, lambda _: None)
    begun: list[str] = []
    for line in (WELCOME, NUMBER, BACK):
        voice.rendered[line].set()
        if line is BACK:
            loudspeaker.hush()
        loudspeaker.say_when_ready(line, partial(begun.append, line.text))
        if line is WELCOME:
            assert begun == []
            loudspeaker.begun(7)
            loudspeaker.begun(7)  # its end
    loudspeaker.begun(8)
    loudspeaker.begun(9)
    loudspeaker.close()
    assert begun == [WELCOME.text, BACK.text]


def test_waiting_is_for_the_last_line_and_not_for_one_it_hushed() -> None:
    voice: Any = SlowVoice()
    mixer: Any = SilentMixer()
    clips = iter((7, 8))
    mixer.say = lambda *_: next(clips)
    loudspeaker = MixerLoudspeaker(voice, mixer, lambda _: None)
    loudspeaker.say(NUMBER)
    loudspeaker.finished(Finished(7, 1.0, whole=True))
    assert loudspeaker.wait(0.0)
    loudspeaker.hush()
    loudspeaker.say_when_ready(BACK, nothing)
    voice.rendered[BACK].set()
    loudspeaker.finished(Finished(7, 2.0, whole=False))
    assert not loudspeaker.wait(0.0)
    loudspeaker.finished(Finished(8, 3.0, whole=True))
    assert loudspeaker.wait(0.0)
    loudspeaker.close()
