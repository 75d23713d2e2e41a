"""The mixer's remote control: says what should be heard, learns what was heard, survives the loss of any speaker."""

from __future__ import annotations

import itertools
import json
import logging
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, NamedTuple

from narrator.errors import NarratorError, Trouble
from narrator.telling.sound.own_files import Listed

log = logging.getLogger(__name__)

COMMAND = [sys.executable, "-m", "narrator.telling.sound.mixer_process"]
LOOPING = {"heartbeat"}
STARTING = 30.0  # seconds a process may take to say its first word
BEATING = 2.5  # seconds allowed between two beats while a speaker is open (there are four a second)
GRACE = 3.0  # how long a line waits for a new process before it goes on silently
LIVED = 5.0  # a process that played for less has failed: the next one starts later each time
LONGEST_WAIT = 30.0


class Started(NamedTuple):
    """The first sample of a line was heard at `at` (seconds of `time.monotonic`); again if the line is repeated."""

    clip: int
    at: float


class Finished(NamedTuple):
    """A line ended at `at`; every `say` gets exactly one. Not `whole`: it was hushed or unplayable."""

    clip: int
    at: float
    whole: bool


class SpeakerLost(NamedTuple):
    """Nothing can be heard from now on, and why; lines go on silently, in their time. Told once per loss."""

    trouble: NarratorError


class SpeakerFound(NamedTuple):
    """A speaker is open: at the start, and each time after a `SpeakerLost`. `device` is its name, and `latency` the
    seconds that sound takes to it, as far as the system knows: Bluetooth may add more."""

    device: str
    latency: float


class Unplayable(NamedTuple):
    """A sound file is missing or damaged (code `unplayable-sound`); the game goes on without it."""

    trouble: Trouble


Event = Started | Finished | SpeakerLost | SpeakerFound | Unplayable


class PendingLine(NamedTuple):
    """A line that is not over yet."""

    clip: int
    paths: list[str]
    seconds: float
    room: str = ""


class MixerProcess(NamedTuple):
    """The mixer's process, the socket to it, and what it complains of."""

    popen: subprocess.Popen[bytes]
    socket: socket.socket
    complaints: IO[bytes]

    def last_words(self) -> str:
        """The last line of its standard error."""
        self.complaints.seek(0)
        lines = self.complaints.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "no reason given")


class Mixer:
    """One speaker, opened once and kept: narration over a looping bed, with effects.

    `report` gets every `Event`, in order, when it is heard (not when it is computed), mostly from the mixer's own
    thread: it must return at once, as `inbox.put` does. `device` is part of a device's name (None: the
    system's default), `sounds` the folder with the beds and effects, and `own` that of the table's own, which are
    played instead: those that are `listed`, and else those of the same name. All methods return at once and may be
    called from any thread, even before `start`.

    Without a speaker everything goes on in its time, silently: `Started` and `Finished` come as if it were
    heard. A speaker that is unplugged or plugged in during a game is noticed within five seconds. Bed, loops and
    volumes are restored; the line that was interrupted (or was going on silently) starts again from its beginning,
    because half a call in the dark helps nobody.
    """

    def __init__(
        self,
        report: Callable[[Event], None],
        *,
        sounds: Path,
        own: Path | None = None,
        listed: Listed = MappingProxyType({}),
        device: str | None = None,
    ) -> None:
        self._report = report
        folders = {"sounds": str(sounds), "own": str(own or sounds / "none")}
        self._settings = json.dumps({**folders, "listed": dict(listed), "device": device})
        self._clips = itertools.count(1)
        self._volumes = {"master": 0.8, "voice": 1.0, "ambience": 0.7, "room": 0.0}
        self._bell, self._rope = socket.socketpair()
        self._rope.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="mixer", daemon=True)
        self._closing = False
        self._lock = threading.RLock()
        # Whoever touches these from here on holds the lock.
        self._standing: dict[str, dict[str, Any]] = {}  # what a new process is told first
        self._lines: deque[PendingLine] = deque()
        self._process: MixerProcess | None = None
        self._audible_since: float | None = None
        self._patience = 0.0  # until then the process may be silent
        self._failures = 0
        self._why = "it is slow"  # why is there no process?
        self._start_at = 0.0
        self._silent = False
        self._silent_from = 0.0
        self._line_began: float | None = None  # in silence
        self._known: Event | None = None

    def start(self) -> None:
        """Start the process; `SpeakerFound` or `SpeakerLost` (code `no-speaker`) tells how it went."""
        self._thread.start()

    def say(self, paths: Sequence[Path], seconds: float, room: str = "") -> int:
        """Play this line, the files one after the other, after those lines still waiting, and return its number.

        `seconds` is its length, for when nobody can hear it: no speaker, or no file (only a caption). `room` is where
        the narrator stands: by the `"hearth"`, in a `"clearing"`, in a `"hall"`, or nowhere.
        """
        clip = next(self._clips)
        self._wish("say", clip=clip, paths=[str(path.absolute()) for path in paths], seconds=seconds, room=room)
        return clip

    def hush(self) -> None:
        """End the line now, with a short fade, and drop those waiting; each gets its `Finished`."""
        self._wish("hush")

    def bed(self, name: str | None, turn: str = "", late: float = 0.0) -> None:
        """Crossfade to the ambience of this name (`"night"`, `"day"`), or to none, in three seconds.

        What is heard in it, and when, comes from the `turn`, which everybody may know, and from how `late` in the game
        it is: from 0, at the beginning, to 1.
        """
        self._wish("bed", name=name, turn=turn, late=late)

    def bed_level(self, part: str) -> None:
        """How loud is the bed: in a `"window"`, `"between"` windows, or not at all (`"silence"`)."""
        self._wish("bed_level", part=part)

    def effect(self, name: str) -> None:
        """Play the sound of this name once; `heartbeat` until it is stopped."""
        self._wish("effect", name=name, loop=name in LOOPING)

    def effect_stop(self, name: str) -> None:
        """Fade out this effect, in half a second."""
        self._wish("effect_stop", name=name)

    def volumes(
        self,
        *,
        master: float | None = None,
        voice: float | None = None,
        ambience: float | None = None,
        room: float | None = None,
    ) -> None:
        """Set volumes, 0 (silent) to 1 (the maximum; more is 1); `ambience` is for bed and effects, and `room` is how
        much of the place is heard in which the narrator stands."""
        asked = {"master": master, "voice": voice, "ambience": ambience, "room": room}
        self._volumes |= {name: volume for name, volume in asked.items() if volume is not None}
        self._wish("volumes", **self._volumes)

    def close(self) -> None:
        """Fade out, end the process; at most a second. No event comes after it."""
        self._closing = True
        if self._thread.is_alive():
            self._ring()
            self._thread.join(2)

    def _wish(self, do: str, **what: Any) -> None:
        """Grant it here and now: a line that waits for another thread is late."""
        with self._lock:
            self._grant({"do": do, **what})
        self._ring()

    def _ring(self) -> None:
        with suppress(OSError):  # it rings already, or is closed
            self._rope.send(b".")

    def _run(self) -> None:
        self._standing["volumes"] = {"do": "volumes", **self._volumes}
        self._silent_from = time.monotonic() + 3 * GRACE  # a Pi that has just been switched on does much else
        while not self._closing:
            if self._process is None and time.monotonic() >= self._start_at:
                self._try_to_open()
            with self._lock:
                seconds = self._tend()
            for key, _ in self._selector.select(seconds):
                if key.fileobj is self._bell:
                    self._bell.recv(4096)
                    continue
                with self._lock:
                    self._listen()
        self._hang_up()

    def _tend(self) -> float:
        """Do what is due by the clock; returns the seconds until the next such thing."""
        now = time.monotonic()
        if self._process is not None and now >= self._patience:
            self._bury("it no longer answers")
        if self._audible_since is None and not self._silent and now >= self._silent_from:
            self._fall_silent(Trouble("no-speaker", "mixer-late", why=self._why))
        due = [self._start_at if self._process is None else self._patience]
        if self._audible_since is None and not self._silent:
            due.append(self._silent_from)
        if self._silent:
            self._pass_lines(now)
            if self._line_began is not None:
                due.append(self._line_began + self._lines[0].seconds)
        return max(0.0, min(due) - time.monotonic())

    def _grant(self, wish: dict[str, Any]) -> None:
        """Note what a new process would have to be told, and tell the one there is."""
        match wish:
            case {"do": "say", "clip": clip, "paths": paths, "seconds": seconds, "room": room}:
                self._lines.append(PendingLine(clip, paths, seconds, room))
            case {"do": "hush"} if self._silent:
                while self._lines:
                    self._over(self._lines[0].clip, time.monotonic(), whole=False)
            case {"do": "hush"}:  # should the process die of it, they are not said again
                self._lines = deque(PendingLine(line.clip, [], 0.0) for line in self._lines)
            case {"do": "effect", "name": name, "loop": True}:
                if name in self._standing:
                    return
                self._standing[name] = wish
            case {"do": "effect_stop", "name": name}:
                self._standing.pop(name, None)
            case {"do": "bed" | "bed_level" | "volumes" as do}:
                if self._standing.get(do) == wish:
                    return
                self._standing[do] = wish
        if self._audible_since is not None:
            self._send(wish)

    def _pass_lines(self, now: float) -> None:
        """Let the lines pass in silence."""
        while self._lines:
            line = self._lines[0]
            if self._line_began is None:
                self._line_began = now
                self._report(Started(line.clip, now))
            end = self._line_began + line.seconds
            if now < end:
                return
            self._over(line.clip, end, whole=True)

    def _over(self, clip: int, at: float, *, whole: bool) -> None:
        self._lines = deque(line for line in self._lines if line.clip != clip)
        self._line_began = None
        self._report(Finished(clip, at, whole))

    def _try_to_open(self) -> None:
        try:
            self._open()
        except OSError as error:
            log.warning("the mixer's process cannot be started: %s", error)
            with self._lock:
                self._why = str(error)
                self._rest()

    def _open(self) -> None:
        """Start a process. (multiprocessing's spawn would import the box's main module into the mixer.)"""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, ExitStack() as in_vain:
            in_vain.enter_context(ours).setblocking(False)
            complaints = in_vain.enter_context(tempfile.TemporaryFile())
            process = subprocess.Popen(
                [*COMMAND, self._settings], stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=complaints,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
            )  # fmt: skip
            in_vain.pop_all()  # they are closed with the process
        with self._lock:
            self._process = MixerProcess(process, ours, complaints)
            self._patience = time.monotonic() + STARTING
            self._selector.register(ours, selectors.EVENT_READ)

    def _listen(self) -> None:
        """Hear the process out."""
        if self._process is None:  # it has just been buried
            return
        try:
            message = self._process.socket.recv(65536)
        except OSError as error:
            message = b""
            log.info("the mixer's process hung up: %s", error)
        if not message:
            self._bury("it ended")
            return
        self._patience = time.monotonic() + (STARTING if self._audible_since is None else BEATING)
        match json.loads(message):
            case {"event": "started", "clip": clip, "at": at}:
                self._report(Started(clip, at))
            case {"event": "finished", "clip": clip, "at": at, "whole": whole}:
                self._over(clip, at, whole=whole)
            case {"event": "unplayable", "trouble": parts}:
                self._report(Unplayable(Trouble.of(parts)))
            case {"event": "no-speaker", "trouble": parts}:
                self._fall_silent(Trouble.of(parts))
            case {"event": "speaker", "device": device, "latency": latency}:
                self._come_back(SpeakerFound(device, latency))

    def _come_back(self, found: SpeakerFound) -> None:
        """A speaker is open: tell it everything."""
        self._silent = False
        self._line_began = None
        self._audible_since = time.monotonic()
        self._patience = self._audible_since + BEATING
        if not isinstance(self._known, SpeakerFound) or self._known.device != found.device:
            self._known = found
            self._report(found)
        for wish in self._standing.values():
            self._send(wish)
        for line in self._lines:
            self._send({"do": "say", **line._asdict()})

    def _fall_silent(self, trouble: Trouble) -> None:
        self._silent = True
        if not isinstance(self._known, SpeakerLost):
            self._known = SpeakerLost(trouble)
            self._report(self._known)

    def _send(self, wish: dict[str, Any]) -> None:
        if self._process is not None:
            try:
                self._process.socket.send(json.dumps(wish).encode())
            except OSError as error:  # full or closed: either way it does not listen
                self._bury(str(error))

    def _bury(self, why: str) -> None:
        """The process is of no use any more: end it, and start the next one, at once if it had lived."""
        assert self._process is not None
        now = time.monotonic()
        self._selector.unregister(self._process.socket)
        self._process.socket.close()
        code = self._process.popen.poll()
        self._process.popen.kill()
        threading.Thread(target=self._process.popen.wait, daemon=True).start()  # a device that hangs keeps it for long
        self._why = self._process.last_words()
        log.warning("the mixer's process is gone (%s, exit %s): %s", why, code, self._why)
        self._process.complaints.close()
        self._process = None
        lived = self._audible_since is not None and now - self._audible_since > LIVED
        self._rest(lived=lived)
        self._audible_since = None
        self._silent_from = now + GRACE

    def _rest(self, *, lived: bool = False) -> None:
        """Start the next process, later after each that failed."""
        self._failures = 0 if lived else self._failures + 1
        wait = 0 if self._failures <= 1 else min(LONGEST_WAIT, 2.0 ** (self._failures - 2))
        self._start_at = time.monotonic() + wait

    def _hang_up(self) -> None:
        """The process fades out and ends when its socket is closed."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.socket.close()
            try:
                process.popen.wait(0.8)
            except subprocess.TimeoutExpired:
                process.popen.kill()
                process.popen.wait()
            process.complaints.close()
        self._selector.close()
        self._bell.close()
        self._rope.close()
