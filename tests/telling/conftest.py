"""What several tests of voice and sound begin with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from narrator.telling.sound.mix import AudioMix
from narrator.telling.voice import Voice
from tests.labs.mixlab import played


@pytest.fixture
def make_voice(tmp_path: Path) -> Iterator[Callable[..., Voice]]:
    """Voices with a cache of their own, closed at the end."""
    voices: list[Voice] = []

    def make(folder: str = "cache", **settings: object) -> Voice:
        voices.append(Voice(tmp_path / folder, **settings))  # type: ignore[arg-type]
        return voices[-1]

    yield make
    for each in voices:
        each.close()


@pytest.fixture
def mix() -> AudioMix:
    """With all volumes full, after two seconds of silence."""
    mix = AudioMix()
    mix.volumes(1.0, 1.0, 1.0)
    mix.bed_level("window")
    played(mix, 2.0)
    return mix
