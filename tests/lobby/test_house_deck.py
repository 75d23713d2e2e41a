"""Fewer players than the book asks for, or more? After one warning the game is played all the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from narrator.game.library import LIBRARY
from narrator.game.simulate import Series, simulate
from tests.labs.boxlab import Table
from tests.labs.taglab import TagTable

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]
SMALL = [(roleset, seats) for roleset in LIBRARY.titles for seats in range(3, LIBRARY.roleset(roleset, {})[0].least)]


@pytest.mark.parametrize(("roleset", "seats"), SMALL)
def test_mh_02_the_mix_proposed_to_few_can_be_won_by_either_side(roleset: str, seats: int) -> None:
    rules, _ = LIBRARY.roleset(roleset, {})
    deck = rules.proposed(seats)
    assert len(deck) == seats
    assert any(rules.cards[card].werewolf for card in deck)
    *_, tally = simulate(Series(roleset, seats, 250, deck=Counter(deck), house_deck=True))
    assert tally.wins["werewolves"] > 2
    assert tally.wins["villagers"] > 2


@pytest.mark.parametrize("roleset", LIBRARY.titles)
def test_mh_02_five_play_by_a_house_deck_once_the_host_has_said_so(roleset: str, tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    assert table.set("roleset", roleset)["ok"]
    setup = table.page(kind="host")["setup"]
    assert setup["start"] is None
    assert setup["made_for"] == {"least": LIBRARY.roleset(roleset, {})[0].least}
    assert sum(setup["deck"].values()) == 5
    assert table.do("start", token=table.host)["code"] == "too-few-seats"
    assert table.box.game is None
    assert table.do("start", token=table.host, house_deck=True)["ok"]
    again = Table(tmp_path)
    assert again.box.resume()
    assert again.box.game is not None
    assert again.box.game.header["house_deck"]
    assert len(again.box.game.alive) == 5


def test_mh_02_more_players_than_the_book_allows_may_play_a_house_deck(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.set("bots", 20)
    assert table.page(kind="host")["setup"]["made_for"] == {"most": 18}
    assert table.do("start", token=table.host)["code"] == "too-many-seats"
    assert table.do("start", token=table.host, house_deck=True)["ok"]


def test_mh_02_two_cannot_play_at_all(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES[:2])
    setup = table.page(kind="host")["setup"]
    assert (setup["made_for"], "needs 3 players" in setup["start"]) == (None, True)
    assert table.do("start", token=table.host, house_deck=True)["code"] == "too-few-seats"


def test_mh_02_a_house_deck_at_the_table_still_needs_a_werewolf(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("deck", {"seer": 1, "villager": 4})
    assert "no werewolf" in table.page(kind="host")["setup"]["start"]
    assert table.do("start", token=table.host, house_deck=True)["code"] == "no-werewolf"


def test_a_table_by_the_book_is_played_without_a_warning(tmp_path: Path) -> None:
    table = Table(tmp_path, [*NAMES, "Fay", "Gus", "Hal"])
    assert table.page(kind="host")["setup"]["made_for"] is None
    assert table.do("start", token=table.host)["ok"]
    assert table.box.game is not None
    assert not table.box.game.header["house_deck"]


def test_a_small_table_can_deal_its_own_cards_by_tags(tmp_path: Path) -> None:
    table = TagTable(tmp_path, {"werewolf": 1, "seer": 1, "villager": 3})
    for name in table.box.lobby.players[5:]:
        table.do("kick", token=table.host, name=name)
    assert table.do("deal-by-tags", token=table.host)["code"] == "too-few-seats"
    assert table.do("deal-by-tags", token=table.host, house_deck=True)["ok"]
    table.settle()
    for name, (_, uid) in zip(table.box.lobby.players, table.cards, strict=True):
        table.lay(name, uid)
    assert table.box.game is not None
    assert list(table.box.game.deck) == ["villager", "werewolf", "seer"]
