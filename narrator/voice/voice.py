"""Which lines are ready to be heard? The box's side of the voice: a list of wishes, a cache, one worker process."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from narrator.errors import NarratorError
from narrator.voice.line import Line

ENGINES = ("pyttsx3", "piper", "off")


class Voice:
    """Renders lines ahead into `cache` and hands out the finished files.

    `engine` is `"pyttsx3"` (espeak-ng, on every machine), `"piper"` (`name` is then the path of a model, `….onnx`) or
    `"off"` (captions only). `language` is a code such as `en`, `fr` or `pt-br`; `name` chooses a voice of the engine,
    `rate` its speed in words a minute (both: the engine's usual ones for the language when None).

    No method but `wait` and `close` ever blocks. Files are mono FLAC, 48 kHz, without silence at either end and all of
    one loudness but for their mood. Raises `ValueError` for an unknown engine.
    """

    def __init__(
        self,
        cache: Path,
        *,
        engine: str = "pyttsx3",
        language: str = "en",
        name: str | None = None,
        rate: int | None = None,
    ) -> None:
        raise NotImplementedError

    @property
    def trouble(self) -> NarratorError | None:
        """Why can nothing be rendered? None while all is well or not yet known (see `wait`).

        Codes: `no-voice-engine` (espeak-ng or piper is not installed), `no-voice` (none for this language or of this
        name), `voice-failed` (it is there but does not work). Each sentence names the package or the remedy.
        """
        raise NotImplementedError

    def prepare(self, lines: Iterable[Line]) -> None:
        """Have these lines rendered, the first one first, before all that was asked for earlier."""
        raise NotImplementedError

    def ready(self, line: Line) -> Path | None:
        """The file of this line, or None when it is not rendered (never was asked for, not yet, in trouble, off)."""
        raise NotImplementedError

    def seconds(self, line: Line) -> float:
        """How long is this line? Exactly, once it is rendered; before, what reading its caption aloud would take."""
        raise NotImplementedError

    def wait(self, line: Line, timeout: float) -> Path | None:
        """Wait until this line is ready or cannot be rendered, at most `timeout` seconds; for start-up and doctor."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop rendering and end the worker process; files stay in the cache."""
        raise NotImplementedError
