"""How does pyttsx3 speak with Piper's natural voices? A driver that it loads as it loads espeak's.

    pyttsx3.init(install())    # in a process that may import Piper

A voice is a model: its id is the path of the file, `….onnx`. The model stays loaded until another one is chosen.
"""

from __future__ import annotations

import json
import sys
import wave
from pathlib import Path
from typing import Any

import onnxruntime
from piper import PiperConfig, PiperVoice, SynthesisConfig

NAME = "piper"
RATE = 150
"""Words a minute that a model speaks by itself, more or less."""
PAUSE = 0.25
"""Seconds between two sentences."""


def install() -> str:
    """Let pyttsx3 find this driver; returns the name it goes by."""
    sys.modules[f"pyttsx3.drivers.{NAME}"] = sys.modules[__name__]
    return NAME


def buildDriver(proxy: Any) -> PiperDriver:
    """The driver for this engine of pyttsx3's."""
    return PiperDriver(proxy)


def loaded(model: str) -> PiperVoice:
    """The voice of this model. Its threads sleep while they wait for one another: the way Piper itself loads it, they
    spin, and on a busy machine a line costs half as much again. Its noise is seeded: the same lines sound the same in
    every process."""
    onnxruntime.set_seed(1)
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    settings = json.loads(Path(f"{model}.json").read_text(encoding="utf-8"))
    return PiperVoice(session, PiperConfig.from_dict(settings))


class PiperDriver:
    """Writes files, and says nothing aloud. Whatever goes wrong is an `error` of the engine's."""

    def __init__(self, proxy: Any) -> None:
        self._proxy = proxy
        self._properties: dict[str, Any] = {"voice": "", "rate": RATE, "volume": 1.0}
        self._model: PiperVoice | None = None

    def getProperty(self, name: str) -> Any:
        return self._properties[name]

    def setProperty(self, name: str, value: Any) -> None:
        if name == "voice" and value != self._properties["voice"]:
            self._model = loaded(value)
        self._properties[name] = value

    def save_to_file(self, text: str, file: str) -> None:
        """Write this text to a WAV file, with a short pause between sentences."""
        assert self._model is not None
        rate, volume = self._properties["rate"], self._properties["volume"]
        manner = SynthesisConfig(length_scale=RATE / rate, volume=volume)
        with wave.open(file, "wb") as sound:
            for number, sentence in enumerate(self._model.synthesize(text, manner)):
                if number == 0:
                    sound.setparams((1, sentence.sample_width, sentence.sample_rate, 0, "NONE", ""))
                else:
                    sound.writeframes(bytes(sentence.sample_width * int(PAUSE * sentence.sample_rate)))
                sound.writeframes(sentence.audio_int16_bytes)
        self._proxy.notify("finished-utterance", completed=True)

    def startLoop(self) -> None:
        """Do everything that waits; the last of it ends the loop."""
        self._proxy.setBusy(False)

    def endLoop(self) -> None:
        """Nothing runs on."""

    def stop(self) -> None:
        """Nothing is being said."""

    def destroy(self) -> None:
        """The model goes with the driver."""
        self._model = None
