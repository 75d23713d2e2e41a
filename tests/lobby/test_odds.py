"""The odds on the host's page: stored for every proposed mix, and worked out on the spot for the host's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from narrator.box.pages.host_page import balance
from narrator.game.library import LIBRARY, OWN, Library
from narrator.game.simulate import Series, simulate
from narrator.lobby.lobby import MOST_SEATS
from narrator.lobby.odds import COUNTED_PRESETS, FILE, count, counted, proposed
from tests.labs.rolesetlab import OURS


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
