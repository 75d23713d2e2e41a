"""How does Piper speak through pyttsx3? With natural voices; slower than espeak-ng, and its model takes memory.

Only for the renderer's process. Piper has its own licence (GPL-3.0): no other part of the box imports it.
Moods change its speed, not its pitch.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from narrator.errors import Trouble


class Piper:
    """`name` is the path of a model, `….onnx`. Raises `Trouble`: `no-voice-engine`, `no-voice` or `voice-failed`."""

    def __init__(self, language: str, name: str | None, rate: int | None) -> None:
        if importlib.util.find_spec("piper") is None:
            raise Trouble("no-voice-engine", "no-piper", python=sys.executable)
        self._model = Path(name or "").expanduser()
        if not self._model.is_file() or not Path(f"{self._model}.json").is_file():
            if name:
                raise Trouble("no-voice", "no-such-model", name=name, language=language)
            raise Trouble("no-voice", "no-model", language=language)
        import pyttsx3

        from narrator.telling.voice import piper_driver

        self._rate = rate or piper_driver.RATE
        self._failure: Exception | None = None
        self._engine = pyttsx3.init(piper_driver.install())
        self._engine.connect("error", self._on_error)
        self._engine.setProperty("voice", str(self._model))
        self._run()

    def save(self, text: str, rate: float, pitch: float, target: Path) -> None:
        """Write this text to a WAV file; `rate` multiplies the voice's own. Raises `Trouble` (`voice-failed`)."""
        self._engine.setProperty("rate", self._rate * rate)
        self._engine.save_to_file(text, str(target))
        self._run()

    def _run(self) -> None:
        self._engine.runAndWait()
        if self._failure is not None:
            failure, self._failure = self._failure, None
            why = str(failure) or type(failure).__name__
            raise Trouble("voice-failed", "piper-failed", model=str(self._model), why=why) from failure

    def _on_error(self, name: str | None, exception: Exception) -> None:
        self._failure = exception
