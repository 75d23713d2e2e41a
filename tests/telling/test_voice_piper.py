"""Piper, where it is installed, speaks through the same worker; where it is not, the box says how to get it."""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.telling.voice import Line, Voice, voice
from tests.labs.soundlab import STUCK, rendered

pytestmark = pytest.mark.slow

LINE = Line("The village falls asleep.", "cheerful")

# A model of nine nodes: it hums at one pitch, for as long as the text has sounds, times the length scale.
HUMMING = """
eNpdUDtOw0AQ9dhrxxnhYDYgRUIRkimQfIQUIDkFFU0imjTRJhlii2RtvGs+qTgKx6HiTKw/oaCcN0/v5/uTHwevMchkUenljuRWp4qDjNhUKB33
0db5CL7Axiv01FrsSKGbS1pm3GvZkXcvdEolDhEkdiAHETkP1Q5DBIFOmhccVi1yg7Di3lMp9qSi/ow21Zrm1T4+Rf+ZqNhkezWyasMxsgOVOXZc
dIwtBx25MyG3hBcIGpmuSsndIhWKWnmO7cXZm3g12DyTJnpzIBPvpLiXV9qUjfqPUr1URAfijs4/4pOwNwFI2nZxEELELOt7mtTp40F7WlbShDq+
P++SOtbf+zZpEsUD3zZqtgVJ47kYodsszE8x8HvczOoDOmbnxeX/7RF9w2A1Y3F+3LxBoUGd1Ri7CnyIZwYNGrVOUScMrTD4BaqKauY=
"""
SETTINGS = {
    "audio": {"sample_rate": 22050},
    "espeak": {"voice": "en-us"},
    "num_symbols": 9,
    "num_speakers": 1,
    "phoneme_id_map": {sound: [number] for number, sound in enumerate(["_", "^", "$", " ", "l", "s", "p", "v", "f"])},
}

# A stand-in for Piper where it is not installed: it takes the same arguments and hums as the model does.
STAND_IN = """
import argparse, json, math, struct, sys, wave
parser = argparse.ArgumentParser()
for name in ("--model", "--output-file", "--length-scale", "--sentence-silence"):
    parser.add_argument(name, required=True)
told = parser.parse_args()
rate = json.load(open(told.model + ".json"))["audio"]["sample_rate"]
if open(told.model, "rb").read(4) == b"junk":
    sys.exit("ValueError: Protobuf parsing failed")
frames = int(len(sys.stdin.read()) * 1000 * float(told.length_scale))
with wave.open(told.output_file, "wb") as file:
    file.setparams((1, 2, rate, 0, "NONE", ""))
    file.writeframes(b"".join(struct.pack("<h", int(30000 * math.sin(n / 8))) for n in range(frames)))
"""


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "en-humming.onnx"
    path.write_bytes(zlib.decompress(base64.b64decode(HUMMING)))
    path.with_name("en-humming.onnx.json").write_text(json.dumps(SETTINGS))
    return path


@pytest.fixture(params=["piper", "stand-in"])
def piper(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "stand-in":
        (tmp_path / "stand-in" / "piper").mkdir(parents=True)
        (tmp_path / "stand-in" / "piper" / "__init__.py").touch()
        (tmp_path / "stand-in" / "piper" / "__main__.py").write_text(STAND_IN)
        here = Path(voice.__file__).parents[3]
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "stand-in"), str(here)]))
    elif importlib.util.find_spec("piper") is None:
        pytest.skip(f"Piper itself needs: {sys.executable} -m pip install piper-tts")


@pytest.mark.usefixtures("piper")
def test_a_model_speaks_at_the_pace_of_the_mood(model: Path, tmp_path: Path) -> None:
    speaker = Voice(tmp_path / "cache", engine="piper", name=str(model))
    try:
        path, _ = rendered(speaker, LINE, LINE._replace(mood="ghost"))
        assert speaker.seconds(LINE._replace(mood="ghost")) > 1.3 * speaker.seconds(LINE)
        wave, rate = soundfile.read(path)
        assert rate == 48_000
        assert np.argmax(np.abs(np.fft.rfft(wave))) * rate / len(wave) == pytest.approx(22050 / 8 / 2 / np.pi, rel=0.01)
    finally:
        speaker.close()


@pytest.mark.usefixtures("piper")
def test_a_model_that_is_damaged_is_named(model: Path, tmp_path: Path) -> None:
    model.write_bytes(b"junk")
    speaker = Voice(tmp_path / "cache", engine="piper", name=str(model))
    try:
        assert speaker.wait(LINE, STUCK) is None
        assert speaker.trouble is not None
        assert speaker.trouble.code == "voice-failed"
        assert str(model) in speaker.trouble.sentence
    finally:
        speaker.close()


@pytest.mark.usefixtures("piper")
@pytest.mark.parametrize("name", [None, "/nowhere/en-nobody.onnx"])
def test_a_model_that_is_missing_is_asked_for(name: str | None, tmp_path: Path) -> None:
    speaker = Voice(tmp_path / "cache", engine="piper", name=name)
    try:
        assert speaker.wait(LINE, STUCK) is None
        assert speaker.trouble is not None
        assert speaker.trouble.code == "no-voice"
        assert "huggingface.co/rhasspy/piper-voices" in speaker.trouble.sentence
    finally:
        speaker.close()


def test_without_piper_the_box_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blind = tmp_path / "blind.py"
    blind.write_text(
        "import importlib.util, runpy\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *more: None if name == 'piper' else find(name, *more)\n"
        "runpy.run_module('narrator.telling.voice.renderer', run_name='__main__')\n"
    )
    monkeypatch.setattr(voice, "RENDERER", [sys.executable, str(blind)])
    monkeypatch.setenv("PYTHONPATH", str(Path(voice.__file__).parents[3]))
    speaker = Voice(tmp_path / "cache", engine="piper", name="model.onnx")
    try:
        assert speaker.wait(LINE, STUCK) is None
        assert speaker.trouble is not None
        assert speaker.trouble.code == "no-voice-engine"
        assert "pip install piper-tts" in speaker.trouble.sentence
    finally:
        speaker.close()
