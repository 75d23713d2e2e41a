"""What can go wrong on an evening: each time the real box says it in a sentence, and nothing is lost."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from narrator.game import journal
from narrator.game.library import LIBRARY
from narrator.telling.language import Language
from tests.labs.evening import EveningBox, Phone
from tests.labs.soundlab import STUCK, until

pytestmark = pytest.mark.slow

SET_ASIDE = Language.load(LIBRARY.folders, "millers-hollow", "en").foreseeable("box.set-aside")
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def refused(data: Path, port: int | None = None) -> str:
    """What a box says if it does not start."""
    box = EveningBox(data)
    with closing(box):
        box.port = port or box.port
        box.launch()
        assert box.outcome() == 1
        assert box.said == ""
        *_, last = box.complaints.splitlines()
        assert last.startswith("narrator: ")
        return last


def answer_all(phones: list[Phone], nth: int = 0) -> list[dict[str, Any]]:
    """Everybody who is asked something answers with the `nth` choice, counted on from the first after the last; returns
    the replies."""
    screens = [(phone, phone.view()["screen"]) for phone in phones]
    return [
        phone.tell("answer", number=screen["number"], value=[screen["choices"][nth % len(screen["choices"])]["value"]])
        for phone, screen in screens
        if screen["kind"] == "ask"
    ]


def fill(file: Path) -> None:
    """Write until the disk is full."""
    with file.open("wb", buffering=0) as out, suppress(OSError):
        while True:
            out.write(b"x" * 4096)


def begun(box: EveningBox) -> tuple[list[Phone], Phone]:
    """A game of eight, in which the first question is asked; their phones and the host's."""
    phones, host = box.seat(*NAMES), box.host()
    assert host.tell("set", what="option", value={"sheriff": "never"})["ok"]
    assert host.tell("start")["ok"]
    until(lambda: phones[0].view()["screen"]["kind"] == "ask", what="the first question")
    return phones, host


def test_a_second_box_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    with EveningBox(tmp_path, rest=50) as box:
        begun(box)
        assert box.process is not None
        said = refused(tmp_path)
        assert f"process {box.process.pid}" in said
        assert said.endswith("[second-box]")
        said = refused(tmp_path / "other", box.port)
        assert f"Port {box.port}" in said
        assert said.endswith("[port-taken]")
        assert Phone(box, "table").view()["stage"] == "game"


def test_an_unwritable_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert refused(tmp_path / "file" / "games").endswith("[data-folder]")


def as_said(caption: str) -> re.Pattern[str]:
    """A caption as it is said: in the place of each number any word may stand."""
    return re.compile(re.sub(r"\d+", r"\\S+", re.escape(caption)))


def test_without_a_speaker_the_captions_tell_all(tmp_path: Path) -> None:
    with EveningBox(tmp_path, "--bots", "8", rest=200, aloud=True) as box:
        host = box.host()
        until(lambda: "No speaker" in str(host.view()["trouble"]), what="the box finds no speaker")
        assert host.tell("start")["ok"]
        until(lambda: host.view()["stage"] == "over", what="the game ends", progress=lambda: box.said)
        assert box.complaints.count("No speaker") == 1
        until(lambda: as_said(host.view()["caption"]).search(box.said), what="the last caption is written")
        assert len(box.said.splitlines()) > 20


def test_a_failing_voice_is_reported_once_until_it_works(tmp_path: Path) -> None:
    broken = tmp_path / "pyttsx3.py"
    broken.write_text("raise ImportError('no voice today')")
    env = {"PYTHONPATH": str(tmp_path), "CACHE_DIRECTORY": str(tmp_path / "cache")}
    with EveningBox(tmp_path / "data", env=env, aloud=True) as box:
        host = box.host()
        until(lambda: "no voice today" in str(host.view()["trouble"]), what="the box has no voice")
        broken.unlink()
        until(lambda: "no voice today" not in str(host.view()["trouble"]), STUCK, "the box has its voice back")
        assert box.complaints.count("no voice today") == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A separate disk with hardly any room."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode:
        pytest.skip("a small disk can be mounted by root only")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_stops_the_game_until_there_is_room(small_disk: Path) -> None:
    with EveningBox(small_disk / "data", rest=5, ask=2) as box:
        phones, host = begun(box)
        filling = small_disk / "filling"
        fill(filling)
        full: list[dict[str, Any]] = []
        changes = count()  # everybody changes their mind until the room at the end of the file is full, too
        while not full and not host.view()["paused"]:
            replies = answer_all(phones, next(changes))
            full = [reply for reply in replies if not reply["ok"] and reply["code"] != "stale"]
        for reply in full:  # if it was not the end of a window that found no room
            assert reply["code"] == "disk-full"
            assert "disk is full" in reply["sentence"]
        until(lambda: host.view()["paused"], what="the box stops")
        assert any("disk is full" in trouble for trouble in host.view()["trouble"])
        stopped = host.view()["phase"]

        def goes_on() -> bool:
            answer_all(phones)
            return bool(host.view()["phase"] != stopped)

        filling.unlink()
        assert host.tell("resume")["ok"]
        until(goes_on, 120, "the game goes on")
        assert not any("disk" in trouble for trouble in host.view()["trouble"])
        assert host.tell("pause")["ok"]
        reached = host.view()["phase"]
        box.kill()
        (path,) = journal.games(small_disk / "data" / "games")
        loaded = journal.load(path)
        assert loaded.torn is None
        phases = [chapter.phase for chapter in journal.replayed(loaded).chapters()]
        assert reached.lower() in phases[-2:]  # pages show the end of a day until it has been said


def test_a_damaged_journal_is_set_aside_and_named(tmp_path: Path) -> None:
    with EveningBox(tmp_path, rest=50) as box:
        phones, _ = begun(box)
        answer_all(phones)
        box.kill()
        (path,) = journal.games(tmp_path / "games")
        written = path.read_bytes()
        damaged = written.replace(b'"Cid"', b'"Sid"', 1)
        path.write_bytes(damaged)
        box.start()
        until(lambda: f"{path}:1:" in box.complaints, what="the box complains")
        until(lambda: any(line.text in box.said for line in SET_ASIDE), what="the box says so aloud")
        aside = path.with_name(path.name + ".damaged")
        assert aside.read_bytes() == damaged
        for told in (box.complaints, " ".join(box.host().view()["trouble"])):
            assert f"{path}:1:" in told
            assert str(aside) in told
        assert box.host().tell("start")["ok"]


BROKEN = "roleset: mine\ntitle: Mine\nextends: millers-hollow\ncards: {wolf: {wakes 3\n"
WHOLE = "roleset: mine\ntitle: Mine\nextends: millers-hollow\n"


def test_an_unreadable_roleset_is_named_and_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "mine.yaml").write_text(WHOLE)
    with EveningBox(tmp_path / "data", "--rolesets", str(folder), "--bots", "8") as box:
        host = box.host()
        assert host.tell("set", what="roleset", value="mine")["ok"]
        box.kill()
        (folder / "mine.yaml").write_text(BROKEN)
        box.start()
        host = box.host()
        setup = host.view()["setup"]
        assert "mine" not in [roleset["id"] for roleset in setup["rolesets"]]
        assert setup["roleset"] == "millers-hollow"
        for told in (box.complaints, " ".join(host.view()["trouble"])):
            assert f"{folder}/mine.yaml:" in told
        reply = host.tell("set", what="roleset", value="mine")
        assert not reply["ok"]
        assert f"{folder}/mine.yaml:" in reply["sentence"]
        assert host.tell("start")["ok"]


def test_a_list_of_blocked_words_that_cannot_be_read_is_told_to_the_host(tmp_path: Path) -> None:
    (tmp_path / "blocked-words.txt").write_bytes(b"R\xfcbe\n")
    with EveningBox(tmp_path) as box:
        for told in (box.complaints, " ".join(box.host().view()["trouble"])):
            assert "save it as that. Until then no word is blocked." in told


def test_without_a_network_the_box_is_found_on_its_own_machine(tmp_path: Path) -> None:
    if subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode:
        pytest.skip("a machine can be made to have no network by root only")
    with EveningBox(tmp_path, "--listen", "0.0.0.0", under=("unshare", "-n")) as box:
        assert f"http://localhost:{box.port} " in box.said


RUBBISH = {
    b"\xff\xfe": "not-json",
    b"[]": "not-a-message",
    b'{"do": "fly"}': "unknown",
    b'{"do": "answer", "number": 1e9, "value": []}': "wrong-type",
    b'{"do": "answer", "number": 99999, "value": ["Bob"]}': "stale",
    b'{"do": "answer", "value": ["Bob"]}': "not-understood",
    b'{"do": "start"}': "not-the-host",
    b'{"do": "undo", "token": "x"}': "unknown-part",
}


def test_rubbish_from_a_page_gets_a_sentence_and_the_game_goes_on(tmp_path: Path) -> None:
    with EveningBox(tmp_path, rest=50, ask=1) as box:
        phones, _ = begun(box)
        for body, code in RUBBISH.items():
            reply = phones[0].post(body)
            assert (reply["ok"], reply["code"]) == (False, code)
            assert reply["sentence"].endswith(".")
        assert all(reply["ok"] for reply in answer_all(phones))
