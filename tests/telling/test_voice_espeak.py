"""espeak-ng speaks through pyttsx3: slow to take a property, or not installed, it is waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.telling.voice import MOODS, Line
from narrator.telling.voice.line import reading_time
from tests.labs.soundlab import STUCK, rendered
from tests.labs.voicelab import ASLEEP, MakeVoice, espeak, hired

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]  # a busy machine renders slowly


@espeak
def test_espeak_that_is_slow_to_take_a_property_still_speaks(
    make_voice: MakeVoice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = (
        "from pyttsx3.drivers import _espeak\n"
        "set_parameter, told = _espeak.SetParameter, [0.0]\n"
        "def set_slowly(*what):\n"
        "    told[0] = time.monotonic()\n"
        "    return set_parameter(*what)\n"
        "_espeak.SetParameter = set_slowly\n"
        "_espeak.IsPlaying = lambda: time.monotonic() < told[0] + 0.02\n"
        "render()"
    )
    hired(monkeypatch, tmp_path, slow)
    rendered(make_voice(), *(Line(f"Number {number}.", mood) for number in range(5) for mood in MOODS))
    assert (tmp_path / "workers").read_text() == "."


@espeak
def test_without_espeak_the_box_names_the_package_and_speaks_once_it_is_installed(
    make_voice: MakeVoice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed = tmp_path / "installed"
    without = f"import ctypes\nif not os.path.exists({str(installed)!r}): ctypes.cdll.LoadLibrary = None\nrender()"
    hired(monkeypatch, tmp_path, without)
    speaker = make_voice()
    assert not speaker.wait(ASLEEP, STUCK)
    assert speaker.trouble is not None
    assert speaker.trouble.code == "no-voice-engine"
    assert "sudo apt install espeak-ng" in speaker.trouble.sentence
    assert speaker.seconds(ASLEEP) == reading_time(ASLEEP, 150)
    installed.touch()
    rendered(speaker, ASLEEP)
    assert speaker.trouble is None
