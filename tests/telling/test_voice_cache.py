"""Lines that were rendered are kept, within bounds: what was unused longest goes first."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from narrator.telling.voice.cache import Cache
from tests.labs.soundlab import STUCK, rendered
from tests.labs.voicelab import ASLEEP, LINES, MakeVoice, espeak

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]  # a busy machine renders slowly


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


def test_a_folder_that_somebody_deletes_meanwhile_is_made_again(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "voice")
    for _ in range(2):
        cache.draft("a").write_bytes(b"sound")
        cache.keep("a", 1.0)
        assert cache.find("a") is not None
        shutil.rmtree(tmp_path / "voice")
        assert cache.find("a") is None


def test_on_a_disk_that_has_become_read_only_the_lines_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path)
    cache.draft("a").write_bytes(b"sound")
    cache.keep("a", 1.0)

    def read_only(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "utime", read_only)
    assert cache.find("a") is not None


@espeak
def test_the_voice_speaks_again_once_there_is_a_place_for_its_lines(make_voice: MakeVoice, tmp_path: Path) -> None:
    speaker = make_voice()
    rendered(speaker, LINES[0])
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_text("in the way", encoding="utf-8")
    assert not speaker.wait(LINES[1], STUCK)
    assert speaker.trouble is not None
    assert "Not a directory" in speaker.trouble.sentence
    (tmp_path / "cache").unlink()
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
