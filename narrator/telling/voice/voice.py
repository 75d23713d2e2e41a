"""Which lines are ready to be heard? The box's side of the voice: a list of wishes, a cache, one worker process."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from narrator.errors import NarratorError, Trouble
from narrator.folders import OTHERS
from narrator.telling.voice.cache import Cache
from narrator.telling.voice.line import MOODS, Line, reading_time
from narrator.telling.voice.names import speakable
from narrator.telling.voice.wishes import Wishes

log = logging.getLogger(__name__)

ENGINES = ("pyttsx3", "piper", "off")
USUAL_RATE = 150
RENDERER = [sys.executable, "-m", "narrator.telling.voice.renderer"]
RECIPE = 1  # raised when the same line and settings begin to sound different
STARTING = 20.0  # seconds the worker may take before it can speak
LIMITS = {"pyttsx3": 30.0, "piper": 120.0}  # and seconds it may take for one line
DOUBLED = 3  # times at most: each failure in a row doubles both limits, as a busy machine is slow and not broken
KEEPS_FAILING = 3  # after this many failures in a row the trouble is reported
IDLE = 5.0  # seconds without work, after which the worker is sent home


def kill(worker: subprocess.Popen[bytes]) -> None:
    """End the worker, and any Piper that runs for it."""
    with suppress(ProcessLookupError):
        os.killpg(worker.pid, signal.SIGKILL)


class Voice:
    """Renders lines ahead into `cache` and hands out the finished files.

    `engine` is `"pyttsx3"` (espeak-ng, on every machine), `"piper"` (`name` is then the path of a model, `….onnx`) or
    `"off"` (captions only). Each line is rendered in its own language, a code such as `en`, `fr` or `pt-br`; `name`
    chooses a voice of the engine, `rate` its speed in words a minute (None for either: the engine's usual one for the
    language). `report` is called from another thread with each new `trouble`, and with None once the voice works again.

    No method but `wait` and `close` ever blocks; all may be called from any thread. Files are mono FLAC, 48 kHz,
    without silence at either end and equally loud but for their mood. Raises `ValueError` for an unknown engine and
    `OSError` if the cache's folder cannot be made.
    """

    def __init__(
        self,
        cache: Path,
        *,
        engine: str = "pyttsx3",
        name: str | None = None,
        rate: int | None = None,
        report: Callable[[NarratorError | None], None] = lambda trouble: None,
    ) -> None:
        if engine not in ENGINES:
            raise ValueError(f"no voice engine is called {engine!r}: it is one of {', '.join(ENGINES)}")
        self._engine = engine
        self._name = name
        self._rate = rate
        self._cache = Cache(cache)
        self._report = report
        self._trouble: NarratorError | None = None
        self._wishes = Wishes()
        self._news = threading.Condition()  # guards the two above
        self._closing = False
        self._worker: subprocess.Popen[bytes] | None = None
        self._hired_for = ""
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        if engine != "off":
            self._thread.start()

    @property
    def trouble(self) -> NarratorError | None:
        """Why can nothing be rendered? None while all is well, or while that is not known yet (see `wait`).

        Codes: `no-voice-engine` (espeak-ng or piper is not installed), `no-voice` (none for this language or of this
        name), `voice-failed` (it is there but keeps failing). Each sentence names the package or the remedy. The voice
        is tried again automatically; once a line succeeds the trouble is None again.
        """
        return self._trouble

    def prepare(self, lines: Iterable[Line]) -> None:
        """Have these lines, all of one language, rendered, the first one first, before everything asked for earlier.

        A line that fails is tried again, less and less often, until it succeeds, is `missed`, or is followed by one of
        another language.
        """
        lines = list(lines)
        if self._engine == "off" or not lines:
            return
        self._turn_to(lines[0].language)
        wanted = {self._key(line): line for line in lines if speakable(line.text, line.language)}
        wanted = {key: line for key, line in wanted.items() if self._cache.find(key) is None}
        with self._news:
            self._wishes.add(wanted)
            self._news.notify_all()

    def _turn_to(self, language: str) -> None:
        with self._news:
            turned = language != self._wishes.language
            self._wishes.turn_to(language)
            over = turned and self._trouble is not None
            self._trouble = None if over else self._trouble
        if over:
            self._report(None)

    def missed(self, line: Line) -> None:
        """The call of this line has come and it was not ready: if it has failed, it is not tried again for it."""
        with self._news:
            self._wishes.missed(self._key(line))

    def ready(self, line: Line) -> Path | None:
        """The file of this line, or None if it is not rendered (never asked for, not ready yet, in trouble, off)."""
        return self._cache.find(self._key(line))

    def seconds(self, line: Line) -> float:
        """How long is this line? Exact once it is rendered; before that, the time to read its caption aloud."""
        return self._cache.seconds(self._key(line)) or reading_time(line, self._rate or USUAL_RATE)

    def wait(self, line: Line, timeout: float) -> Path | None:
        """Prepare this line and wait at most `timeout` seconds for it; None in trouble. For start-up and doctor."""
        self.prepare([line])
        with self._news:
            self._news.wait_for(lambda: self._closing or self._trouble or self._key(line) not in self._wishes, timeout)
        return self.ready(line)

    def close(self) -> None:
        """Stop rendering and end the worker process; files stay in the cache."""
        with self._news:
            self._closing = True
            self._news.notify_all()
            worker = self._worker
        if worker is not None:
            kill(worker)
        if self._thread.is_alive():
            self._thread.join(5)

    def _key(self, line: Line) -> str:
        recipe = [RECIPE, self._settings(line.language), speakable(line.text, line.language), MOODS[line.mood]]
        return hashlib.sha256(json.dumps(recipe).encode()).hexdigest()[:32]

    def _settings(self, language: str) -> str:
        """What a worker is told that renders lines in this language."""
        return json.dumps({"engine": self._engine, "language": language, "name": self._name, "rate": self._rate})

    def _run(self) -> None:
        while not self._closing:
            with self._news:
                wish = self._wishes.next(time.monotonic())
                if wish is None and not self._closing:
                    if self._news.wait(self._rest()):
                        continue
                    wish = self._wishes.next(time.monotonic())
            if wish is None:
                self._dismiss()
            else:
                self._try(*wish)
        self._dismiss()

    def _rest(self) -> float | None:
        """Seconds until there is something to do; None if there is nothing until somebody asks for a line."""
        rests = (self._wishes.rest(time.monotonic()), IDLE if self._worker else None)
        return min((rest for rest in rests if rest is not None), default=None)

    def _try(self, key: str, line: Line) -> None:
        """Render one line; report the outcome if it is news."""
        trouble = self._render(key, line)
        if self._closing:
            return
        if trouble is not None:
            log.info("%s", trouble.sentence)
            self._dismiss()
        with self._news:
            if line.language != self._wishes.language:
                return
            if trouble is None:
                self._wishes.rendered(key)
            else:
                self._wishes.failed(key, time.monotonic())
                if trouble.code == "voice-failed" and self._wishes.voice.failed < KEEPS_FAILING:
                    trouble = self._trouble
            is_news = (trouble and trouble.code) != (self._trouble and self._trouble.code)
            self._trouble = trouble
            self._news.notify_all()
        if is_news:
            self._report(trouble)

    def _render(self, key: str, line: Line) -> NarratorError | None:
        """Render one line; returns None once it is in the cache."""
        mood = MOODS[line.mood]
        request = {"text": speakable(line.text, line.language), "target": str(self._cache.draft(key))}
        request |= mood._asdict()
        answer = self._hired(self._settings(line.language)) or self._ask(request, LIMITS[self._engine])
        if "seconds" not in answer:
            return Trouble.of(answer)
        try:
            self._cache.keep(key, answer["seconds"])
        except OSError as error:
            return Trouble("voice-failed", "line-not-kept", why=str(error))
        return None

    def _hired(self, settings: str) -> dict[str, Any]:
        """Make sure there is a worker with these settings; returns what is wrong if there can be none."""
        if self._worker is not None and self._hired_for == settings:
            return {}
        self._dismiss()
        self._hired_for = settings
        with self._news:
            if not self._closing:
                self._worker = subprocess.Popen(
                    [*RENDERER, settings],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    process_group=0,
                    umask=OTHERS,
                )
        answer = self._ask(None, STARTING)
        return {} if "voice" in answer else answer

    def _ask(self, request: dict[str, Any] | None, limit: float) -> dict[str, Any]:
        """Send the worker a request and return its answer; a failure if it ends, or takes longer than `limit`, which
        each failure in a row doubles."""
        limit *= 2 ** min(self._wishes.voice.failed, DOUBLED)
        failure = Trouble("voice-failed", "voice-ended", command=f"{' '.join(RENDERER)} '{self._hired_for}'")
        if self._worker is not None:
            assert self._worker.stdin is not None
            assert self._worker.stdout is not None
            try:
                if request is not None:
                    self._worker.stdin.write(json.dumps(request).encode() + b"\n")
                    self._worker.stdin.flush()
            except BrokenPipeError:
                log.info("the voice's process ended before it was asked")
            with selectors.DefaultSelector() as selector:
                selector.register(self._worker.stdout, selectors.EVENT_READ)
                heard = selector.select(limit)
            answer = self._worker.stdout.readline() if heard else b""
            if answer:
                return dict(json.loads(answer))
            if not heard:
                failure = Trouble("voice-failed", "voice-hangs", number=round(limit))
        return failure.parts()

    def _dismiss(self) -> None:
        """End the worker, hung or not."""
        if self._worker is not None:
            assert self._worker.stdin is not None
            assert self._worker.stdout is not None
            kill(self._worker)
            self._worker.wait()
            self._worker.stdout.close()
            try:
                self._worker.stdin.close()
            except BrokenPipeError:
                log.info("the voice's process was gone already")
            self._worker = None
