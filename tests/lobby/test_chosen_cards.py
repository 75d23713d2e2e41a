"""WW-53: the host, who does not play, hands out the cards, on the host's page or by laying them on the lid."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.game.game import Game
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES
from tests.labs.taglab import TagTable

DEAL = {"Bob": "werewolf", "Hal": "werewolf", "Eve": "seer"}


def chosen(data: Path, names: list[str] = NAMES) -> Table:
    table = Table(data, names)
    assert table.set("roleset", "classic")["ok"]
    assert table.set("option", {"chosen_cards": "on"})["ok"]
    return table


def setup(table: Table) -> dict[str, Any]:
    return dict(table.page(kind="host")["setup"])


def dealt(game: Game | None) -> dict[str, str]:
    """Who holds which card, except the villagers."""
    assert game is not None
    hands = {fact.seat: fact.card for fact in game.facts if type(fact).__name__ == "Dealt"}
    return {seat: card for seat, card in hands.items() if card != "villager"}


def test_what_the_host_hands_out_is_dealt(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    for name, card in DEAL.items():
        assert table.set("hands", {name: card})["ok"]
    assert setup(table)["hands"] == DEAL
    assert table.do("start", token=table.host)["ok"]
    assert dealt(table.box.game) == DEAL


def test_handed_out_cards_are_kept(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    table.set("hands", DEAL)
    again = Table(tmp_path)
    assert setup(again)["hands"] == DEAL
    assert again.do("start", token=again.host)["ok"]
    third = Table(tmp_path)
    assert third.box.resume()
    assert dealt(third.box.game) == DEAL


def test_nothing_is_left_to_chance(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    hands = dict(DEAL)
    hands.pop("Hal")
    table.set("hands", hands)
    assert "Hand out the cards" in setup(table)["start"]
    assert table.do("start", token=table.host)["code"] == "not-handed-out"
    assert table.box.game is None


def test_the_spoken_refusal_does_not_reveal_who_has_which_card(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    before = table.do("start", token=table.host)["sentence"]
    table.set("hands", {"Bob": "werewolf"})
    assert table.do("start", token=table.host)["sentence"] == before


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ({"Ann": "cupid"}, "not-in-deck"),
        ({"Ann": "no such card"}, "not-in-deck"),
        ({"Ann": ["seer"]}, "not-understood"),
        ({"Ann": "seer", "Bob": "seer"}, "not-in-deck"),
        ({"Ida": "seer"}, "unknown-seat"),
    ],
)
def test_a_card_that_the_deck_lacks_cannot_be_handed_out(hands: dict[str, str], code: str, tmp_path: Path) -> None:
    table = chosen(tmp_path)
    table.set("hands", {"Hal": "werewolf"})
    assert table.set("hands", hands)["code"] == code
    assert setup(table)["hands"] == {"Hal": "werewolf"}


def test_a_card_is_taken_back_and_given_to_somebody_else(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    table.set("hands", {"Ann": "seer"})
    assert table.set("hands", {"Ann": None, "Bob": "seer"})["ok"]
    assert setup(table)["hands"] == {"Bob": "seer"}


def test_a_deck_that_changes_afterwards_is_said_not_to_fit(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    table.set("hands", DEAL)
    table.set("deck", {"werewolf": 1, "seer": 1, "villager": 6})
    assert "the deck has none, or too few" in setup(table)["start"]
    assert table.set("hands", {"Hal": None})["ok"]
    assert setup(table)["start"] is None


def test_a_player_who_leaves_takes_no_card_with_them(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    table.set("hands", DEAL)
    table.do("kick", token=table.host, name="Bob")
    assert setup(table)["hands"] == {"Hal": "werewolf", "Eve": "seer"}


def test_without_the_option_the_cards_are_shuffled(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    table.set("hands", DEAL)
    table.set("option", {"chosen_cards": "off"})
    assert setup(table)["hands"] is None
    assert table.set("hands", {"Ann": "seer"})["code"] == "not-by-hand"
    assert table.do("start", token=table.host)["ok"]
    assert table.box.game is not None
    assert table.box.game.header["cards"] is None


def test_the_cards_are_handed_out_again_for_the_next_game(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    table.set("hands", DEAL)
    table.do("start", token=table.host)
    table.do("end", token=table.host)
    table.do("again", token=table.host)
    assert setup(table)["hands"] == {}


def test_another_roleset_has_other_cards(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    table.set("hands", DEAL)
    table.set("roleset", "millers-hollow")
    assert setup(table)["hands"] is None
    table.set("roleset", "classic")
    table.set("option", {"chosen_cards": "on"})
    assert setup(table)["hands"] == {}


def test_only_the_host_hands_out_cards_and_sees_them(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    message = {"do": "set", "what": "hands", "value": DEAL}
    assert table.box.handle({**message, "token": table.tokens["Ann"]})["code"] == "not-the-host"
    pages = {kind: table.box.page(kind, table.tokens["Ann"]) for kind in ("player", "table", "deck")}
    table.set("hands", DEAL)
    for kind, before in pages.items():
        after = table.box.page(kind, table.tokens["Ann"])
        assert {**json.loads(after), "version": 0} == {**json.loads(before), "version": 0}
    table.do("start", token=table.host)
    assert "hands" not in setup(table)


def test_a_small_table_may_have_chosen_cards_too(tmp_path: Path) -> None:
    table = chosen(tmp_path, NAMES[:4])
    table.set("hands", {"Ann": "werewolf", "Bob": "seer"})
    assert table.do("start", token=table.host, house_deck=True)["ok"]
    assert dealt(table.box.game) == {"Ann": "werewolf", "Bob": "seer"}


def test_bots_are_handed_cards_like_anybody(tmp_path: Path) -> None:
    table = chosen(tmp_path, NAMES[:4])
    table.set("bots", 4)
    bots = table.box.lobby.bots
    hands = {bots[0]: "werewolf", bots[1]: "werewolf", "Ann": "seer"}
    assert table.set("hands", hands)["ok"]
    assert table.do("start", token=table.host)["ok"]
    assert dealt(table.box.game) == hands


def test_with_tags_the_host_lays_card_after_card_for_each_seat(tmp_path: Path) -> None:
    table = TagTable(tmp_path, {"werewolf": 2, "seer": 1, "villager": 5})
    table.set("roleset", "classic")
    table.set("option", {"chosen_cards": "on"})
    assert table.do("deal-by-tags", token=table.host)["ok"]
    table.settle()
    for name, (_, uid) in zip(NAMES, table.cards, strict=True):
        said = table.said()
        assert name in said
        assert "your" not in said.lower()
        assert "host" in said.lower()
        table.lay(name)
        assert name in table.said()
        assert "your" not in table.said().lower()
        table.lay(uid)
    assert dealt(table.box.game) == {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"}
