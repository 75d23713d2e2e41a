"""What somebody has recorded is said as loudly as the rest, by nobody else, and at every speed."""

from __future__ import annotations

from contextlib import closing
from ctypes.util import find_library
from pathlib import Path

import pytest
import soundfile

from narrator.errors import NarratorError
from narrator.game.all_lines import all_lines
from narrator.game.library import LIBRARY
from narrator.telling.voice import MOODS, Line, Models, Voice
from narrator.telling.voice.polish import LOUDNESS, loudness
from narrator.telling.voice.recordings import KINDS, ScriptPart, fault_of, keep, recordings_in, script, unrecorded
from tests.labs.soundlab import rendered
from tests.labs.voicelab import spoken

FALLS = Line("The village falls asleep.", "hushed")
LOUD = FALLS._replace(mood="cheerful")
DIED = Line("Ann is dead.", "solemn", pieces=("Ann", " is dead."))
PARTS = script({FALLS: "night.falls", LOUD: "dawn.breaks", DIED.spliced[1]: "dawn.dead"})
SLEEPS, DEAD = PARTS


@pytest.fixture
def models(tmp_path: Path) -> Models:
    return Models(tmp_path / "voices")


def test_the_script_names_a_file_for_every_text_and_no_two_by_the_same_name() -> None:
    parts = script(all_lines(LIBRARY, LIBRARY.names, "en"))
    assert len({part.text for part in parts.values()}) == len(parts)
    assert all(name == part.file and len(name) < 120 and name.isascii() for name, part in parts.items())
    some = script(all_lines(LIBRARY, ["classic"], "en"))
    assert {part.file: part.text for part in some.values()}.items() <= {
        part.file: part.text for part in parts.values()
    }.items(), "a file is called the same, whatever else is recorded"


@pytest.mark.parametrize("kind", KINDS)
def test_a_recording_is_trimmed_and_as_loud_as_each_of_its_moods(models: Models, tmp_path: Path, kind: str) -> None:
    file = spoken(tmp_path / "given" / f"{SLEEPS}{kind}")
    keep(PARTS, recordings_in(file.parent, PARTS), models.recorded("en"))
    with closing(Voice(tmp_path / "cache", engine="off", given=models.given)) as voice:
        for line in (FALLS, LOUD, FALLS._replace(speed=1.25)):
            (ready,) = voice.ready(line)
            wave, rate = soundfile.read(ready)
            assert rate == 48_000
            assert voice.seconds(line) == pytest.approx(1.5, abs=0.15)
            assert loudness(wave) == pytest.approx(LOUDNESS + MOODS[line.mood].volume, abs=0.5)
            assert ready.stat().st_mode & 0o077 == 0


@pytest.mark.slow
@pytest.mark.skipif(find_library("espeak-ng") is None, reason="speech needs: sudo apt install espeak-ng")
def test_recorded_lines_win_and_names_between_them_come_from_the_engine(models: Models, tmp_path: Path) -> None:
    keep(PARTS, {DEAD: spoken(tmp_path / "dead.wav")}, models.recorded("en"))
    with closing(Voice(tmp_path / "cache", given=models.given)) as voice:
        voice.begin()
        rendered(voice, DIED, FALLS)
        assert [file.parent.name for file in voice.ready(DIED)] == ["cache", "en"]
        assert [file.parent.name for file in voice.ready(FALLS)] == ["cache"]
        other = DIED._replace(text="Bob is dead.", pieces=("Bob", " is dead."))
        assert voice.ready(other) == (), "the name has yet to be rendered"


def test_what_is_recorded_is_not_asked_for_again(models: Models, tmp_path: Path) -> None:
    assert unrecorded(PARTS.values(), models.recorded("en")) == [PARTS[SLEEPS], PARTS[DEAD]]
    keep(PARTS, {SLEEPS: spoken(tmp_path / "falls.wav")}, models.recorded("en"))
    assert unrecorded(PARTS.values(), models.recorded("en")) == [PARTS[DEAD]]
    new = PARTS[SLEEPS]._replace(lines=[*PARTS[SLEEPS].lines, FALLS._replace(mood="ghost")])
    assert unrecorded([new], models.recorded("en")) == [new], "it is said in a mood that it was not kept for"


def test_a_new_recording_takes_the_place_of_the_old_one(models: Models, tmp_path: Path) -> None:
    for seconds in (1.5, 2.5):
        keep(PARTS, {DEAD: spoken(tmp_path / "dead.wav", seconds)}, models.recorded("en"))
    (file,) = models.recorded("en").iterdir()
    assert int(file.name.split(".")[1]) == pytest.approx(2500, abs=150)


def test_one_bad_recording_keeps_all_of_them_out_and_each_fault_is_named(models: Models, tmp_path: Path) -> None:
    spoken(tmp_path / "given" / f"{SLEEPS}.wav")
    bad = tmp_path / "given" / f"{DEAD}.flac"
    parts: dict[str, ScriptPart] = PARTS
    for make, fault in (
        (lambda: spoken(bad, loud=0.01), "too quiet"),
        (lambda: spoken(bad, loud=3.0), "too loud"),
        (lambda: spoken(bad, seconds=60.5, rate=8000), "longer than 60"),
        (lambda: bad.write_bytes(b"no sound"), "unknown format"),
    ):
        make()
        with pytest.raises(NarratorError) as caught:
            keep(parts, recordings_in(bad.parent, parts), models.recorded("en"))
        assert caught.value.code == "bad-recording"
        assert f"{bad.name}: " in caught.value.sentence
        assert fault in caught.value.sentence.lower().replace("format not recognised", "unknown format")
        assert not list((tmp_path / "voices").rglob("*.flac"))


def test_files_that_are_not_lines_are_named_and_notes_beside_them_are_left_alone(tmp_path: Path) -> None:
    spoken(tmp_path / "given" / f"{SLEEPS}.wav")
    (tmp_path / "given" / "notes.txt").write_text("recorded on Tuesday")
    assert [*recordings_in(tmp_path / "given", PARTS)] == [SLEEPS]
    spoken(tmp_path / "given" / "falls-asleep.wav")
    spoken(tmp_path / "given" / f"{SLEEPS}.flac")
    with pytest.raises(NarratorError) as caught:
        recordings_in(tmp_path / "given", PARTS)
    assert "falls-asleep.wav: the script has no such line" in caught.value.sentence
    assert f"{SLEEPS}.wav: there is {SLEEPS}.flac, too" in caught.value.sentence


def test_a_sound_recording_has_no_fault(tmp_path: Path) -> None:
    assert fault_of(spoken(tmp_path / "falls.wav")) is None
