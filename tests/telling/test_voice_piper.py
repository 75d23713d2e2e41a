"""Piper, where it is installed, speaks through the same worker; where it is not, the box says how to get it."""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import shutil
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.telling.voice import OTHER, Line, Voice, voice
from narrator.telling.voice.renderer import FIRST_TO_GO, MEMORY
from tests.labs.soundlab import STUCK, rendered, until
from tests.labs.voicelab import HERE, SETTINGS, stand_in

pytestmark = pytest.mark.slow

LINE = Line("The village falls asleep.", "cheerful")

# A model of nine nodes: it hums at one pitch, for as long as the text has sounds, times the length scale.
HUMMING = """
eNpdUDtOw0AQ9dhrxxnhYDYgRUIRkimQfIQUIDkFFU0imjTRJhlii2RtvGs+qTgKx6HiTKw/oaCcN0/v5/uTHwevMchkUenljuRWp4qDjNhUKB33
0db5CL7Axiv01FrsSKGbS1pm3GvZkXcvdEolDhEkdiAHETkP1Q5DBIFOmhccVi1yg7Di3lMp9qSi/ow21Zrm1T4+Rf+ZqNhkezWyasMxsgOVOXZc
dIwtBx25MyG3hBcIGpmuSsndIhWKWnmO7cXZm3g12DyTJnpzIBPvpLiXV9qUjfqPUr1URAfijs4/4pOwNwFI2nZxEELELOt7mtTp40F7WlbShDq+
P++SOtbf+zZpEsUD3zZqtgVJ47kYodsszE8x8HvczOoDOmbnxeX/7RF9w2A1Y3F+3LxBoUGd1Ri7CnyIZwYNGrVOUScMrTD4BaqKauY=
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
        (tmp_path / "stand-in").mkdir()
        stand_in(tmp_path / "stand-in", monkeypatch)
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
def test_a_model_is_loaded_once_by_a_process_that_gives_way_and_ends_when_all_is_rendered(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = tmp_path / "loaded"
    file = tmp_path / "worker.py"
    file.write_text(
        "import os, runpy\n"
        "import piper, onnxruntime\n"
        "load = onnxruntime.InferenceSession\n"
        "def noted(model, options, providers):\n"
        f"    with open({str(loaded)!r}, 'a') as log: log.write(model + '\\n')\n"
        "    return load(model, options, providers=providers)\n"
        "onnxruntime.InferenceSession = noted\n"
        "runpy.run_module('narrator.telling.voice.renderer', run_name='__main__')\n"
    )
    monkeypatch.setattr(voice, "RENDERER", [sys.executable, str(file)])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(HERE)]))
    monkeypatch.setattr(voice, "IDLE", 1.0)
    speaker = Voice(tmp_path / "cache", engine="piper", name=str(model))
    try:
        rendered(speaker, *[LINE._replace(text=f"Number {number}.") for number in range(5)])
        worker = speaker._worker
        assert worker is not None
        limits = Path(f"/proc/{worker.pid}/limits").read_text()
        assert str(MEMORY) in next(line for line in limits.splitlines() if line.startswith("Max data size"))
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) > os.getpriority(os.PRIO_PROCESS, 0)
        assert Path(f"/proc/{worker.pid}/oom_score_adj").read_text().strip() == FIRST_TO_GO
        assert loaded.read_text().splitlines() == [str(model)]
        until(lambda: speaker._worker is None, STUCK)
    finally:
        speaker.close()


@pytest.mark.usefixtures("piper")
def test_a_model_that_is_damaged_is_named(model: Path, tmp_path: Path) -> None:
    model.write_bytes(b"junk")
    speaker = Voice(tmp_path / "cache", engine="piper", name=str(model))
    try:
        assert not speaker.wait(LINE, STUCK)
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
        assert not speaker.wait(LINE, STUCK)
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
        assert not speaker.wait(LINE, STUCK)
        assert speaker.trouble is not None
        assert speaker.trouble.code == "no-voice-engine"
        assert "pip install piper-tts" in speaker.trouble.sentence
    finally:
        speaker.close()


WOKEN = Line("Ann and Bob wake up.", "hushed", pieces=("Ann", "and", "Bob", " wake up."))
SPLICED = [LINE, *WOKEN.spliced]


@pytest.mark.usefixtures("piper")
def test_the_natural_voice_speaks_once_it_has_learned_everything(model: Path, tmp_path: Path) -> None:
    news: list[tuple[int, int]] = []
    speaker = Voice(tmp_path / "cache", model=lambda *_: model, learned=lambda: news.append(speaker.progress))
    try:
        speaker.learn(SPLICED)
        assert not speaker.is_natural
        until(lambda: len(news) > 0 and news[-1] == (5, 5), STUCK)
        assert speaker.is_natural
        speaker.begin()
        assert speaker.is_natural
        assert len(speaker.ready(LINE)) == 1
        assert len(speaker.ready(WOKEN)) == 4
        assert speaker.seconds(WOKEN) == pytest.approx(sum(speaker.seconds(piece) for piece in WOKEN.spliced))
    finally:
        speaker.close()


@pytest.mark.usefixtures("piper")
def test_a_game_that_begins_too_early_is_told_by_the_usual_voice_to_its_end(model: Path, tmp_path: Path) -> None:
    speaker = Voice(tmp_path / "cache", model=lambda *_: model)
    try:
        speaker.learn(SPLICED)
        until(lambda: speaker.is_natural, STUCK)
        speaker.learn([*SPLICED, Line("Somebody new")])
        assert speaker.is_natural, "before a game it may take its time for a line"
        speaker.begin()
        assert not speaker.is_natural
        speaker.learn(SPLICED)
        assert speaker.is_natural
        speaker.learn([])
        assert not speaker.is_natural
    finally:
        speaker.close()


@pytest.mark.usefixtures("piper")
def test_a_voice_that_has_not_learned_anything_is_not_heard_because_another_had(model: Path, tmp_path: Path) -> None:
    other = tmp_path / "en-droning.onnx"
    shutil.copyfile(model, other)
    shutil.copyfile(f"{model}.json", f"{other}.json")
    models = {"": model, "droning": other}
    speaker = Voice(tmp_path / "cache", model=lambda _, voice: models.get(voice))
    try:
        speaker.learn(SPLICED)
        until(lambda: speaker.is_natural, STUCK)
        assert speaker.wait(LINE._replace(voice="droning"), STUCK), "a sample is heard before it is chosen"
        models[""] = other
        speaker.learn(SPLICED)
        assert not speaker.is_natural
        assert speaker.progress == (1, 5)
    finally:
        speaker.close()


@pytest.mark.usefixtures("piper")
def test_the_other_voice_says_its_lines_and_no_others(model: Path, tmp_path: Path) -> None:
    low = tmp_path / "en-low.onnx"
    shutil.copyfile(model, low)
    settings = {**SETTINGS, "audio": {"sample_rate": 11025}}
    Path(f"{low}.json").write_text(json.dumps(settings))
    speaker = Voice(tmp_path / "cache", model=lambda _, voice: low if voice == OTHER else model)
    dead = LINE._replace(voice=OTHER)
    try:
        speaker.learn([*SPLICED, dead, *WOKEN._replace(voice=OTHER).spliced])
        until(lambda: speaker.is_natural, STUCK)
        speaker.begin()
        assert speaker.seconds(dead) > 1.8 * speaker.seconds(LINE), "the other model hums half as fast"
        assert not set(speaker.ready(WOKEN)) & set(speaker.ready(WOKEN._replace(voice=OTHER))), "names, too"
        speaker.learn([])
        assert speaker.seconds(dead) == speaker.seconds(LINE), "without a natural voice there is one"
    finally:
        speaker.close()


@pytest.mark.usefixtures("piper")
def test_a_natural_voice_that_fails_leaves_the_usual_one_in_peace(model: Path, tmp_path: Path) -> None:
    model.write_bytes(b"junk")
    speaker = Voice(tmp_path / "cache", model=lambda *_: model)
    try:
        speaker.learn(SPLICED)
        speaker.wait(LINE, STUCK)
        assert speaker.progress == (0, 5)
        speaker.begin()
        assert not speaker.is_natural
        assert speaker.trouble is None or speaker.trouble.code == "no-voice-engine"  # that of espeak-ng, if it lacks
    finally:
        speaker.close()


def test_a_language_without_a_model_has_nothing_to_learn(tmp_path: Path) -> None:
    speaker = Voice(tmp_path / "cache", model=lambda *_: None)
    try:
        speaker.learn(SPLICED)
        speaker.begin()
        assert speaker.progress == (0, 0)
        assert not speaker.is_natural
    finally:
        speaker.close()
