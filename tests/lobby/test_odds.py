"""The odds on the host's page: stored for every proposed mix, and worked out at once for the host's own."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from narrator.box.forecast import Forecast
from narrator.cli import main
from narrator.game.library import LIBRARY, OWN, Library
from narrator.game.simulate import Series, Tally, simulate
from narrator.lobby.lobby import MOST_SEATS
from narrator.lobby.odds import FILE, Mix, count, counted, proposed
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
OURS = """
roleset: ours
extends: millers-hollow
title: Ours
seats: {least: 8, most: 9}
cards: {seer: {wakes: {seer.look: {then: [{tell: wolf}]}}}}
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "ours.yaml").write_text(OURS)
    return Library(tmp_path)


@pytest.mark.parametrize("roleset", LIBRARY.names)
def test_the_proposed_mixes_are_counted_ahead(roleset: str) -> None:
    rules, _ = LIBRARY.roleset(roleset, {})
    remedy = f"its decks have changed: run `narrator odds {roleset}`"
    for seats in range(rules.least, min(rules.most, MOST_SEATS) + 1):
        if any(rules.cards[card].stand_in for card in rules.proposed(seats)):
            continue  # a coin that stands for what the host says cannot be counted ahead
        tally = counted(LIBRARY, proposed(LIBRARY, roleset, seats))
        assert tally is not None, remedy
        assert tally.wins.total() == tally.games >= 2000


@pytest.mark.parametrize("roleset", LIBRARY.names)
def test_the_odds_are_those_of_todays_rules(roleset: str) -> None:
    mix = proposed(LIBRARY, roleset, 12)
    kept = counted(LIBRARY, mix)
    assert kept is not None
    *_, tally = simulate(Series(roleset, mix.seats, 500, seed=5, deck=dict(mix.deck)))
    for side in {*kept.wins, *tally.wins}:
        far = abs(kept.wins[side] / kept.games - tally.wins[side] / tally.games)
        assert far < 0.1, f"the rules have changed what {side} can do: run `narrator odds {roleset}`"


def test_the_odds_are_kept_beside_the_roleset_and_are_the_same_again(library: Library, tmp_path: Path) -> None:
    assert [seats for seats, _ in count(library, "ours", games=20)] == [8, 9]
    kept = (tmp_path / FILE).read_text()
    assert {seats: one["games"] for seats, one in json.loads(kept)["ours"].items()} == {"8": 20, "9": 20}
    list(count(library, "ours", games=20))
    assert (tmp_path / FILE).read_text() == kept
    assert "ours" not in json.loads((OWN / FILE).read_text())


def test_the_odds_are_those_of_one_mix_only(library: Library) -> None:
    list(count(library, "ours", games=20))
    mix = proposed(library, "ours", 8)
    assert counted(library, mix) is not None
    assert counted(library, mix._replace(deck=mix.deck[::-1])) is not None
    assert counted(library, mix._replace(deck=(("werewolf", 2), ("villager", 6)))) is None
    assert counted(library, mix._replace(options=(("sheriff", "never"),))) is None
    assert counted(library, mix._replace(seats=9)) is None


def test_a_file_that_is_none_of_ours_has_no_odds(library: Library, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("[1, 2")
    assert counted(library, proposed(library, "ours", 8)) is None


def test_odds_is_a_command(library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ours.yaml").write_text((tmp_path / "ours.yaml").read_text().replace("most: 9", "most: 8"))
    assert main(["odds", "--rolesets", str(tmp_path), "ours"]) == 0
    assert "8 players   werewolves " in capsys.readouterr().out


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
    assert table.page(kind="host")["setup"]["odds"] is None
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
            heard = table.box.inbox.get(timeout=60)
            assert callable(heard)
            heard()
        odds = table.page(kind="host")["setup"]["odds"]
    assert odds["games"] == 1000
    shares = {side["id"]: side["share"] for side in odds["sides"]}
    assert shares["werewolves"] > 0.9
    assert table.box.inbox.empty()
    assert [mix.options for mix in table.box.odds] == [(("sheriff", "never"), ("parity", "on"))], "the newest only"


@pytest.mark.parametrize("preset", LIBRARY.roleset("the-pact", {})[0].presets)
@pytest.mark.parametrize("seats", [8, 12, 18])
def test_presets_are_counted_ahead_and_leave_everybody_a_chance(preset: str, seats: int) -> None:
    options = LIBRARY.roleset("the-pact", {})[0].presets[preset]
    tally = counted(LIBRARY, proposed(LIBRARY, "the-pact", seats, options))
    assert tally is not None, "its presets have changed: run `narrator odds the-pact`"
    for side in ("werewolves", "villagers"):
        assert 0.33 < tally.wins[side] / tally.games < 0.6
