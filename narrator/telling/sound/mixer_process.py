"""The mixer's process: `python -m narrator.telling.sound.mixer_process SETTINGS`, started and kept alive by `mixer.py`.

It opens one speaker, says so, and from then on mixes what it is told to. Without a speaker it says so once
and tries again every two seconds. Standard input is a packet socket to the box: each command and each event
is one JSON object. When the box hangs up, it fades out and ends.

Events: `{"event": "speaker", "device", "latency"}`, `{"event": "no-speaker", "trouble"}`, `started` and `finished`
(sent when they are heard), `unplayable`, and a `beat` four times a second as long as the speaker really
accepts sound.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import soundfile

from narrator.errors import Trouble
from narrator.telling.sound import own as own_sounds
from narrator.telling.sound.bed import ComposedBed
from narrator.telling.sound.loop import Loop, loop_in
from narrator.telling.sound.mix import SHORT_FADE, AudioMix, Narration
from narrator.telling.sound.own_files import Listed, files
from narrator.telling.sound.playing import RATE, Sound, looped
from narrator.telling.sound.priority import calm_down, goes_first
from narrator.telling.sound.scenes import SCENES, alone

QUICK, SURE = 0.05, 0.1
"""Seconds of sound that are ready ahead: fewer where the mixer goes before everything else on the machine."""
AHEAD, AGAIN = 3.0, 0.2
"""Seconds of the bed that are composed ahead, and after which there is more to compose: no line waits for a bed."""
FIRST, BEFORE_OTHERS = 5, 1
"""Real-time priorities: of mixing, and of decoding what will be mixed. Either goes before all other programs."""
BEAT = 0.25
TRY_AGAIN = 2.0
PROOF = 0.3  # how long a new speaker is watched before it is trusted

T = TypeVar("T")


class Silence(Trouble):
    """No speaker can be opened (`no-speaker`)."""


class Speaker:
    """The one output stream. Raises `Silence`."""

    def __init__(self, device: str | None, latency: float, mix: AudioMix, wake: int) -> None:
        try:
            import sounddevice
        except OSError:
            raise Silence("no-speaker", "no-portaudio") from None
        self.frames = 0
        self.latency = latency

        def play(out: Any, frames: int, when: Any, status: Any) -> None:
            self.frames += frames
            ahead = when.outputBufferDacTime - when.currentTime
            self.latency = ahead if 0 <= ahead < 1 else latency
            block = mix.render(frames, time.monotonic() + self.latency)
            out[:] = block if out.shape[1] == 2 else block.mean(axis=1, keepdims=True)
            if mix.happened:
                os.write(wake, b".")

        try:
            sounddevice._terminate()  # the library lists devices only when it starts
            sounddevice._initialize()
            self.name, index, channels = choose(device, sounddevice)
            self.stream = sounddevice.OutputStream(
                RATE, device=index, channels=channels, dtype="float32", latency=latency, callback=play
            )
            self.stream.start()
        except (sounddevice.PortAudioError, ValueError) as error:
            raise Silence("no-speaker", why=str(error)) from None

    @property
    def alive(self) -> bool:
        """Does it still ask for sound?"""
        return bool(self.stream.active)


def choose(device: str | None, sounddevice: Any) -> tuple[str, int, int]:
    """Name, index and channels of the output whose name contains `device`, or of the default one."""
    if device is None:
        found = sounddevice.query_devices(kind="output")
    else:
        outputs = [each for each in sounddevice.query_devices() if each["max_output_channels"] > 0]
        named = [each for each in outputs if device.casefold() in each["name"].casefold()]
        if not named:
            there = ", ".join(f"“{each['name']}”" for each in outputs) or "–"
            raise Silence("no-speaker", "no-such-speaker", name=device, known=there)
        found = named[0]
    return found["name"], found["index"], min(2, found["max_output_channels"])


def load(path: Path) -> Sound:
    """A sound file, decoded; raises `Trouble` (`unplayable-sound`) for one that cannot be played."""
    try:
        sound, rate = soundfile.read(path, dtype="int16", always_2d=True)
    except (soundfile.SoundFileError, OSError) as error:
        raise Trouble("unplayable-sound", file=str(path), why=str(error)) from None
    if rate != RATE or sound.shape[1] > 2:
        raise Trouble("unplayable-sound", "sound-of-another-rate", file=str(path), rate=RATE, found=rate)
    return np.ascontiguousarray(sound)


class MixerLoop:
    """Commands in, events out, one mix, one speaker."""

    def __init__(
        self, box: socket.socket, sounds: Path, own: Path, listed: Listed, device: str | None, latency: float
    ) -> None:
        self._box = box
        self._sounds = sounds
        self._own = own
        self._listed = listed
        self._turns: Counter[str] = Counter()
        self._device = device
        self._latency = latency
        self._mix = AudioMix()
        self._ears, self._wake = os.pipe()
        os.set_blocking(self._ears, False)
        os.set_blocking(self._wake, False)
        self._loader = ThreadPoolExecutor(1, initializer=goes_first, initargs=(BEFORE_OTHERS,))
        self._due: deque[dict[str, Any]] = deque()

    def run(self) -> None:
        """Until the box goes or the speaker does."""
        speaker = self._find_speaker()
        self._send(event="speaker", device=speaker.name, latency=round(speaker.latency, 3))
        threading.Thread(target=self._compose, daemon=True).start()
        played, beat_at = speaker.frames, time.monotonic() + BEAT
        with selectors.DefaultSelector() as selector:
            selector.register(self._box, selectors.EVENT_READ, self._obey)
            selector.register(self._ears, selectors.EVENT_READ, lambda: os.read(self._ears, 4096))
            while speaker.alive:
                next_at = min(beat_at, self._due[0]["at"]) if self._due else beat_at
                for key, _ in selector.select(max(0.0, next_at - time.monotonic())):
                    key.data()
                while self._mix.happened:
                    self._due.append(self._mix.happened.popleft())
                now = time.monotonic()
                while self._due and self._due[0]["at"] <= now:
                    self._send(**self._due.popleft())
                if now >= beat_at:
                    if speaker.frames > played:
                        self._send(event="beat")
                    played, beat_at = speaker.frames, now + BEAT

    def _find_speaker(self) -> Speaker:
        told: dict[str, Any] = {}
        while True:
            try:
                speaker = Speaker(self._device, self._latency, self._mix, self._wake)
                time.sleep(PROOF)
                if speaker.alive and PROOF / 3 < speaker.frames / RATE < PROOF * 3:
                    for thread in os.listdir("/proc/self/task"):  # those of the sound system, too
                        goes_first(FIRST, int(thread))
                    return speaker
                deaf = Silence("no-speaker", "speaker-deaf", name=speaker.name)
                self._send(event="no-speaker", trouble=deaf.parts())
                os._exit(1)  # some hang when they are closed
            except Silence as silence:
                if silence.parts() != told:
                    told = silence.parts()
                    self._send(event="no-speaker", trouble=told)
                else:
                    self._send(event="beat")
            with selectors.DefaultSelector() as selector:
                selector.register(self._box, selectors.EVENT_READ)
                if selector.select(TRY_AGAIN):  # before there is a speaker the box sends nothing: it has hung up
                    os._exit(0)

    def _obey(self) -> None:
        message = self._box.recv(65536)
        if not message:
            self._mix.todo.append(self._mix.fade_out)
            time.sleep(SHORT_FADE + 2 * self._latency)
            os._exit(0)
        command = json.loads(message)
        match command.pop("do"):
            case "say":
                self._say(**command)
            case "bed":
                self._loader.submit(self._change_bed, **command)
            case "effect":
                self._loader.submit(self._begin_effect, **command)
            case "effect_stop":  # not before an effect that is still being loaded
                self._loader.submit(self._mix.todo.append, partial(self._mix.effect_stop, **command))
            case do:
                self._mix.todo.append(partial(getattr(self._mix, do), **command))

    def _say(self, clip: int, paths: list[str], seconds: float, room: str) -> None:
        line = Narration(clip, np.zeros((int(seconds * RATE), 1), np.int16))
        if paths:
            try:
                line = Narration(clip, np.concatenate([load(Path(path)) for path in paths]), room=room)
            except Trouble as error:
                self._complain(error)
                line.whole = False
        self._mix.todo.append(partial(self._mix.say, line))

    # In a thread of its own:

    def _compose(self) -> None:
        goes_first(BEFORE_OTHERS)
        while True:
            for bed in (*self._mix.beds,):
                try:
                    bed.work_ahead(AHEAD)
                except Trouble as error:
                    self._complain(error)
                    self._mix.todo.append(partial(self._mix.bed, None))
            time.sleep(AGAIN)

    # In the loader's thread, so that no line waits for a sound that is decoded:

    def _change_bed(self, name: str | None, turn: str, late: float) -> None:
        bed = None
        if name is not None:
            try:
                bed = self._bed(name, turn, late)
                bed.work_ahead(AHEAD)
            except Trouble as error:
                self._complain(error)
                return
        self._mix.todo.append(partial(self._mix.bed, bed))

    def _bed(self, name: str, turn: str, late: float) -> ComposedBed:
        own = self._own_sound(name, own_sounds.loop)
        if own is None:
            return ComposedBed(name, SCENES[name], turn, late, self._loop, self._call)
        return ComposedBed(name, alone(name), turn, late, lambda _: own, self._call)

    def _loop(self, name: str) -> Loop:
        return self._own_sound(name, own_sounds.loop) or loop_in(self._sounds / f"{name}.ogg")

    def _call(self, name: str) -> Sound:
        try:
            return self._load(name)
        except Trouble as error:
            self._complain(error)
            return np.zeros((1, 1), np.int16)

    def _begin_effect(self, name: str, loop: bool) -> None:
        try:
            sound = looped(self._load(name)) if loop else self._load(name)
        except Trouble as error:
            self._complain(error)
        else:
            self._mix.todo.append(partial(self._mix.effect, name, sound=sound, loop=loop))

    def _load(self, name: str) -> Sound:
        sound = self._own_sound(name, own_sounds.own)
        return load(self._sounds / f"{name}.ogg") if sound is None else sound

    def _own_sound(self, name: str, bring: Callable[[str, Path, Path, float], T]) -> T | None:
        """The table's own sound of this name, the next one where there are several; if that is no good, the box is told
        why, and the sound that came with it is played."""
        there = files(self._own, self._listed).get(name)
        if there is None:
            return None
        file, level = there[self._turns[name] % len(there)]
        self._turns[name] += 1
        try:
            return bring(name, file, self._sounds / f"{name}.ogg", level)
        except Trouble as error:
            self._complain(error)
            return None

    def _complain(self, error: Trouble) -> None:
        self._send(event="unplayable", trouble=error.parts())

    def _send(self, **event: Any) -> None:
        self._box.send(json.dumps(event).encode())


def main() -> None:
    """Settings: `{"sounds": folder, "own": folder, "listed": {name: [[file, level], …]}, "device": name or null}`."""
    settings = json.loads(sys.argv[1])
    for number in (signal.SIGINT, signal.SIGTERM):  # the box decides when it is over: it hangs up
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGXCPU, calm_down)
    latency = QUICK if goes_first(FIRST) else SURE
    box = socket.socket(fileno=0)
    try:
        folders = Path(settings["sounds"]), Path(settings["own"])
        MixerLoop(box, *folders, settings["listed"], settings["device"], latency).run()
    except (BrokenPipeError, ConnectionResetError):
        os._exit(0)
    os._exit(2)  # the speaker is gone; closing it may hang


if __name__ == "__main__":
    main()
