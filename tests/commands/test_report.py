"""What is attached to a bug report helps its reader, and contains nobody's secrets."""

from __future__ import annotations

import json
import os
import pwd
import socket
from pathlib import Path
from types import SimpleNamespace

import pytest

from narrator import cli
from narrator.box.box import Box
from narrator.commands import report
from narrator.commands.findings import Finding
from narrator.commands.report import hidden
from narrator.folders import GAMES
from narrator.game.journal import games
from narrator.game.library import LIBRARY
from narrator.network.hotspot import Wifi
from tests.labs.boxlab import Table

NAMES = ("Annabel", "Bob Ray", "Żaneta", "Dan", "Eve", "Fay", "Gus", "Hal")
LAST_WORDS = """#!/bin/sh
case "$*" in *priority=info*) ;; *) echo "remark: the number for the host is {pin}";; esac
echo "systemd: Watchdog timeout"
echo "{pin} {token} {host} Annabel sat on Bob Ray in /home/wheeler/games; {home}/x"
echo "04:A2:2B:11:9F:61:80, 04A22B119F6180"
echo "wheeler@mill-in-the-hollow"
"""
STATE = "LoadState=loaded\nActiveState=active\nNRestarts=3\n"


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """A box with people at it, in the middle of their second game."""
    table = Table(tmp_path / "data", NAMES, seed=9876543210)
    for _ in range(2):
        assert table.do("start", token=table.host)["ok"]
        table.until("werewolf.devour")
        if len(games(table.box.data / GAMES)) == 1:
            table.do("end", token=table.host)
    table.do("hand-over", token=table.host, name="Dan")
    return table.box


def machine(folder: Path, monkeypatch: pytest.MonkeyPatch, **programs: str) -> None:
    """Let these programs replace the machine's, and let nothing else about it be known."""
    for name, text in programs.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def test_nothing_secret_is_in_the_report(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host, token = next(iter(box.lobby.hosts)), next(iter(box.lobby.tokens))
    words = LAST_WORDS.format(pin=box.pin, token=token, host=host, home=Path.home())
    machine(tmp_path, monkeypatch, journalctl=words, systemctl=f"#!/bin/sh\nprintf '{STATE}'\n")
    monkeypatch.setattr(socket, "gethostname", lambda: "mill-in-the-hollow")
    monkeypatch.setattr(pwd, "getpwall", lambda: [SimpleNamespace(pw_name="wheeler", pw_uid=1000)])
    kept = json.loads((box.data / "table.json").read_text(encoding="utf-8"))
    kept["tags"] = {"0badcafe": "Annabel"}
    (box.data / "table.json").write_text(json.dumps(kept), encoding="utf-8")
    (box.data / "tags.yaml").write_text("tokens: {1: 04deadbeef81}\n", encoding="utf-8")
    monkeypatch.setattr(report, "opened", lambda: Wifi("narrator-1234", "owl mud pie elm", "10.42.0.1"))
    sentence = f"{box.data}: Żaneta's 0badcafe lies there, 04deadbeef81 is a token; Dan has {box.lobby.numbers['Dan']}."
    sentence += " Join narrator-1234 with owl mud pie elm."
    planted = Finding("tag reader", "fix", sentence)
    told = report.report(box.data, LIBRARY, [planted])

    secrets = [*NAMES, box.pin, host, *box.lobby.tokens, *box.lobby.numbers.values(), "wheeler", "mill-in-the-hollow"]
    secrets += [str(Path.home()), "04:A2:2B", "04A22B119F6180", "0badcafe", "04deadbeef81", "owl mud pie elm", "remark"]
    game = box.game
    assert game is not None
    secrets += [str(game.header["seed"]), "werewolf.devour", "witch", "seer"]
    assert [secret for secret in secrets if secret in told] == []
    assert all(f"roleset {name}" not in told for name in game.header["options"])


def test_the_report_says_what_helps(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine(
        tmp_path, monkeypatch,
        journalctl="#!/bin/sh\necho Watchdog timeout\n", systemctl=f"#!/bin/sh\nprintf '{STATE}'\n",
    )  # fmt: skip
    told = report.report(box.data, LIBRARY, [Finding("voice", "fix", "Install espeak-ng.")])
    assert told.startswith("narrator 0.")
    for part in ("fix   voice       Install espeak-ng.", "NRestarts: 3", "Watchdog timeout", "classic: ", "/dev/i2c-*"):
        assert part in told
    (shape,) = [line for line in told.splitlines() if line.startswith("0002-millers-hollow.jsonl")]
    assert "seats 8" in shape
    assert "'close': " in shape
    assert "unreadable 0" in shape


def test_a_damaged_game_is_reported_and_left_as_it_is(box: Box) -> None:
    newest = games(box.data / GAMES)[0]
    newest.write_bytes(newest.read_bytes()[:-20] + b"\n\xff\xfe{\n[1]\n")
    before = {file: file.read_bytes() for file in box.data.rglob("*") if file.is_file()}
    assert "unreadable 3" in report.report(box.data, LIBRARY, [])
    assert before == {file: file.read_bytes() for file in box.data.rglob("*") if file.is_file()}


def test_a_machine_without_anything_has_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    told = report.report(tmp_path / "none", LIBRARY, [])
    assert "The system's journal cannot be read." in told


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("2026-11-22 04:38 UTC", "2026-11-22 04:38 UTC"),
        ("http://192.168.10.11:8080 millers-hollow: c88a536113184f62", None),
        ("Annabelle and Ann", None),
        ("AC:DE:48:00:11:22", "‹number›"),
        ("Annabel's", "‹…›'s"),
        ("(Bob Ray)", "(‹…›)"),
    ],
)
def test_secrets_are_hidden_and_ordinary_words_are_not(text: str, left: str | None) -> None:
    assert hidden(text, NAMES) == (text if left is None else left)


def test_the_report_goes_to_the_screen_or_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("narrator.commands.doctor.findings", lambda *_: [Finding("voice", "STOP", "No.")])
    here = ["--data", str(tmp_path)]
    assert cli.main(["doctor", *here, "--report"]) == 0
    shown = capsys.readouterr().out
    assert "STOP  voice" in shown
    assert cli.main(["doctor", *here, "--report", str(tmp_path / "report.txt")]) == 0
    assert (tmp_path / "report.txt").read_text(encoding="utf-8").splitlines()[:3] == shown.splitlines()[:3]
    assert cli.main(["doctor", *here, "--report", str(tmp_path / "no" / "report.txt")]) == 1
    assert "[unwritable]" in capsys.readouterr().err
