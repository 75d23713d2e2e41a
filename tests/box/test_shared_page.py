"""What every page shows alike: who sits where, what lies in the deck, how a vote went, and who has won."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.game.game import Game
from tests.labs.boxlab import NAMES, Table, playing, to_the_end
from tests.labs.houselab import HOUSE_LIBRARY


def test_the_deck_is_for_everybody_and_reveals_nothing_more(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)

    def deck() -> dict[str, Any]:
        return dict(json.loads(table.do("look", kind="deck")["view"]))

    assert {card["id"]: card["number"] for card in deck()["cards"]} == {"villager": 5, "werewolf": 2, "seer": 1}
    before = table.page("Ann")["deck"]
    table.set("deck", {"werewolf": 2, "witch": 1, "villager": 5})
    assert table.page("Ann")["deck"] != before
    hands = ["thief", "witch", "werewolf", "werewolf", *["villager"] * 4]
    decks = []
    for dealt in (hands, hands[::-1]):
        game = Game("millers-hollow", NAMES, cards=dict(zip(NAMES, dealt, strict=True)), centre=["seer", "hunter"])
        table.box.moderate(game)
        decks.append((deck(), table.page("Ann")["deck"]))
    assert decks[0] == decks[1]
    assert [card["id"] for card in decks[0][0]["cards"]] == [
        card for card in table.box.game.rules.cards if card in {*hands, "seer", "hunter"}
    ]


def test_the_book_has_every_building_of_a_village(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    assert table.set("roleset", "the-pact")["ok"]
    before = table.page("Ann")["deck"]
    assert table.set("option", {"buildings": "on"})["ok"]
    assert table.page("Ann")["deck"] != before
    buildings = json.loads(table.do("look", kind="deck")["view"])["buildings"]
    assert {one["id"] for one in buildings} >= {"vagabond", "farmer", "lord"}
    assert all(one["name"] and one["is"].endswith(".") and one["advice"].endswith(".") for one in buildings)


def test_where_the_deck_is_not_told_the_book_is_the_same_whatever_lies_on_the_table(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "coins")
    books = []
    for deck in ({"werewolf": 2, "seer": 1, "male-villager": 5}, {"alpha-wolf": 1, "thing": 1, "female-villager": 6}):
        table.set("deck", deck)
        books.append((table.do("look", kind="deck")["view"], table.page("Ann")["deck"]))
    assert books[0] == books[1]
    assert len(json.loads(books[0][0])["cards"]) == 30


def test_a_winner_who_has_left_is_not_among_the_dead(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    cards = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "prejudiced-manipulator"}
    groups = {"A": [name for name in NAMES if name != "Hal"], "B": ["Hal"]}
    table.box.moderate(Game("the-pact", NAMES, cards=cards, groups=groups, options={"sheriff": "never"}, seed=3))
    table.until("werewolf.devour")
    table.answer("Ann", "Hal")
    table.answer("Bob", "Hal")
    table.until("village.vote")
    seats = {seat["name"]: (seat["alive"], seat["gone"]) for seat in table.page(kind="table")["seats"]}
    assert seats == dict.fromkeys(NAMES, (True, None)) | {"Hal": (False, None), "Cid": (False, "winner")}
    assert table.page("Cid")["screen"]["title"] == "You have won"
    table.box.lobby.bots = [name for name in NAMES if name != "Cid"]
    while table.step():
        pass
    cards = {seat["name"]: seat for seat in table.page("Ann")["after"]["cards"]}
    assert cards["Cid"]["alive"]
    assert "Cid" in table.page("Ann")["after"]["winners"]
    assert "manipulator" in table.page("Ann")["after"]["winner"]
    assert table.page("Cid")["you"]["won"]


def test_the_story_after_is_in_the_words_that_the_host_wants_now(tmp_path: Path) -> None:
    table = playing(tmp_path)
    table.box.lobby.bots = NAMES
    to_the_end(table)
    stories = []
    for wanted in ("witty", "plain", "witty"):
        assert table.set("words", wanted)["ok"]
        stories.append(table.page(kind="table")["after"]["story"])
    assert stories[0] == stories[2] != stories[1]


def test_the_book_has_the_character_that_the_house_rule_brings(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "coins")
    table.set("deck", {"werewolf": 2, "house-rule": 1, "seer": 1, "male-villager": 4})
    table.set("house_rule", ["elder"])
    before = table.page("Ann")["deck"]
    assert table.do("start", token=table.host)["ok"]
    assert table.page("Ann")["deck"] != before
    assert "Elder" in [card["name"] for card in json.loads(table.do("look", kind="deck")["view"])["cards"]]


@pytest.mark.parametrize(("cards", "count"), [({"Bob": "mayor"}, 3), ({"Bob": "alderman"}, 2), ({"Cid": "mayor"}, 3)])
def test_a_vote_shows_only_what_is_public_of_its_count(tmp_path: Path, cards: dict[str, str], count: int) -> None:
    table = Table(tmp_path, NAMES)
    table.box.library = HOUSE_LIBRARY
    setting = {"options": {"sheriff": "never"}, "seed": 3, "library": HOUSE_LIBRARY}
    table.box.moderate(Game("house", NAMES, cards={"Ann": "werewolf", **cards}, **setting))
    table.until("village.vote")
    for name, at in {"Bob": "Hal", "Cid": "Hal", "Dan": "Eve"}.items():
        assert table.answer(name, at)["ok"]
    while not any(seat["votes"] for seat in table.page("Ann")["seats"]):
        assert table.step()
    seats = {seat["name"]: (seat["votes"], seat["count"]) for seat in table.page("Ann")["seats"]}
    assert seats["Hal"] == (["Bob", "Cid"], count)
    assert seats["Eve"] == (["Dan"], 1)
    assert seats["Fay"] == ([], 0)
