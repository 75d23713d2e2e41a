"""Bots try out the mix that the host has made up: the newest one alone, and never while a game runs."""

from __future__ import annotations

import errno
import subprocess
from collections import Counter
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from narrator.box import forecast as forecasts
from narrator.box.forecast import Forecast
from narrator.game.simulate import Tally
from narrator.lobby.odds import Mix
from tests.labs.boxlab import NAMES, Table
from tests.labs.soundlab import STUCK


def test_until_the_odds_of_a_mix_are_known_the_host_sees_those_proposed(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    setup = table.page(kind="host")["setup"]
    assert setup["odds"] == setup["usual"]
    assert [side["id"] for side in setup["odds"]["sides"]] == ["werewolves", "villagers"]
    assert sum(side["share"] for side in setup["odds"]["sides"]) == pytest.approx(1)
    assert all(side["sure"][0] < side["share"] < side["sure"][1] for side in setup["odds"]["sides"])

    table.set("deck", {"werewolf": 3, "villager": 5})
    setup = table.page(kind="host")["setup"]
    assert setup["odds"] is None
    assert setup["usual"] is not None
    mix = table.box.screens.uncounted
    assert mix == Mix("millers-hollow", (), 8, (("werewolf", 3), ("villager", 5)))
    table.box.foresee(mix, Tally(100, 0, Counter(werewolves=90, villagers=10)))
    assert [side["share"] for side in table.page(kind="host")["setup"]["odds"]["sides"]] == [0.9, 0.1]
    assert table.box.screens.uncounted is None

    table.set("deck", {"werewolf": 3, "villager": 4})  # cannot be dealt
    setup = table.page(kind="host")["setup"]
    assert (setup["odds"], setup["usual"]) == (None, None)
    assert table.box.screens.uncounted is None
    table.set("deck", None)
    table.set("option", {"sheriff": "never"})
    assert table.page(kind="host")["setup"]["odds"] is None
    assert table.box.screens.uncounted is not None
    assert table.do("start", token=table.host)["ok"]
    assert table.box.screens.uncounted is None


def test_the_hosts_own_mix_is_played_at_once_in_another_process(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    forecast = Forecast(table.box)
    forecast.start()
    with closing(forecast):
        table.set("deck", {"werewolf": 3, "cupid": 1, "villager": 4})
        table.set("option", {"sheriff": "never", "parity": "on"})
        while table.page(kind="host")["setup"]["odds"] is None:
            heard = table.box.inbox.get(timeout=STUCK)
            assert callable(heard)
            heard()
        odds = table.page(kind="host")["setup"]["odds"]
    assert odds["games"] == 1000
    shares = {side["id"]: side["share"] for side in odds["sides"]}
    assert shares["werewolves"] > 0.9
    assert table.box.inbox.empty()
    assert [mix.options for mix in table.box.odds] == [(("sheriff", "never"), ("parity", "on"))], "the newest only"


def test_a_mix_is_played_after_one_for_which_no_process_could_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, tried = Table(tmp_path, NAMES), Event()

    def crowded(*_: object, **__: object) -> None:
        tried.set()
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(forecasts, "GAMES", 1)
    forecast = Forecast(table.box)
    forecast.start()
    with closing(forecast):
        with monkeypatch.context() as full:
            full.setattr(subprocess, "Popen", crowded)
            table.set("deck", {"werewolf": 3, "villager": 5})
            assert tried.wait(STUCK)
        table.set("deck", {"werewolf": 3, "cupid": 1, "villager": 4})
        heard = table.box.inbox.get(timeout=STUCK)
        assert callable(heard)
        heard()
    assert table.page(kind="host")["setup"]["odds"]["games"] == 1
