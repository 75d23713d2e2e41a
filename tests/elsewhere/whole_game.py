"""A whole game by the real program, from its start to its winner: bots play it, the real voice speaks its lines.

Takes ten minutes, so only `tests/elsewhere/debian` runs it. Where the machine is emulated, or does much else, some
lines with names are rendered too late to be heard, as nights are ten times as short as they ever are, and the box says
that its voice is slow.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.labs import evening
from tests.labs.evening import EveningBox, rehearsed
from tests.labs.soundlab import SoundLab, level, until

SLOW = 3000
"""Seconds that an emulated machine may take for anything."""
STRETCH = 0.1


def test_a_game_of_bots_is_played_to_its_winner_and_spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "READY", SLOW)
    log = tmp_path / "log.jsonl"
    cache = {"CACHE_DIRECTORY": str(tmp_path / "cache")}
    settings = {"log": str(log), "stretch": STRETCH, "aloud": True}
    with (
        SoundLab() as lab,
        EveningBox(tmp_path / "data", "--bots", "8", env=lab.env | cache, **settings) as box,
    ):
        host = box.host()
        assert host.tell("set", what="pace", value="brisk")["ok"]
        rehearsed(tmp_path / "cache")
        with lab.recording() as heard:
            assert host.tell("start")["ok"]
            until(lambda: host.view()["stage"] == "over", SLOW, "the game is over")
        after = host.view()["after"]
        assert box.stop() == 0
        assert "Traceback" not in box.complaints
    assert after["winner"]
    notes = [json.loads(line) for line in log.read_text().splitlines()]
    spoken = [note["paths"] for note in notes if "paths" in note]
    assert spoken.count([]) < len(spoken) / 2
    assert level(heard.samples) > -50
