"""Does the night cover taps? Sounds of known levels are compared, and the whole command is tried with a real server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.commands import masking
from narrator.commands.masking import said
from narrator.errors import NarratorError
from narrator.lobby.lobby import TABLE, Lobby
from narrator.telling.sound.masking import CENTRES, COVERED, FRAME, Band, Wave, compared
from narrator.telling.sound.playing import RATE
from tests.labs import soundlab
from tests.labs.soundlab import STUCK, SoundLab, until

TAPS = 6


def noise(level: float, seconds: float, seed: int = 1) -> Wave:
    """Noise of so many decibels."""
    wave = np.random.default_rng(seed).normal(0, 10 ** (level / 20), int(seconds * RATE))
    return wave.astype(np.float32)


def taps(level: float, room: float = -90.0) -> Wave:
    """A quiet room in which somebody taps: bursts of noise as long as what is measured at once."""
    wave = noise(room, TAPS + 1.0, seed=2)
    for second in range(1, TAPS + 1):
        burst = noise(level, 2 * FRAME, seed=second)
        wave[second * RATE : second * RATE + len(burst)] += burst
    return wave


@pytest.mark.parametrize("above", [-12.0, 0.0, 9.0])
def test_masking_says_how_far_the_bed_is_above_a_tap(above: float) -> None:
    bands = compared(taps(-40.0), noise(-40.0 + above, 8.0), RATE)
    assert [band.centre for band in bands] == [*CENTRES]
    assert np.mean([band.above for band in bands]) == pytest.approx(above - 1.5, abs=1.5)  # loudest taps, softest bed
    assert all(band.audible for band in bands)


def test_a_bed_that_comes_and_goes_counts_by_its_softest_moments() -> None:
    steady, waves = noise(-40.0, 12.0), noise(-40.0, 12.0)
    waves[5 * RATE : 8 * RATE] *= 0.1
    differ = [
        one.bed - other.bed
        for one, other in zip(compared(taps(-40), steady, RATE), compared(taps(-40), waves, RATE), strict=True)
    ]
    assert np.mean(differ) == pytest.approx(20.0, abs=2.0)


def test_what_nobody_hears_in_the_room_need_not_be_covered() -> None:
    wave, burst = noise(-60.0, TAPS + 1.0), np.hanning(int(0.06 * RATE)).astype(np.float32)
    for second in range(1, TAPS + 1):
        wave[second * RATE :][: len(burst)] += 0.1 * burst * np.sin(2 * np.pi * 4000 * np.arange(len(burst)) / RATE)
    bands = compared(wave, noise(-40.0, 8.0), RATE)
    assert next(band for band in bands if band.centre == 4000).audible
    assert next(band for band in bands if band.centre == 1000).too_soft_by == -np.inf


def test_a_room_without_a_tap_is_reported() -> None:
    assert compared(noise(-60.0, 6.0), noise(-40.0, 8.0), RATE) == []
    assert "nearer" in " ".join(said([], 0.5))


def advice(lacks: float, ambience: float) -> str:
    bands = [Band(1000, -40.0, -30.0, audible=True), Band(4000, -40.0, -40.0 + COVERED - lacks, audible=True)]
    return "\n".join(said(bands, ambience))


@pytest.mark.parametrize("seconds", [0.0, 0.01, 0.2])
def test_a_recording_that_is_ended_at_once_holds_no_tap(seconds: float) -> None:
    short, long = np.zeros(int(seconds * RATE), np.float32), np.zeros(10 * RATE, np.float32)
    assert compared(short, long, RATE) == compared(long, short, RATE) == []


def test_masking_says_what_to_do() -> None:
    assert "The night covers taps and clicks" in advice(0.0, 0.5)
    louder = advice(6.0, 0.5)
    assert "1000 Hz   -40 dB   -30 dB   bed 10 dB above the tap\n" in louder
    assert "4000 Hz   -40 dB   -42 dB   bed 2 dB below the tap, 6 dB too soft\n" in louder
    assert "turn the background up from 50% to 71%" in louder
    assert "felt" in louder
    assert "with more around 4000 Hz" in louder
    assert "turn the loudspeaker up" in advice(20.0, 0.5)
    assert "turn the loudspeaker up" in advice(6.0, 0.0)


class StillNight:
    """A night that is over at once."""

    def __init__(self, data: Path, volumes: object) -> None:
        self.data = data

    def wait(self, seconds: float) -> None: ...

    def close(self) -> None: ...


def test_without_a_microphone_the_night_is_played_and_nothing_is_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise NarratorError("no-microphone", "The microphone cannot be heard.")

    monkeypatch.setattr(masking, "record", refuse)
    monkeypatch.setattr(masking, "_Night", StillNight)
    assert masking.masking(tmp_path) == 0
    told = capsys.readouterr().out
    assert "Now you hear the night" in told
    assert "The microphone cannot be heard. Without one nothing can be measured" in told


@pytest.fixture
def lab() -> Iterator[SoundLab]:
    if soundlab.missing():
        pytest.skip(soundlab.missing())
    with SoundLab() as lab:
        yield lab


@pytest.mark.sound
@pytest.mark.serial
@pytest.mark.parametrize(("level", "code", "says"), [(-60.0, 0, "covers taps and clicks"), (-12.0, 1, "dB too soft")])
def test_with_a_microphone_taps_and_bed_are_measured(
    level: float, code: int, says: str, lab: SoundLab, tmp_path: Path
) -> None:
    """The microphone hears what the speaker plays; the bed is noise of a known level."""
    lobby = Lobby(tmp_path / TABLE)
    lobby.volumes |= {"master": 1.0, "ambience": 1.0}
    lobby.remember()
    (tmp_path / "sounds").mkdir()
    soundfile.write(tmp_path / "sounds" / "night.wav", noise(-25.0, 20.0), RATE)
    soundfile.write(tmp_path / "taps.wav", taps(level), RATE)
    command = [sys.executable, "-m", "narrator", "doctor", "--masking", "--data", str(tmp_path)]
    running = subprocess.Popen(
        command, env=os.environ | lab.env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert running.stdin is not None
    assert running.stdout is not None
    while "Enter" not in (line := running.stdout.readline()):
        assert line, "it ended"
    until(lambda: lab.listeners() == 1, what="it records")
    subprocess.run(["paplay", str(tmp_path / "taps.wav")], env=os.environ | lab.env, check=True)
    told, _ = running.communicate("\n", timeout=STUCK)
    assert running.returncode == code, told
    assert says in told
    assert len([line for line in told.splitlines() if " Hz  " in line]) == len(CENTRES)
