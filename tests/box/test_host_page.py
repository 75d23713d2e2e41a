"""What the host's page shows besides what all see: what can be set now, and how even the game would be."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from narrator.box.pages.host_page import balance
from narrator.game.library import LIBRARY, Library
from narrator.game.simulate import Tally
from narrator.lobby.odds import COUNTED_PRESETS
from tests.chance import LONG
from tests.labs.boxlab import NAMES, Table, table_of_bots, to_the_end

TABLES = [(roleset, seats) for roleset in LIBRARY.titles for seats in range(5, COUNTED_PRESETS + 1)]


PACT = {"werewolf": 2, "seer": 1, "actor": 1, "prejudiced-manipulator": 1, "villager": 3}


def test_the_host_may_choose_another_roleset_while_the_last_game_is_still_being_told(tmp_path: Path) -> None:
    table = table_of_bots(tmp_path)
    assert table.do("start", token=table.host)["ok"]
    to_the_end(table)
    table.set("roleset", "coins")
    page = table.page(kind="host")
    assert page["after"]["winner"]
    assert table.do("look", kind="deck")["ok"]
    table.do("again", token=table.host)
    setup = table.page(kind="host")["setup"]
    assert setup["roleset"] == "coins"
    assert {card["id"] for card in setup["cards"]} > {"dracula", "thing"}


def test_the_host_lays_out_groups_and_the_actors_cards_where_the_deck_needs_them(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)

    def setup() -> dict[str, Any]:
        return dict(table.page(kind="host")["setup"])

    table.set("roleset", "the-pact")
    assert (setup()["groups"], setup()["laid"]) == ([], [])
    table.set("deck", PACT)
    assert setup()["groups"] == [{"name": "A", "players": NAMES[:4]}, {"name": "B", "players": NAMES[4:]}]
    [actor] = setup()["laid"]
    assert (actor["id"], actor["number"], actor["chosen"]) == ("actor", 3, [])
    assert {"id": "fox", "name": "Fox"} in actor["cards"]

    table.set("groups", ["Gus", "Bob", "Nobody"])
    others = [name for name in NAMES if name not in ("Bob", "Gus")]
    assert setup()["groups"] == [{"name": "A", "players": others}, {"name": "B", "players": ["Bob", "Gus"]}]
    table.set("actor", ["fox", "witch"])
    assert "Three cards" in setup()["start"]
    assert setup()["laid"][0]["chosen"] == ["fox", "witch"]
    table.set("actor", ["fox", "witch", "hunter"])
    assert setup()["start"] is None

    assert table.do("start", token=table.host)["ok"]
    game = table.box.game
    assert game is not None
    assert set(game.header["groups"]["B"]) == {"Bob", "Gus"}
    assert game.header["actor"] == ["fox", "witch", "hunter"]
    assert {card["id"] for card in json.loads(table.do("look", kind="deck")["view"])["cards"]} >= {"fox", *PACT}
    table.step()
    assert "Group B" in next(seat for seat in table.page("Ann")["seats"] if seat["name"] == "Bob")["offices"]


def test_pa_54_the_host_names_the_two_groups_and_all_hear_and_see_the_names(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "the-pact")
    table.set("deck", PACT)
    assert table.set("group_names", [" 20 and  older", "3"])["ok"]
    halves = [{"name": "20 and older", "players": NAMES[:4]}, {"name": "3", "players": NAMES[4:]}]
    assert table.page(kind="host")["setup"]["groups"] == halves
    again = Table(tmp_path)
    assert again.page(kind="host")["setup"]["groups"] == halves
    again.set("group_names", ["Glasses", "No glasses"])
    again.set("groups", ["Gus", "Bob"])
    assert again.do("start", token=again.host)["ok"]
    assert again.box.game is not None
    assert again.box.game.header["groups"]["No glasses"] == ["Bob", "Gus"]
    while again.round.views[None].phase == "setup":
        assert again.step()
    assert any("group No glasses" in line and "Bob and Gus" in line for _, kind, line in again.loudspeaker.heard)
    offices = {seat["name"]: seat["offices"] for seat in again.page(kind="table")["seats"]}
    assert (offices["Ann"], offices["Bob"]) == (["Group Glasses"], ["Group No glasses"])


@pytest.mark.parametrize(
    "names",
    [
        ["", "Moon"],
        ["Sun", " "],
        ["Sun", "s" * 21],
        ["Sun", "🌞"],
        ["Sun", "sUN"],
        ["Sun"],
        ["A", "B", "C"],
        ["A", "B\n\x00"],
    ],
)
def test_pa_54_names_of_groups_that_cannot_be_told_apart_or_said_are_refused(names: list[str], tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "the-pact")
    table.set("deck", PACT)
    reply = table.set("group_names", names)
    assert not reply["ok"]
    assert reply["code"] == "group-names"
    assert [group["name"] for group in table.page(kind="host")["setup"]["groups"]] == ["A", "B"]


def test_the_host_is_asked_only_what_can_be_answered_otherwise(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "coins")
    options = [option["id"] for option in table.page(kind="host")["setup"]["options"]]
    assert options == ["ghosts_see", "night", "sober_drunk"]


def test_the_host_says_which_card_the_house_rule_stands_for(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "coins")
    table.set("deck", {"werewolf": 2, "house-rule": 1, "seer": 1, "male-villager": 4})
    setup = table.page(kind="host")["setup"]
    assert "House Rule" in setup["start"]
    [house_rule] = setup["laid"]
    cards = [card["id"] for card in house_rule["cards"]]
    assert "priest" in cards
    assert {"name": "Elder", "id": "elder"} in house_rule["cards"]
    assert not {"house-rule", "thief", "sister"} & set(cards)
    table.set("house_rule", ["priest"])
    setup = table.page(kind="host")["setup"]
    assert (setup["start"], setup["laid"][0]["chosen"]) == (None, ["priest"])
    assert table.do("start", token=table.host)["ok"]
    assert table.box.game is not None
    assert table.box.game.deck["priest"] == 1
    assert table.box.game.header["house_rule"] == "priest"


def test_a_roleset_without_words_is_not_chosen(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "ours.yaml").write_text(
        "roleset: ours\nextends: millers-hollow\ntitle: Ours\ncards: {guard: {wakes: {guard.protect: "
        "{choose: {one: living}, then: [{shield: devoured}]}}}}\n"
        "calls: {first_night: [thief, cupid, lovers, seer, guard, werewolf, witch], "
        "later_nights: [seer, guard, werewolf, witch]}\n"
    )
    table = Table(tmp_path, NAMES)
    table.box.library = Library(own)
    refused = table.set("roleset", "ours")
    assert (refused["ok"], refused["code"]) == (False, "no-words")
    assert "guard" in refused["sentence"]
    assert table.page(kind="host")["setup"]["roleset"] == "millers-hollow"


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
