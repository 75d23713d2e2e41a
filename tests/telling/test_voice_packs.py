"""What one box has rendered is played by another: a pack is taken in whole, or not at all."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from contextlib import closing
from ctypes.util import find_library
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from narrator.errors import NarratorError
from narrator.telling.voice import Line, Models, Voice, packs
from narrator.telling.voice.packs import MANIFEST, must_be_writable, unpack, write
from narrator.telling.voice.voice import RECIPE, _key_of, _natural_speaker
from tests.labs.soundlab import rendered

JOE = "en_US-joe-medium"
FALLS = Line("The village falls asleep.")
WOKEN = Line("Ann, wake up.", pieces=("Ann", ", wake up."))


def sound(seconds: float = 0.5, rate: int = 48_000, loud: float = 0.3, **form: str) -> bytes:
    """A file with a hum."""
    file = io.BytesIO()
    wave = loud * np.sin(np.arange(int(seconds * rate)) / 20)
    soundfile.write(file, wave, rate, **{"format": "FLAC", "subtype": "PCM_16", **form})
    return file.getvalue()


def keys(*lines: Line) -> list[str]:
    """The keys under which Joe's lines are kept."""
    pieces = [piece for line in lines for piece in line.spliced]
    return [_key_of(_natural_speaker(Path(f"{JOE}.onnx"), piece), piece) for piece in pieces]


def packed(folder: Path, *lines: str) -> Path:
    """A pack with a hum for each of these keys."""
    folder.mkdir(exist_ok=True)
    files = [folder / f"{key}.500.flac" for key in lines]
    for file in files:
        file.write_bytes(sound())
    write(folder / "joe.zip", "en", {JOE: files})
    return folder / "joe.zip"


def test_what_is_written_is_unpacked_under_the_same_keys(tmp_path: Path) -> None:
    models = Models(tmp_path / "voices")
    pack = packed(tmp_path / "pc", *keys(FALLS))
    assert unpack(pack, models.packs) == ("en", {JOE: 1})
    assert unpack(pack, models.packs).lines == {JOE: 1}, "it may come twice"
    (file,) = models.packs.rglob("*.*")
    assert file == models.packs / JOE / f"{keys(FALLS)[0]}.500.flac"
    assert file.read_bytes() == sound()
    assert file.stat().st_mode & 0o077 == 0
    assert pack.read_bytes() == packed(tmp_path / "again", *keys(FALLS)).read_bytes()


def test_a_voice_from_a_pack_is_there_until_it_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOICE")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    models = Models(tmp_path / "voices")
    unpack(packed(tmp_path / "pc", *keys(FALLS)), models.packs)
    assert models.titles("en") == {JOE: "Joe (US, medium)", "espeak": ""}
    assert models.speaker("en") == JOE
    models.remove(JOE)
    assert models.speakers("en") == ["espeak"]


@pytest.mark.slow
@pytest.mark.skipif(find_library("espeak-ng") is None, reason="speech needs: sudo apt install espeak-ng")
def test_a_game_begins_in_the_voice_of_a_pack_that_has_all_its_lines(tmp_path: Path) -> None:
    """Even at another speed; the names, which no pack holds, are said by the usual voice."""
    models = Models(tmp_path / "voices")
    unpack(packed(tmp_path / "pc", *keys(FALLS, WOKEN._replace(pieces=WOKEN.pieces[1:]))), models.packs)
    absent = models.packs / JOE / f"{JOE}.onnx"
    with closing(Voice(tmp_path / "cache", given=[models.packs], model=lambda *_: absent)) as voice:
        fast = [line._replace(speed=1.25) for line in (FALLS, WOKEN)]
        voice.learn([piece for line in fast for piece in line.spliced], ["Ann"])
        rendered(voice, Line("Ann", speed=1.25))
        voice.begin()
        assert voice.is_natural
        assert [file.parent.name for line in fast for file in voice.ready(line)] == [JOE, "cache", JOE]
        voice.learn([FALLS, WOKEN, Line("Nobody has rendered this.")], ["Ann"])
        assert voice.progress == (0, 0)
        voice.begin()
        assert not voice.is_natural, "two voices would say the lines of one game"


Damage = Callable[[dict[str, bytes], dict[str, Any]], None]


def rewritten(pack: Path, damage: Damage) -> None:
    """Put a damaged pack in the place of a sound one."""
    with zipfile.ZipFile(pack) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files[MANIFEST])
    damage(files, manifest)
    if MANIFEST in files:
        files[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(pack, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def other(content: bytes, milliseconds: int = 500) -> Damage:
    """Another sound in the place of the second line, with the right checksum."""

    def damage(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
        name = [name for name in files if name != MANIFEST][-1]
        files[name] = content
        line = manifest["voices"][JOE][name.split("/")[1].removesuffix(".flac")]
        line |= {"milliseconds": milliseconds, "sha256": sha256(content).hexdigest()}

    return damage


def changed(content: bytes) -> Damage:
    """Another content without its checksum."""
    return lambda files, manifest: files.update({next(iter(files)): content})


def renamed(name: str) -> Damage:
    """A line by another name, of which the manifest knows."""

    def damage(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
        first = next(iter(manifest["voices"][JOE]))
        files[f"{JOE}/{name}.flac"] = files.pop(f"{JOE}/{first}.flac")
        manifest["voices"][JOE][name] = manifest["voices"][JOE].pop(first)

    return damage


def moved(voice: str) -> Damage:
    """A voice by another name."""

    def damage(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
        for name in [name for name in files if name != MANIFEST]:
            files[f"{voice}/{name.split('/')[1]}"] = files.pop(name)
        manifest["voices"][voice] = manifest["voices"].pop(JOE)

    return damage


@pytest.mark.parametrize(
    "damage",
    [
        changed(sound(0.6)),
        changed(b""),
        other(b"no sound at all"),
        other(sound(0.6)),
        other(sound(0.6), 500),
        other(sound(loud=0.0)),
        other(sound(rate=44_100)),
        other(sound(format="WAV")),
        other(sound(subtype="PCM_24")),
        other(sound()[:-2000]),
        other(sound(61.0), 61_000),
        other(bytes(packs.LARGEST_LINE + 1)),
        renamed("../../../table"),
        renamed("0" * 31),
        renamed("0" * 32 + "\n"),
        moved(".."),
        moved("/etc"),
        moved("a/b"),
        moved(""),
        lambda files, manifest: files.update({"../evil": b"1"}),
        lambda files, manifest: files.pop(next(iter(files))),
        lambda files, manifest: files.pop(MANIFEST),
        lambda files, manifest: files.update({MANIFEST: b"{}"}) or manifest.clear(),
        lambda files, manifest: manifest.update({"more": 1}),
        lambda files, manifest: manifest.update({"engine": "parrot"}),
        lambda files, manifest: manifest.update({"language": "../en"}),
        lambda files, manifest: manifest.update({"version": "1" * packs.LARGEST_MANIFEST}),
    ],
)
def test_a_pack_in_which_anything_is_wrong_leaves_nothing_behind(tmp_path: Path, damage: Damage) -> None:
    pack = packed(tmp_path / "pc", *keys(FALLS, WOKEN))
    rewritten(pack, damage)
    with pytest.raises(NarratorError) as caught:
        unpack(pack, tmp_path / "voices" / "packs")
    assert caught.value.code == "bad-pack"
    assert [file for file in tmp_path.rglob("*") if file.is_file() and file.parent != tmp_path / "pc"] == []


def test_a_pack_of_another_version_is_named_as_such(tmp_path: Path) -> None:
    pack = packed(tmp_path / "pc", *keys(FALLS))
    rewritten(pack, lambda files, manifest: manifest.update({"recipe": RECIPE - 1}))
    with pytest.raises(NarratorError, match="another version") as caught:
        unpack(pack, tmp_path / "packs")
    assert caught.value.code == "old-pack"


@pytest.mark.parametrize("content", [b"", b"PK", bytes(2000)])
def test_what_is_not_a_pack_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "joe.zip").write_bytes(content)
    with pytest.raises(NarratorError, match="is not a pack") as caught:
        unpack(tmp_path / "joe.zip", tmp_path / "packs")
    assert caught.value.code == "bad-pack"


def test_a_pack_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    pack = packed(tmp_path / "pc", *keys(FALLS))
    whole = pack.read_bytes()
    for end in range(0, len(whole), 97):
        pack.write_bytes(whole[:end])
        with pytest.raises(NarratorError):
            unpack(pack, tmp_path / "packs")
    assert not list((tmp_path / "packs").rglob("*.*"))


def test_a_pack_with_more_lines_or_bytes_than_anybody_needs_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = packed(tmp_path / "pc", *keys(FALLS, WOKEN))
    for bound, value in (("MOST", 3), ("LARGEST", 1000)):
        with monkeypatch.context() as patch:
            patch.setattr(packs, bound, value)
            with pytest.raises(NarratorError, match="more than"):
                unpack(pack, tmp_path / "packs")


def test_where_a_pack_cannot_be_written_or_is_not_there_a_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(NarratorError) as caught:
        write(tmp_path / "nowhere" / "joe.zip", "en", {JOE: []})
    assert caught.value.code == "unwritable"
    for place in (tmp_path, tmp_path / "nowhere" / "joe.zip"):
        with pytest.raises(NarratorError) as caught:
            must_be_writable(place)
        assert caught.value.code == "unwritable"
    must_be_writable(tmp_path / "joe.zip")
    with pytest.raises(NarratorError) as caught:
        unpack(tmp_path / "nobody.zip", tmp_path / "packs")
    assert caught.value.code == "bad-pack"
