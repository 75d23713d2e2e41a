"""The odds on the host's page: stored for every proposed mix, and worked out on the spot for the host's own."""

from __future__ import annotations

import errno
import json
import subprocess
from collections import Counter
from contextlib import closing
from itertools import product
from pathlib import Path
from threading import Event

import pytest

from narrator.box import forecast as forecasts
from narrator.box.forecast import Forecast
from narrator.box.pages.host_page import balance
from narrator.cli import main
from narrator.game.library import LIBRARY, OWN, Library
from narrator.game.simulate import Series, Tally, simulate
from narrator.lobby.lobby import MOST_SEATS
from narrator.lobby.odds import COUNTED_PRESETS, FILE, Mix, count, counted, proposed
from tests.chance import LONG
from tests.labs.boxlab import Table
from tests.labs.soundlab import STUCK

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
    assert [seats for seats, _ in count(library, "ours", games=20)] == [8, 9] * 3, "by itself, and with two presets"
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


@pytest.mark.slow
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


PRESETS = [(roleset, preset) for roleset in LIBRARY.names for preset in LIBRARY.roleset(roleset, {})[0].presets]


@pytest.mark.parametrize(("roleset", "preset"), PRESETS)
def test_presets_are_counted_ahead_for_every_number_of_players(roleset: str, preset: str) -> None:
    options = LIBRARY.roleset(roleset, {})[0].presets[preset]
    rules, _ = LIBRARY.roleset(roleset, options)
    for seats in range(rules.least, COUNTED_PRESETS + 1):
        mix = proposed(LIBRARY, roleset, seats, options)
        assert counted(LIBRARY, mix) is not None, f"its presets have changed: run `narrator odds {roleset}`"


@pytest.mark.parametrize("preset", LIBRARY.roleset("the-pact", {})[0].presets)
@pytest.mark.parametrize("seats", [8, 12, 18])
def test_presets_of_a_village_leave_everybody_a_chance(preset: str, seats: int) -> None:
    tally = counted(LIBRARY, proposed(LIBRARY, "the-pact", seats, LIBRARY.roleset("the-pact", {})[0].presets[preset]))
    assert tally is not None
    for side in ("werewolves", "villagers"):
        assert 0.33 < tally.wins[side] / tally.games < 0.6


UNEVEN = {("classic", 14), ("classic", 16), ("coins", 7), ("coins", 16)}
"""Where one werewolf fewer is too few and one more too many, since there are no other cards to make up for it."""


@pytest.mark.parametrize("roleset", LIBRARY.names)
def test_a_usual_game_is_even_whatever_the_number_of_players(roleset: str) -> None:
    """The village wins two games of five at least, and three at most, if all play by chance."""
    rules, _ = LIBRARY.roleset(roleset, {})
    for seats in range(rules.least, COUNTED_PRESETS + 1):
        tally = counted(LIBRARY, proposed(LIBRARY, roleset, seats, rules.presets["usual"]))
        assert tally is not None
        assert (balance(tally) == "even") == ((roleset, seats) not in UNEVEN), f"{seats} players: {tally.wins}"
        assert 0.35 < tally.wins["villagers"] / tally.games < 0.65


@pytest.mark.parametrize(
    ("villagers", "werewolves", "others", "word"),
    [
        (50, 50, 0, "even"),
        (60, 40, 0, "even"),
        (52, 28, 20, "even"),
        (30, 33, 37, "open"),
        (10, 50, 40, "werewolves"),
        (65, 35, 0, "village"),
        (80, 20, 0, "village-far"),
        (36, 64, 0, "werewolves"),
        (3, 97, 0, "werewolves-far"),
    ],
)
def test_one_word_says_whom_a_game_is_easier_for(villagers: int, werewolves: int, others: int, word: str) -> None:
    assert balance(Tally(100, 0, Counter(villagers=villagers, werewolves=werewolves, piper=others))) == word


def test_each_preset_says_whom_it_is_easier_for(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "classic")
    setup = table.page(kind="host")["setup"]
    assert {preset["id"]: preset["balance"] for preset in setup["presets"]} == {
        "first-game": "even",
        "usual": "even",
        "wild": "werewolves",
        "book": "werewolves-far",
    }
    assert (setup["preset"], setup["odds"]["balance"]) == ("book", "werewolves-far")
    table.set("preset", "usual")
    setup = table.page(kind="host")["setup"]
    assert (setup["preset"], setup["odds"]["balance"]) == ("usual", "even")
    assert setup["deck"] == {"werewolf": 1, "seer": 1, "villager": 6}


TABLES = [(roleset, seats) for roleset in LIBRARY.titles for seats in range(5, COUNTED_PRESETS + 1)]


@pytest.mark.parametrize(("roleset", "seats"), TABLES if LONG else TABLES[::9])
def test_a_preset_says_what_the_odds_beside_it_say_whatever_does_not_change_them(
    roleset: str, seats: int, tmp_path: Path
) -> None:
    table = Table(tmp_path, [f"{'ABCDEFGHI'[seat % 9]}{seat}" for seat in range(seats)])
    rules, _ = LIBRARY.roleset(roleset, {})
    assert table.set("roleset", roleset)["ok"]
    for preset, night in product(rules.presets, ("one-by-one", "silent")):
        assert table.set("preset", preset)["ok"]
        assert table.set("option", {"night": night, "ghosts_see": "on"})["ok"]
        setup = table.page(kind="host")["setup"]
        words = {one["id"]: one["balance"] for one in setup["presets"]}
        assert setup["preset"] == preset
        if rules.is_made_for(seats):
            assert setup["odds"] is not None
            assert words[preset] == setup["odds"]["balance"]
            assert setup["usual"] == setup["odds"]


def test_brothers_come_and_go_together(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "the-pact")
    table.set("cards", {"brother": 1, "fox": 0, "elder": 0})
    setup = table.page(kind="host")["setup"]
    assert setup["deck"]["brother"] == 3
    assert setup["warnings"] == ["Three brothers who know one another are strong. Keep them for a large village."]
    table.set("cards", {"brother": 2})
    assert "brother" not in table.page(kind="host")["setup"]["deck"]
