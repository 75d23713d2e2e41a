"""The mixer's remote control, without any sound: what it does where no process can be started."""

from __future__ import annotations

import queue
import sys
from contextlib import closing
from pathlib import Path

import pytest

from narrator.telling.sound import Event, Mixer, SpeakerFound, SpeakerLost, mixer
from tests.labs.soundlab import STUCK

SPEAKS = """
import json, socket
box = socket.socket(fileno=0)
box.send(json.dumps({"event": "speaker", "device": "a speaker", "latency": 0.0}).encode())
while box.recv(65536):
    pass
"""


def test_a_process_that_cannot_be_started_is_reported_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mixer, "GRACE", 0.0)
    monkeypatch.setattr(mixer, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(mixer, "COMMAND", [str(tmp_path / "none")])
    told: queue.SimpleQueue[Event] = queue.SimpleQueue()
    speaker = Mixer(told.put, sounds=tmp_path)
    speaker.start()
    with closing(speaker):
        lost = told.get(timeout=STUCK)
        assert isinstance(lost, SpeakerLost)
        assert "No such file" in lost.trouble.sentence
        monkeypatch.setattr(mixer, "COMMAND", [sys.executable, "-c", SPEAKS])
        assert told.get(timeout=STUCK) == SpeakerFound("a speaker", 0.0)
