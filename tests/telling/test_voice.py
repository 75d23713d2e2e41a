"""Lines become files: ahead of time, in a worker that may hang or die, each line once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from narrator.errors import NarratorError
from narrator.telling.sound.room import PLACES
from narrator.telling.voice import MOODS, Line, Voice, voice, wishes
from narrator.telling.voice.line import reading_time
from narrator.telling.voice.polish import LOUDNESS, loudness
from tests.labs.ears import Listener, plain
from tests.labs.soundlab import STUCK, rendered, until
from tests.labs.voicelab import ASLEEP, LINES, MakeVoice, espeak, hired, samples

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]  # a busy machine renders slowly


@espeak
@pytest.mark.parametrize("mood", MOODS)
def test_a_line_is_trimmed_and_as_loud_as_its_mood(make_voice: MakeVoice, mood: str) -> None:
    speaker = make_voice()
    line = ASLEEP._replace(mood=mood)
    (path,) = rendered(speaker, line)
    wave = samples(path)
    assert speaker.seconds(line) == pytest.approx(len(wave) / 48_000, abs=0.001)
    assert loudness(wave) == pytest.approx(LOUDNESS + MOODS[mood].volume, abs=0.1)
    assert np.abs(wave).max() < 0.9
    loud = np.flatnonzero(np.abs(wave) > 0.02 * np.abs(wave).max())
    assert loud[0] < 0.03 * 48_000
    assert len(wave) - loud[-1] < 0.15 * 48_000
    assert np.abs(wave[[0, -1]]).max() < 0.001


@espeak
def test_every_line_has_its_own_pace_however_many_come_at_once(make_voice: MakeVoice) -> None:
    # pyttsx3 loses a rate that is set at the wrong moment: then a slow line comes out fast, or the next one slow.
    speaker = make_voice()
    lines = [Line(f"Number {number}, the village falls asleep.", mood) for number in range(10, 22) for mood in MOODS]
    rendered(speaker, *lines)
    lengths = {mood: [] for mood in MOODS}
    for line in lines:
        lengths[line.mood].append(speaker.seconds(line))
    for mood, seconds in lengths.items():
        assert max(seconds) / min(seconds) < 1.25, mood
    assert np.mean(lengths["ghost"]) > 1.2 * np.mean(lengths["cheerful"])


@espeak
def test_the_lines_asked_for_last_come_first_and_in_order(make_voice: MakeVoice) -> None:
    speaker = make_voice()
    speaker.prepare(Line(f"Later, number {number}.") for number in range(300))
    urgent = [Line(f"Now, {word}.") for word in ("Ann", "Bob", "Cid")]
    rendered(speaker, *urgent)
    assert not speaker.ready(Line("Later, number 299."))


@espeak
def test_a_line_is_rendered_once_and_found_by_the_next_box(
    make_voice: MakeVoice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = make_voice()
    (path,) = rendered(first, ASLEEP)
    first.close()
    hired(monkeypatch, tmp_path, "sys.exit('nobody may be hired')")
    again = make_voice()
    again.prepare([ASLEEP])
    assert again.ready(ASLEEP) == (path,)
    assert again.seconds(ASLEEP) == first.seconds(ASLEEP)
    assert not (tmp_path / "workers").exists()


@espeak
def test_another_voice_rate_mood_or_text_makes_another_file(make_voice: MakeVoice) -> None:
    voices = [make_voice(), make_voice(rate=120), make_voice(name="en-gb-x-rp")]
    others = [ASLEEP._replace(mood="ghost"), ASLEEP._replace(language="fr")]
    paths = [*(rendered(each, ASLEEP)[0] for each in voices), *(rendered(voices[0], each)[0] for each in others)]
    assert len(set(paths)) == 5
    assert voices[1].seconds(ASLEEP) > 1.15 * voices[0].seconds(ASLEEP)


@espeak
def test_markup_in_a_name_is_not_obeyed(make_voice: MakeVoice) -> None:
    plain, marked = rendered(make_voice(), Line("Ann is dead."), Line("[Ann] <is> \x01dead."))
    assert plain == marked


@espeak
def test_a_voice_that_keeps_failing_is_reported_once_and_again_when_it_works(
    make_voice: MakeVoice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(wishes, "RESTS", (0.0,))
    hired(monkeypatch, tmp_path, f"if times <= 5 * {voice.KEEPS_FAILING}: sys.exit('broken')\nrender()")
    told: list[NarratorError | None] = []
    speaker = make_voice(report=told.append)
    speaker.prepare(LINES)
    until(lambda: len(told) == 2 and all(map(speaker.ready, LINES)), STUCK)
    trouble, end = told
    assert trouble is not None
    assert trouble.code == "voice-failed"
    assert "shows why" in trouble.sentence
    assert end is None
    assert speaker.trouble is None


def test_a_voice_counts_as_broken_after_a_few_tries(
    make_voice: MakeVoice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hired(monkeypatch, tmp_path, "sys.exit('broken')")
    speaker = make_voice()
    assert not speaker.wait(ASLEEP, STUCK)
    assert speaker.trouble is not None
    assert (tmp_path / "workers").read_text() == "." * voice.KEEPS_FAILING


@espeak
@pytest.mark.parametrize(
    ("language", "settings", "words"),
    [
        ("tlh", {}, "“tlh”"),
        ("en", {"name": "nobody"}, "“nobody”"),
        ("fr", {"name": "fr-nobody"}, "--voices=fr"),
    ],
)
def test_a_voice_that_is_not_installed_is_not_replaced_by_another(
    make_voice: MakeVoice, language: str, settings: dict[str, str], words: str
) -> None:
    speaker = make_voice(**settings)
    assert not speaker.wait(ASLEEP._replace(language=language), STUCK)
    assert speaker.trouble is not None
    assert speaker.trouble.code == "no-voice"
    assert words in speaker.trouble.sentence


@espeak
@pytest.mark.parametrize("language", ["en", "en-gb", "fr", "de", "es", "pt-br", "ru"])
def test_languages_have_their_voice(make_voice: MakeVoice, language: str) -> None:
    rendered(make_voice(), Line("1, 2, 3. Anna.", language=language))


@espeak
def test_one_voice_speaks_one_language_after_the_other(make_voice: MakeVoice) -> None:
    speaker = make_voice()
    for language in ("en", "fr", "en"):
        rendered(speaker, Line(f"1, 2, 3, {language}.", language=language))
    assert speaker.trouble is None


@espeak
def test_a_language_without_a_voice_is_forgotten_with_the_next_one(make_voice: MakeVoice) -> None:
    told: list[NarratorError | None] = []
    speaker = make_voice(report=told.append)
    assert not speaker.wait(ASLEEP._replace(language="tlh"), STUCK)
    rendered(speaker, ASLEEP)
    assert speaker.trouble is None
    assert [trouble and trouble.code for trouble in told] == ["no-voice", None]


def test_no_call_waits_for_a_worker_that_hangs(
    make_voice: MakeVoice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hired(monkeypatch, tmp_path, "time.sleep(60)")
    speaker = make_voice()
    speaker.prepare([ASLEEP])
    assert not speaker.ready(ASLEEP)
    assert speaker.seconds(ASLEEP) == reading_time(ASLEEP, 150)
    assert not speaker.wait(ASLEEP, 0.1)
    speaker.close()
    assert not speaker._thread.is_alive()


def test_an_unknown_engine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no voice engine is called 'festival': it is one of pyttsx3, piper, off"):
        Voice(tmp_path, engine="festival")


def test_an_emoji_alone_is_never_given_to_the_worker(make_voice: MakeVoice) -> None:
    assert not make_voice().wait(Line("🐺"), 20)


def test_the_box_itself_loads_no_heavy_library() -> None:
    loads = "import sys, narrator.telling.voice, narrator.telling.sound; print([m for m in ('numpy', 'soundfile', 'sounddevice', 'pyttsx3') if m in sys.modules])"  # noqa: E501
    assert subprocess.run([sys.executable, "-c", loads], capture_output=True, check=True, text=True).stdout == "[]\n"


@espeak
@pytest.mark.parametrize("place", ["", *PLACES])
def test_a_listener_understands_every_line(place: str, make_voice: MakeVoice) -> None:
    speaker, listener = make_voice(), Listener(line.text for line in LINES)
    for line in LINES:
        (path,) = rendered(speaker, line)
        assert listener.hear(samples(path), place) == plain(line.text)
