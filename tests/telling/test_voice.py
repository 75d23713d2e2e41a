"""Lines become files: ahead of time, in a worker that may hang or die, each line once."""

from __future__ import annotations

import ctypes.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.errors import NarratorError
from narrator.telling.sound.room import PLACES
from narrator.telling.voice import MOODS, Line, Voice, voice, wishes
from narrator.telling.voice.cache import Cache
from narrator.telling.voice.line import reading_time
from narrator.telling.voice.polish import LOUDNESS, PEAK, even, loud, loudness, polish
from tests.labs.ears import Listener, plain
from tests.labs.soundlab import STUCK, rendered, until

espeak = pytest.mark.skipif(
    ctypes.util.find_library("espeak-ng") is None, reason="speech needs: sudo apt install espeak-ng"
)
ASLEEP = Line("The village falls asleep.", "hushed")
LINES = [
    Line("The village falls asleep. Everyone, close your eyes.", "hushed"),
    Line("The seer wakes up and points at somebody.", "hushed"),
    Line("The werewolves wake up and choose their victim.", "solemn"),
    Line("The sun rises on the village.", "cheerful"),
    Line("The hunter falls, and takes one of you along.", "solemn"),
    Line("The village has won.", "cheerful"),
]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]  # a busy machine renders slowly
MakeVoice = Callable[..., Voice]


@pytest.fixture
def make_voice(tmp_path: Path) -> Iterator[MakeVoice]:
    """Voices with a cache of their own, closed at the end."""
    voices: list[Voice] = []

    def make(folder: str = "cache", **settings: object) -> Voice:
        voices.append(Voice(tmp_path / folder, **settings))  # type: ignore[arg-type]
        return voices[-1]

    yield make
    for each in voices:
        each.close()


def samples(path: Path) -> np.ndarray:
    wave, rate = soundfile.read(path, always_2d=True)
    assert (rate, wave.shape[1]) == (48_000, 1)
    return wave[:, 0]


def hired(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str) -> None:
    """Make workers run this instead of the renderer; in it `render()` is the real one, `times` how often it ran."""
    file = tmp_path / "worker.py"
    file.write_text(
        "import os, runpy, sys, time\n"
        f"log = open({str(tmp_path / 'workers')!r}, 'a+')\n"
        "log.write('.'); log.flush(); log.seek(0); times = len(log.read())\n"
        "def render():\n"
        "    os.dup2(os.dup(1), 1)\n"
        "    runpy.run_module('narrator.telling.voice.renderer', run_name='__main__')\n" + script
    )
    monkeypatch.setattr(voice, "RENDERER", [sys.executable, str(file)])
    monkeypatch.setenv("PYTHONPATH", str(Path(voice.__file__).parents[3]))


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


def test_with_captions_only_lines_still_take_their_time(make_voice: MakeVoice) -> None:
    speaker = make_voice(engine="off")
    speaker.prepare([ASLEEP])
    assert not speaker.wait(ASLEEP, 5)
    assert speaker.trouble is None
    assert 1.0 < speaker.seconds(ASLEEP) < 4.0
    assert speaker.seconds(Line(ASLEEP.text * 3, "hushed")) > 2 * speaker.seconds(ASLEEP)


@espeak
def test_the_guessed_length_is_near_the_real_one(make_voice: MakeVoice) -> None:
    speaker = make_voice()
    for line in LINES:
        guessed = speaker.seconds(line)
        rendered(speaker, line)
        assert guessed == pytest.approx(speaker.seconds(line), rel=0.35)


def test_an_unknown_engine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no voice engine is called 'festival': it is one of pyttsx3, piper, off"):
        Voice(tmp_path, engine="festival")


def test_an_emoji_alone_is_never_given_to_the_worker(make_voice: MakeVoice) -> None:
    assert not make_voice().wait(Line("🐺"), 20)


@espeak
def test_files_that_were_not_finished_are_swept_away(make_voice: MakeVoice, tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "0123.part").write_bytes(b"half")
    rendered(make_voice(), ASLEEP)
    assert [path.suffix for path in (tmp_path / "cache").iterdir()] == [".flac"]


def test_drafts_of_another_running_process_are_left_alone(tmp_path: Path) -> None:
    box = Cache(tmp_path)
    box.draft("a").write_bytes(b"sound")
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as other:
        draft = tmp_path / f"a.{other.pid}.part"
        draft.write_bytes(b"of another")
        assert Cache(tmp_path).find("a") is None
        assert draft.exists()
    box.keep("a", 1.0)
    assert (box.find("a") or tmp_path).read_bytes() == b"sound"
    Cache(tmp_path)
    assert not draft.exists()


@espeak
def test_lines_that_cannot_be_kept_are_rendered_when_there_is_room_again(
    make_voice: MakeVoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker = make_voice()
    with monkeypatch.context() as full:
        full.setattr(Cache, "keep", lambda *_: os.stat("/nowhere"))
        assert not speaker.wait(LINES[0], STUCK)
        assert speaker.trouble is not None
        assert speaker.trouble.code == "voice-failed"
        assert "could not be kept" in speaker.trouble.sentence
    rendered(speaker, LINES[1], LINES[0])
    assert speaker.trouble is None


def test_a_full_cache_forgets_what_was_unused_longest(tmp_path: Path) -> None:
    cache = Cache(tmp_path, largest=2500)
    for number, key in enumerate("abc"):
        cache.draft(key).write_bytes(bytes(1000))
        cache.keep(key, 1.5)
        os.utime(tmp_path / f"{key}.1500.flac", (number, number))
    assert [cache.find(key) is None for key in "abc"] == [True, False, False]
    cache.find("b")
    cache.draft("d").write_bytes(bytes(1000))
    cache.keep("d", 0.25)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.1500.flac", "d.250.flac"]
    assert cache.seconds("d") == 0.25
    again = Cache(tmp_path, largest=1500)
    again.draft("e").write_bytes(bytes(1000))
    again.keep("e", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["e.1000.flac"]


def test_a_file_deleted_behind_the_boxs_back_is_not_called_ready(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.draft("a").write_bytes(b"sound")
    cache.keep("a", 1)
    (tmp_path / "a.1000.flac").unlink()
    assert cache.find("a") is None
    assert cache.seconds("a") is None


@pytest.mark.parametrize("rate", [16_000, 22_050, 44_100, 48_000])
def test_any_sample_rate_becomes_48_kilohertz_without_a_change_of_pitch(tmp_path: Path, rate: int) -> None:
    at = np.arange(rate) / rate
    tone = 0.1 * np.sin(2 * np.pi * 1000 * at) * np.hanning(rate)
    soundfile.write(tmp_path / "raw.wav", tone, rate)
    seconds = polish(tmp_path / "raw.wav", tmp_path / "line.flac", 0.0)
    wave = samples(tmp_path / "line.flac")
    assert seconds == len(wave) / 48_000
    spectrum = np.abs(np.fft.rfft(wave * np.hanning(len(wave))))
    assert np.argmax(spectrum) * 48_000 / len(wave) == pytest.approx(1000, abs=2)
    assert spectrum[int(1200 * seconds) :].max() < spectrum.max() / 300


def test_loudness_is_what_the_ear_hears_and_a_pause_makes_nothing_softer() -> None:
    tone = np.sin(2 * np.pi * 997 * np.arange(48_000) / 48_000)
    assert loudness(tone) == pytest.approx(-3.01, abs=0.05)  # so the standard says
    assert loudness(tone[:9600]) == pytest.approx(-3.01, abs=0.3)
    assert loudness(np.concatenate([*[tone] * 5, np.zeros(480_000), *[tone] * 5])) == pytest.approx(-3.01, abs=0.3)


def test_a_loud_word_rises_half_as_far_above_the_others_as_before() -> None:
    tone = np.sin(2 * np.pi * 440 * np.arange(48_000) / 48_000)
    spoken = np.concatenate([0.2 * tone, 0.2 * tone, 0.8 * tone, 0.2 * tone])
    evened = even(spoken)
    soft, loud_word = (np.abs(evened[start : start + 40_000]).max() for start in (4_000, 100_000))
    assert soft == pytest.approx(0.2, abs=0.001)
    assert 2.5 < loud_word / soft < 3.2
    assert np.abs(np.diff(evened)).max() <= np.abs(np.diff(spoken)).max()


def test_a_click_is_softened_and_the_rest_as_loud_as_ever() -> None:
    wave = 0.1 * np.sin(2 * np.pi * 997 * np.arange(48_000) / 48_000)
    wave[24_000] = 1.0
    louder = loud(wave, -10.0)
    assert np.abs(louder).max() <= PEAK
    assert loudness(louder) == pytest.approx(-10.0, abs=0.2)
    assert len(loud(wave[:47_990], -10.0)) == 47_990


def test_a_word_of_sharp_sounds_is_as_loud_as_the_others_and_not_cut_off() -> None:
    times = np.arange(48_000) / 48_000
    sharp = np.sin(2 * np.pi * 997 * times) * np.where(times % 0.25 < 0.005, 1.0, 0.05)  # most of it is in its peaks
    louder = loud(sharp, -18.0)
    assert np.abs(louder).max() <= PEAK
    assert loudness(louder) == pytest.approx(-18.0, abs=0.6)


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
