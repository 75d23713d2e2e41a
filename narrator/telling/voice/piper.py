"""How does Piper speak? As a program of its own, one run per line, with natural voices; slowly on a Pi 4.

Piper has its own licence (GPL) and its own models; neither comes with the box. Moods change its speed, not its pitch.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

from narrator.errors import NarratorError

RATE = 150  # words a minute that a model speaks by default, more or less


class Piper:
    """`name` is the path of a model, `….onnx`. Raises `NarratorError` `no-voice-engine` or `no-voice`."""

    def __init__(self, language: str, name: str | None, rate: int | None) -> None:
        if importlib.util.find_spec("piper") is None:
            raise NarratorError(
                "no-voice-engine", f"Piper is not installed: run `{sys.executable} -m pip install piper-tts`."
            )
        self._model = Path(name or "").expanduser()
        if not self._model.is_file() or not Path(f"{self._model}.json").is_file():
            missing = f"There is no Piper model {name!r}" if name else "No Piper model is named"
            raise NarratorError(
                "no-voice",
                f"{missing}: download one for the language {language!r}, a file ….onnx and its ….onnx.json, from"
                " https://huggingface.co/rhasspy/piper-voices and give the path of the first file.",
            )
        self._speed = (rate or RATE) / RATE

    def save(self, text: str, rate: float, pitch: float, target: Path) -> None:
        """Write this text to a WAV file; `rate` multiplies the voice's own. Raises `NarratorError` `voice-failed`."""
        program = [sys.executable, "-m", "piper", "--model", str(self._model), "--output-file", str(target)]
        program += ["--length-scale", f"{1 / (self._speed * rate):.3f}", "--sentence-silence", "0.25"]
        done = subprocess.run(program, input=text.encode(), capture_output=True, check=False)
        if done.returncode != 0:
            words = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
            raise NarratorError("voice-failed", f"Piper failed with the model {self._model}: {words[-1]}")
