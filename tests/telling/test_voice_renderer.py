"""The renderer's process may hang, die or write silence: the line is tried again, by another."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.telling.voice import voice, wishes
from tests.labs.soundlab import STUCK, rendered, until
from tests.labs.voicelab import ASLEEP, MakeVoice, espeak, hired

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]  # a busy machine renders slowly


@espeak
def test_a_worker_that_hangs_is_killed_and_the_line_tried_again(
    make_voice: MakeVoice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hired(monkeypatch, tmp_path, "if times < 3: print('{\"voice\": true}', flush=True), time.sleep(60)\nrender()")
    monkeypatch.setitem(voice.LIMITS, "pyttsx3", 1.0)
    speaker = make_voice()
    rendered(speaker, ASLEEP)
    assert speaker.trouble is None
    assert (tmp_path / "workers").read_text().startswith("...")


@espeak
def test_a_worker_that_dies_or_writes_silence_is_replaced(
    make_voice: MakeVoice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    silent = (
        "from narrator.telling.voice import espeak\n"
        "import wave\n"
        "def save(self, text, rate, pitch, target):\n"
        "    with wave.open(str(target), 'wb') as file:\n"
        "        file.setparams((1, 2, 22050, 0, 'NONE', '')), file.writeframes(bytes(44100))\n"
        "if times == 1: os.kill(os.getpid(), 11)\n"
        "if times == 2: espeak.Espeak.save = save\n"
        "render()"
    )
    hired(monkeypatch, tmp_path, silent)
    rendered(make_voice(), ASLEEP)
    assert (tmp_path / "workers").read_text().startswith("...")


@espeak
def test_a_voice_whose_process_cannot_be_started_speaks_as_soon_as_it_can(
    make_voice: MakeVoice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(wishes, "RESTS", (0.0,))
    with monkeypatch.context() as without:
        without.setattr(voice, "RENDERER", [str(tmp_path / "none")])
        speaker = make_voice()
        assert not speaker.wait(ASLEEP, STUCK)
        assert speaker.trouble is not None
        assert speaker.trouble.code == "voice-failed"
    until(lambda: speaker.ready(ASLEEP), STUCK)
