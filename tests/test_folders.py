"""What the box keeps: nobody else can read it, and it is still there after a power cut."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator import cli
from narrator.box.trial import Trial
from narrator.folders import GAMES, close_to_others, lock, put_in_place, readable_by_others
from narrator.game import journal
from narrator.game.game import Game
from narrator.game.journal import DamagedJournal, Journal, load
from narrator.game.library import LIBRARY
from narrator.lobby.lobby import Lobby
from narrator.lobby.tags import Known, tags_of
from narrator.network.addresses import note_port
from narrator.network.certificates import OwnCertificate
from narrator.telling.voice.cache import Cache
from tests.labs.boxlab import Table
from tests.labs.evening import EveningBox

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def modes(folder: Path) -> dict[str, str]:
    """The mode of a folder and of everything in it, as `ls` writes it."""
    every = (folder, *folder.rglob("*"))
    return {str(path.relative_to(folder.parent)): stat.filemode(path.stat().st_mode) for path in every}


def open_to_all(folder: Path) -> None:
    """Make a folder as an older box left it."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


@pytest.fixture
def generous(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for a box in a shell that lets everybody read new files, with a cache beside it."""
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path / "cache"))
    before = os.umask(0)
    yield tmp_path / "data"
    os.umask(before)


def everything_kept(data: Path) -> None:
    """Make the box keep everything that it ever keeps."""
    with lock(data):
        table = Table(data, NAMES)
        table.box.start()
        note_port(data, 8080)
        tags_of(data, LIBRARY).learn("04A1B2C3D4", Known("token", "1"))
        Cache(data.with_name("cache") / "voice")
        kept = journal.games(data / GAMES)[0]
        kept.write_bytes(kept.read_bytes() + b"rubbish\n")
        Journal.reopen(kept).close()
        (data / "tags.yaml").write_text("tokens: 7\n")
        tags = tags_of(data, LIBRARY)
        with pytest.raises(Exception, match="tags"):
            tags.load()
        tags.learn("04A1B2C3D4", Known("token", "1"))
        Trial(data).begins()
        OwnCertificate(data / "https").hosts(["192.168.1.7"])


def test_only_the_boxs_own_user_can_read_what_it_keeps(generous: Path) -> None:
    everything_kept(generous)
    assert {"https", "lock", "port", "starting", "table.json", "tags.damaged", "tags.yaml", GAMES} == {
        path.name for path in generous.iterdir()
    }
    found = modes(generous) | modes(generous.with_name("cache"))
    assert len(found) == 15
    assert set(found.values()) == {"-rw-------", "drwx------"}
    assert readable_by_others(generous) == []


def test_a_draft_left_open_to_all_is_not_used_as_it_is(generous: Path) -> None:
    put_in_place(b"old", generous / "table.json")
    (generous / "table.new").touch(0o666)
    put_in_place(b"new", generous / "table.json")
    assert modes(generous)["data/table.json"] == "-rw-------"


def test_files_that_an_older_box_left_open_are_closed(generous: Path) -> None:
    everything_kept(generous)
    cache = generous.with_name("cache")
    (cache / "voice" / "aa.1000.flac").touch()
    for folder in (generous, cache):
        open_to_all(folder)
    assert set(readable_by_others(generous)) == {generous, cache, *generous.rglob("*"), *cache.rglob("*")}
    close_to_others(generous)
    assert readable_by_others(generous) == []
    assert set((modes(generous) | modes(cache)).values()) == {"-rw-------", "drwx------"}


def test_a_folder_with_other_things_in_it_stays_as_it_is(generous: Path) -> None:
    everything_kept(generous)
    (generous / "photo.jpg").touch()
    open_to_all(generous)
    close_to_others(generous)
    found = modes(generous)
    assert [path for path, mode in found.items() if "r--" in mode or "r-x" in mode] == ["data", "data/photo.jpg"]


@pytest.mark.slow
def test_a_box_that_is_started_by_hand_keeps_its_secrets(tmp_path: Path) -> None:
    data = tmp_path / "data"
    env = {"XDG_CACHE_HOME": str(tmp_path), "CACHE_DIRECTORY": str(tmp_path / "cache")}
    for _ in range(2):
        with EveningBox(data, "--bots", "7", env=env, rest=100, aloud=True) as box:
            box.seat("Ann")
            assert box.host().tell("start")["ok"]
            assert set(modes(data).values()) == {"-rw-------", "drwx------"}
            assert box.stop() == 0
        assert set((modes(data) | modes(tmp_path / "cache")).values()) == {"-rw-------", "drwx------"}
        open_to_all(data)
        open_to_all(tmp_path / "cache")
        (data / "table.json").unlink()
        (data / GAMES).joinpath("0001-millers-hollow.jsonl").unlink()


@pytest.mark.parametrize("command", ["export", "doctor"])
def test_only_its_owner_can_read_a_file_that_a_command_wrote(
    command: str, generous: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game("millers-hollow", NAMES, seed=1)
    Journal.create(generous / GAMES, game.header, LIBRARY.texts("millers-hollow")).close()
    monkeypatch.setattr("narrator.commands.doctor.findings", lambda *_: [])
    file = generous.with_name("out")
    words = {"export": ["export", "1", "-o", str(file)], "doctor": ["doctor", "--report", str(file)]}[command]
    assert cli.main([*words, "--data", str(generous)]) == 0
    assert stat.filemode(file.stat().st_mode) == "-rw-------"


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, set[str]]]:
    """Every folder that is synced to the disk from now on, with the names that are in it then."""
    found = []
    fsync = os.fsync

    def noted(file: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{file}"))
        if path.is_dir():
            found.append((path, {entry.name for entry in path.iterdir()}))
        fsync(file)

    monkeypatch.setattr(os, "fsync", noted)
    return found


def test_a_new_folder_is_on_the_disk_with_all_above_it(tmp_path: Path, synced: list[tuple[Path, set[str]]]) -> None:
    lock(tmp_path / "one" / "two").close()
    assert synced == [(tmp_path, {"one"}), (tmp_path / "one", {"two"})]


def test_a_renamed_file_keeps_its_name_after_a_power_cut(tmp_path: Path, synced: list[tuple[Path, set[str]]]) -> None:
    data = tmp_path / "data"
    lobby = Lobby(data / "table.json")
    lobby.join("Ann")
    assert synced[-1] == (data, {"table.json"})
    kept = Journal.create(data / GAMES, {"roleset": "classic"}, {})
    assert synced[-2:] == [(data, {"table.json", GAMES}), (data / GAMES, {kept.path.name})]
    cut = kept.path.name + ".cut"
    kept.path.write_bytes(kept.path.read_bytes() + b"torn")
    Journal.reopen(kept.path).close()
    assert synced[-1] == (data / GAMES, {kept.path.name, cut})
    kept.path.write_bytes(b"rubbish\n")
    with pytest.raises(DamagedJournal):
        load(kept.path)
    assert synced[-1] == (data / GAMES, {kept.path.name + ".damaged", cut})
    OwnCertificate(data / "https")
    assert synced[-2:] == [(data, {"table.json", GAMES, "https"}), (data / "https", {"authority.pem"})]
    (data / "table.json").write_text("rubbish")
    Lobby(data / "table.json")
    assert synced[-1] == (data, {"table.damaged", GAMES, "https"})
