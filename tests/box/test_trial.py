"""What the box has died of twice is set aside, and nothing else is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.box.trial import Trial
from tests.labs.boxlab import Table
from tests.labs.soundlab import ASOUND

PLAYERS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
DIES = """
import os, sys
from functools import partial
from pathlib import Path
from narrator import cli
from narrator.box.box import Box
from narrator.box.pages.screens import Screens
from narrator.commands import play
from narrator.game import journal
from narrator.telling.voice import Voice

def die(*_):
    os.kill(os.getpid(), 9)

own, replayed = Screens.own, journal.replayed
if sys.argv[1] == "table":
    Screens.own = lambda self, *of: die() if "Ann" in self.evening.lobby.players else own(self, *of)
else:
    journal.replayed = die
play.Voice = partial(Voice, engine="off")
Box.run = lambda box: print("TROUBLE", *box.trouble.values(), flush=True)
sys.exit(cli.main(["play", "--data", sys.argv[2], "--listen", "127.0.0.1"]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("what", "aside"), [("table", "table.aside-1.json"), ("game", "games/*.damaged")])
def test_what_the_box_dies_of_twice_is_set_aside(what: str, aside: str, tmp_path: Path) -> None:
    table = Table(tmp_path, PLAYERS)
    assert table.do("start", token=table.host)["ok"]
    asound = tmp_path / "asound.conf"
    asound.write_text(ASOUND)

    def started() -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-c", DIES, what, str(tmp_path)]
        quiet = {"ALSA_CONFIG_PATH": str(asound), "PULSE_SERVER": "unix:/nowhere"}
        return subprocess.run(words, capture_output=True, text=True, timeout=300, env=os.environ | quiet, check=False)

    for _ in range(2):
        assert started().returncode == -9
        assert not list(tmp_path.glob(aside))
    third = started()
    assert third.returncode == 0, third.stderr
    [kept] = tmp_path.glob(aside)
    assert str(kept) in third.stdout.partition("TROUBLE")[2]
    assert not (tmp_path / "starting").exists()
    assert started().returncode == 0


def test_a_plug_pulled_while_the_box_starts_does_not_count_as_a_death(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Table(tmp_path, PLAYERS)
    for boot in range(5):
        (tmp_path / "boot").write_text(str(boot))
        monkeypatch.setattr("narrator.box.trial.BOOT", tmp_path / "boot")
        assert Trial(tmp_path).begins() is None
    assert (tmp_path / "table.json").exists()
