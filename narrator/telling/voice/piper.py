"""How does Piper speak? As a program of its own, one run per line, with natural voices; slowly on a Pi 4.

Piper has its own licence (GPL) and its own models; neither comes with the box. Moods change its speed, not its pitch.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

from narrator.errors import Trouble

RATE = 150  # words a minute that a model speaks by default, more or less


class Piper:
    """`name` is the path of a model, `….onnx`. Raises `Trouble`: `no-voice-engine` or `no-voice`."""

    def __init__(self, language: str, name: str | None, rate: int | None) -> None:
        if importlib.util.find_spec("piper") is None:
            raise Trouble("no-voice-engine", "no-piper", python=sys.executable)
        self._model = Path(name or "").expanduser()
        if not self._model.is_file() or not Path(f"{self._model}.json").is_file():
            if name:
                raise Trouble("no-voice", "no-such-model", name=name, language=language)
            raise Trouble("no-voice", "no-model", language=language)
        self._speed = (rate or RATE) / RATE

    def save(self, text: str, rate: float, pitch: float, target: Path) -> None:
        """Write this text to a WAV file; `rate` multiplies the voice's own. Raises `Trouble` (`voice-failed`)."""
        program = [sys.executable, "-m", "piper", "--model", str(self._model), "--output-file", str(target)]
        program += ["--length-scale", f"{1 / (self._speed * rate):.3f}", "--sentence-silence", "0.25"]
        done = subprocess.run(program, input=text.encode(), capture_output=True, check=False)
        if done.returncode != 0:
            words = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
            raise Trouble("voice-failed", "piper-failed", model=str(self._model), why=words[-1])
