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
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from narrator.errors import NarratorError, Trouble
from narrator.folders import OTHERS
from narrator.telling.voice.cache import Cache
from narrator.telling.voice.line import OTHER, Line, reading_time
from narrator.telling.voice.names import speakable
from narrator.telling.voice.wishes import Clip, Wishes

log = logging.getLogger(__name__)

ENGINES = ("pyttsx3", "piper", "off")
USUAL_RATE = 150
RENDERER = [sys.executable, "-m", "narrator.telling.voice.renderer"]
RECIPE = 5  # raised when the same line and settings begin to sound different
STARTING = 20.0  # seconds the worker may take before it can speak
LIMITS = {"pyttsx3": 30.0, "piper": 120.0}  # and seconds it may take for one line
DOUBLED = 3  # times at most: each failure in a row doubles both limits, as a busy machine is slow and not broken
KEEPS_FAILING = 3  # after this many failures in a row the trouble is reported
STEP = 10  # lines that are learned between two reports of progress
IDLE = 5.0  # seconds without work, after which the worker is sent home


def kill(worker: subprocess.Popen[bytes]) -> None:
    """End the worker, and whatever it has started."""
    with suppress(ProcessLookupError):
        os.killpg(worker.pid, signal.SIGKILL)


def _can_be_said(line: Line) -> bool:
    return bool(speakable(line.text, line.language))


def _natural_speaker(model: Path, line: Line) -> dict[str, Any]:
    return {"engine": "piper", "language": line.language, "name": str(model), "rate": None}


def _key_of(speaker: dict[str, Any], line: Line) -> str:
    """The key under which a line that is said like this is kept."""
    if speaker["engine"] == "piper":
        speaker["name"] = Path(speaker["name"] or "").name  # the same wherever it lies
    recipe = [RECIPE, speaker, speakable(line.text, line.language), line.manner]
    return hashlib.sha256(json.dumps(recipe).encode()).hexdigest()[:32]


def recording_key(line: Line) -> str:
    """The key under which a line that somebody has recorded is kept, whatever its speed."""
    recipe = ["recorded", line.language, speakable(line.text, line.language), line.mood]
    return hashlib.sha256(json.dumps(recipe).encode()).hexdigest()[:32]


class Voice:
    """Renders lines ahead into `cache` and hands out the finished files.

    `engine` is `"pyttsx3"` (espeak-ng, on every machine), `"piper"` (`name` is then the path of a model, `….onnx`) or
    `"off"` (captions only). Each line is rendered in its own language, a code such as `en`, `fr` or `pt-br`; `name`
    chooses a voice of the engine, `rate` its speed in words a minute (None for either: the engine's usual one for the
    language). `report` is called from another thread with each new `trouble`, and with None once the voice works again.

    `given` are folders with lines that were rendered elsewhere, or that people have recorded: what is recorded is never
    said by an engine, and only what is between its pieces, such as names, comes from one.

    `model` says which model of Piper's speaks a language instead, if one does, and which is the `voice` that a line
    names. It needs time, and two voices are never mixed: the box has it `learn` all that may be said in a game, and if
    it has all of that when the game is to `begin`, it speaks to its end. It says a line with names in it piece by
    piece, so that nothing is left to be rendered when its time has come. A model without a file is a voice that can say
    nothing but what is given; it says that at the usual speed, and the usual voice says the names. `learned` is called
    from another thread as it gets on.

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
        given: Iterable[Path] = (),
        model: Callable[[str, str], Path | None] = lambda language, voice: None,
        learned: Callable[[], None] = lambda: None,
    ) -> None:
        if engine not in ENGINES:
            raise ValueError(f"no voice engine is called {engine!r}: it is one of {', '.join(ENGINES)}")
        self._engine = engine
        self._name = name
        self._rate = rate
        self._cache = Cache(cache, given=given)
        self._report = report
        self._model = model
        self._learned = learned
        self._lesson: tuple[str, ...] = ()
        self._teachers: list[Path | None] = []
        self._is_natural = False
        self._in_game = False
        self._trouble: NarratorError | None = None
        self._wishes = Wishes()
        self._news = threading.Condition()  # guards the two above
        self._closing = False
        self._worker: subprocess.Popen[bytes] | None = None
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
        # Before a game nobody knows who will speak in it, and the usual voice is soon ready.
        self._want(clip for line in lines for clip in (self._clips(line) if self._in_game else [Clip(line)]))

    def _want(self, clips: Iterable[Clip]) -> None:
        wanted = self._lacking(self._by_key(clips))
        with self._news:
            self._wishes.add(wanted)
            self._news.notify_all()

    def learn(self, lines: Sequence[Line], names: Collection[str] = ()) -> None:
        """Have the natural voice learn these lines, all of one language, whenever nothing else is to be rendered, and
        from now on no others; where the language has no such voice, or it can never say something besides these
        `names`, there is nothing to learn. It speaks once it has all."""
        before = self._teachers
        self._teachers = [self._model(line.language, voice) for line in lines[:1] for voice in ("", OTHER)]
        clips = self._by_key(Clip(piece, natural=True) for line in lines for piece in line.spliced)
        if self._engine == "off" or not all(
            clip.line.text in names or self._can_learn(key, clip) for key, clip in clips.items()
        ):
            clips = {}
        if clips:
            self._turn_to(lines[0].language)
        lacking = self._lacking(clips)
        self._lesson = tuple(clips)
        self._in_game = False
        self._is_natural = bool(clips) and (not lacking or (self._is_natural and self._teachers == before))
        with self._news:
            self._wishes.learn(lacking)
            self._news.notify_all()

    def begin(self) -> None:
        """A game begins: to its end the natural voice alone speaks, if it has learned everything, else the usual one.

        Nothing is learned meanwhile, for a game needs the machine.
        """
        self._in_game = True
        self._is_natural = bool(self._lesson) and all(self._cache.find(key) for key in self._lesson)
        with self._news:
            self._wishes.learn({})

    @property
    def is_natural(self) -> bool:
        """Does the natural voice speak?"""
        return self._is_natural

    @property
    def progress(self) -> tuple[int, int]:
        """How much the natural voice has learned, and how much it is to learn; 0 of 0 where there is none."""
        return len(self._lesson) - self._wishes.unlearned, len(self._lesson)

    def _clips(self, line: Line) -> list[Clip]:
        """What is rendered of this line: all of it at once, or for the natural voice its pieces."""
        if line.is_sample:
            return [Clip(line, natural=True)]
        pieces = [piece for piece in line.spliced if _can_be_said(piece)]
        if not self._is_natural and not any(map(self._is_recorded, pieces)):
            return [Clip(line)]
        return [Clip(piece, natural=self._is_natural) for piece in pieces]

    def _is_recorded(self, line: Line) -> bool:
        return not line.is_sample and self._cache.gives(recording_key(line))

    def _by_key(self, clips: Iterable[Clip]) -> dict[str, Clip]:
        return {self._key(clip): clip for clip in clips if _can_be_said(clip.line)}

    def _lacking(self, clips: Mapping[str, Clip]) -> dict[str, Clip]:
        """Which of these are not rendered?"""
        return {key: clip for key, clip in clips.items() if self._cache.find(key) is None}

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
            for clip in self._clips(line):
                self._wishes.missed(self._key(clip))

    def ready(self, line: Line) -> tuple[Path, ...]:
        """The files that are this line, one after the other; none if it is not rendered (never asked for, not ready
        yet, in trouble, off)."""
        files = [self._cache.find(self._key(clip)) for clip in self._clips(line)]
        return tuple(file for file in files if file is not None) if all(files) else ()

    def seconds(self, line: Line) -> float:
        """How long is this line? Exact once it is rendered; before that, the time to read its caption aloud."""
        lengths = [self._cache.seconds(self._key(clip)) for clip in self._clips(line)]
        if not lengths or None in lengths:
            return reading_time(line, self._rate or USUAL_RATE)
        return sum(length or 0.0 for length in lengths)

    def wait(self, line: Line, timeout: float) -> tuple[Path, ...]:
        """Prepare this line and wait at most `timeout` seconds for it; none in trouble. For start-up and doctor."""
        self._turn_to(line.language)
        self._want([] if self._engine == "off" else self._clips(line))
        keys = [self._key(clip) for clip in self._clips(line)]
        with self._news:
            self._news.wait_for(
                lambda: self._closing or self._trouble or not any(key in self._wishes for key in keys), timeout
            )
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

    def _can_learn(self, key: str, clip: Clip) -> bool:
        """Is this said by the natural voice, now or once it is rendered?"""
        model = self._natural(clip)
        return model is not None and (model.is_file() or self._cache.gives(key))

    def _natural(self, clip: Clip) -> Path | None:
        """The model that says this, if one does."""
        return self._model(clip.line.language, clip.line.voice) if clip.natural else None

    def _key(self, clip: Clip) -> str:
        model, line = self._natural(clip), clip.line
        if self._is_recorded(line):
            return recording_key(line)
        if model is not None and not model.is_file():
            said = [_key_of(_natural_speaker(model, line), each) for each in (line, line._replace(speed=1.0))]
            if given := [key for key in said if self._cache.gives(key)]:
                return given[0]
        return _key_of(self._speaker(clip), line)

    def _speaker(self, clip: Clip) -> dict[str, Any]:
        """What the worker is told of who says this."""
        model = self._natural(clip)
        if model is not None and model.is_file():
            return _natural_speaker(model, clip.line)
        return {"engine": self._engine, "language": clip.line.language, "name": self._name, "rate": self._rate}

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

    def _try(self, key: str, clip: Clip) -> None:
        """Render one line; report the outcome if it is news."""
        trouble = self._render(key, clip)
        if self._closing:
            return
        if trouble is not None:
            log.info("%s", trouble.sentence)
            self._dismiss()
        if self._was_learned(key, trouble):
            return
        with self._news:
            if clip.line.language != self._wishes.language:
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

    def _was_learned(self, key: str, trouble: NarratorError | None) -> bool:
        """Was this wanted only to be learned? Then nothing comes of it but progress."""
        with self._news:
            learning = self._wishes.is_learning(key)
            if learning and trouble is None:
                self._wishes.rendered(key)
            elif learning:
                self._wishes.failed(key, time.monotonic())
            left = self._wishes.unlearned
        if learning and not self._in_game and not left:
            self._is_natural = True
        if learning and (left % STEP == 0 or left < STEP):
            self._learned()
        return learning

    def _render(self, key: str, clip: Clip) -> NarratorError | None:
        """Render one line; returns None once it is in the cache."""
        line, speaker = clip.line, self._speaker(clip)
        try:
            request = {
                "speaker": speaker,
                "text": speakable(line.text, line.language),
                **line.manner._asdict(),
                "target": str(self._cache.draft(key)),
            }
            answer = self._hired() or self._ask(request, LIMITS[speaker["engine"]])
            if "seconds" not in answer:
                return Trouble.of(answer)
            self._cache.keep(key, answer["seconds"])
        except OSError as error:
            return Trouble("voice-failed", "line-not-kept", why=str(error))
        return None

    def _hired(self) -> dict[str, Any]:
        """Make sure there is a worker; returns what is wrong if there can be none."""
        if self._worker is not None:
            return {}
        try:
            with self._news:
                if not self._closing:
                    self._worker = subprocess.Popen(
                        RENDERER,
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.DEVNULL,
                        process_group=0,
                        umask=OTHERS,
                    )
        except OSError as error:  # it counts as one that ended at once
            log.info("the voice's process cannot be started: %s", error)
        answer = self._ask(None, STARTING)
        return {} if "voice" in answer else answer

    def _ask(self, request: dict[str, Any] | None, limit: float) -> dict[str, Any]:
        """Send the worker a request and return its answer; a failure if it ends, or takes longer than `limit`, which
        each failure in a row doubles."""
        limit *= 2 ** min(self._wishes.voice.failed, DOUBLED)
        failure = Trouble("voice-failed", "voice-ended", command=" ".join(RENDERER))
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
