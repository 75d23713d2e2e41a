"""Voices to experiment with: lines, models, recordings, and workers that do as a test wants."""

from __future__ import annotations

import ctypes.util
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
import soundfile

from narrator.telling.voice import Line, Voice, voice

espeak = pytest.mark.skipif(
    ctypes.util.find_library("espeak-ng") is None, reason="speech needs: sudo apt install espeak-ng"
)
ASLEEP = Line("The village falls asleep.", "hushed")
LINES = [
    Line("The village falls asleep. Everyone, close your eyes.", "hushed"),
    Line("The seer wakes up and points at somebody.", "hushed"),
    Line("The werewolves wake up and choose their victim.", "solemn"),
    Line("The sun rises on the village.", "cheerful"),
    Line("The hunter falls, and takes one of you along.", "solemn"),
    Line("The village has won.", "cheerful"),
]
MakeVoice = Callable[..., Voice]
SETTINGS = {
    "audio": {"sample_rate": 22050},
    "espeak": {"voice": "en-us"},
    "num_symbols": 9,
    "num_speakers": 1,
    "phoneme_id_map": {sound: [number] for number, sound in enumerate(["_", "^", "$", " ", "l", "s", "p", "v", "f"])},
}
STAND_IN = """
from types import SimpleNamespace
import numpy as np

class InferenceSession:
    def __init__(self, model, options, providers):
        if open(model, "rb").read(4) == b"junk":
            raise ValueError("Protobuf parsing failed")

SessionOptions = lambda: SimpleNamespace(add_session_config_entry=lambda key, value: None)
set_seed = lambda seed: None
class PiperConfig:
    @staticmethod
    def from_dict(settings):
        return settings["audio"]["sample_rate"]

class PiperVoice:
    def __init__(self, session, rate):
        self.rate = rate

    def synthesize(self, text, manner):
        wave = manner.volume * np.sin(np.arange(int(len(text) * 1000 * manner.length_scale)) / 8)
        audio = (30000 * wave).astype(np.int16).tobytes()
        yield SimpleNamespace(sample_width=2, sample_rate=self.rate, audio_int16_bytes=audio)

SynthesisConfig = SimpleNamespace
"""
"""A stand-in for Piper where it is not installed: it is called in the same way and hums as the model does."""
PUBLISHED, WHERE = "fr_FR-siwis-medium", "fr/fr_FR/siwis/medium"
"""The voice in the catalogue that tests publish, and its folder there."""
MODEL, ANNOUNCED = b"numbers" * 100_000, json.dumps({"phoneme_id_map": {}}).encode()
"""The two files of this voice."""
HERE = Path(voice.__file__).parents[3]


def samples(path: Path) -> np.ndarray:
    """What stands in a rendered file."""
    wave, rate = soundfile.read(path, always_2d=True)
    assert (rate, wave.shape[1]) == (48_000, 1)
    return wave[:, 0]


def hired(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str) -> None:
    """Make workers run this instead of the renderer; in it `render()` is the real one, `times` how often it ran."""
    file = tmp_path / "worker.py"
    file.write_text(
        "import os, runpy, sys, time\n"
        f"log = open({str(tmp_path / 'workers')!r}, 'a+')\n"
        "log.write('.'); log.flush(); log.seek(0); times = len(log.read())\n"
        "def render():\n"
        "    os.dup2(os.dup(1), 1)\n"
        "    runpy.run_module('narrator.telling.voice.renderer', run_name='__main__')\n" + script
    )
    monkeypatch.setattr(voice, "RENDERER", [sys.executable, str(file)])
    monkeypatch.setenv("PYTHONPATH", str(HERE))


def model(folder: Path, name: str, settings: str = json.dumps({"phoneme_id_map": {}})) -> Path:
    """The two files of a voice."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}.onnx"
    file.write_bytes(b"numbers")
    Path(f"{file}.json").write_text(settings)
    return file


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a process that imports Piper gets the stand-in."""
    for package in ("piper", "onnxruntime"):
        (folder / package).with_suffix(".py").write_text(STAND_IN)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(HERE)]))


def spoken(file: Path, seconds: float = 1.5, loud: float = 0.2, rate: int = 44_100) -> Path:
    """Something like speech between two silences."""
    rng = np.random.default_rng(1)
    times = np.arange(int(seconds * rate)) / rate
    wave = loud * np.sin(2 * np.pi * 180 * times) * (0.6 + 0.4 * np.sin(2 * np.pi * 4 * times))
    silence = 0.0002 * rng.normal(size=rate // 2)
    form = {".opus": {"format": "OGG", "subtype": "OPUS"}, ".ogg": {"format": "OGG"}}.get(file.suffix, {})
    file.parent.mkdir(exist_ok=True)
    soundfile.write(file, np.concatenate([silence, wave, silence]), 48_000 if file.suffix == ".opus" else rate, **form)
    return file


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *about: object) -> None:
        """Nobody needs to know."""


@contextmanager
def publishing(folder: Path) -> Iterator[str]:
    """A catalogue like Piper's, with one voice in this folder; gives its address on this machine."""
    (folder / WHERE).mkdir(parents=True)
    files = {}
    contents = {f"{PUBLISHED}.onnx": MODEL, f"{PUBLISHED}.onnx.json": ANNOUNCED, "MODEL_CARD": b"CC0"}
    for name, content in contents.items():
        (folder / WHERE / name).write_bytes(content)
        files[f"{WHERE}/{name}"] = {"size_bytes": len(content), "md5_digest": hashlib.md5(content).hexdigest()}
    (folder / "voices.json").write_text(json.dumps({PUBLISHED: {"key": PUBLISHED, "files": files}}))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
