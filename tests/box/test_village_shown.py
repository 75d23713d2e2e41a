"""What the village around the cards looks like on pages: second cards, who stands, and the evening told afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.game.game import Game
from tests.labs.boxlab import Table, until_over

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus"]
CHARACTERS = ("seer", "hunter", "witch", "cupid", "defender", "elder", "scapegoat")
HOUSES = {"Ann": "baker", "Bob": "lord", "Cid": "schoolmarm", "Dan": "confessor"}


def playing(folder: Path, **game: Any) -> Table:
    table = Table(folder, NAMES)
    table.box.lobby.roleset, table.box.lobby.options = "the-pact", game["options"]
    table.box.moderate(Game("the-pact", NAMES, seed=1, **game))
    return table


@pytest.fixture
def two_each(tmp_path: Path, request: pytest.FixtureRequest) -> Table:
    cards = dict(zip(NAMES, CHARACTERS, strict=True))
    options = {"double_you": request.param, "sheriff": "never"}
    return playing(tmp_path, cards=cards, options=options, alignment={"Bob": "werewolf", "Cid": "werewolf"})


@pytest.mark.parametrize("two_each", ["open"], indirect=True)
def test_va_05_a_page_shows_both_cards_and_the_village_the_open_one(two_each: Table) -> None:
    begin(two_each)
    page = two_each.page("Bob")
    assert [page["you"][card]["id"] for card in ("card", "second")] == ["werewolf", "hunter"]
    assert len(page["light"]["cards"]) == 2
    assert [seat["card"] for seat in page["seats"]][:3] == ["Seer", "Hunter", "Witch"]


@pytest.mark.parametrize("two_each", ["open", "secret"], indirect=True)
def test_va_05_va_06_both_cards_lie_face_up_once_their_holder_is_dead(two_each: Table) -> None:
    until_over(two_each, ["Bob", "Cid"])
    bob = next(seat for seat in two_each.page("Ann")["seats"] if seat["name"] == "Bob")
    assert sorted(bob["card"].split(" and ")) == ["Hunter", "Werewolf"]
    after = {card["name"]: card for card in two_each.page("Ann")["after"]["cards"]}
    assert {after["Bob"]["id"], after["Bob"]["second"]["id"]} == {"hunter", "werewolf"}


@pytest.mark.parametrize("two_each", ["secret"], indirect=True)
def test_va_06_nobody_sees_the_second_card_of_another(two_each: Table) -> None:
    begin(two_each)
    page = two_each.page("Ann")
    assert page["you"]["second"] is not None
    assert [seat["card"] for seat in page["seats"]] == [None] * 7


def test_va_03_pages_say_who_stands_and_who_sits(tmp_path: Path) -> None:
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options={"innocents": "on", "sheriff": "never"})
    assert {seat["standing"] for seat in table.page("Ann")["seats"]} == {None}
    table.until("village.vouch")
    living = [seat["name"] for seat in table.page("Ann")["seats"] if seat["alive"]]
    assert [seat["name"] for seat in table.page("Ann")["seats"] if seat["standing"]] == living
    (speaker,) = table.round.game.prompts[0].seats
    named = next(name for name in living if name != speaker)
    asked = table.round.asked
    table.answer(speaker, named)
    while table.round.asked == asked or not table.round.asking:
        assert table.step()
    assert [seat["name"] for seat in table.page("Ann")["seats"] if seat["standing"]] == [
        name for name in living if name != named
    ]


def test_the_evening_told_afterwards_has_its_buildings_and_event_cards(tmp_path: Path) -> None:
    options = {"buildings": "on", "events": "stacked", "sheriff": "never"}
    events = ["ev-eclipse", "ev-dissatisfaction"]
    table = playing(tmp_path, cards={"Ann": "werewolf"}, options=options, buildings=HOUSES, events=events)
    until_over(table, ["Bob", "Cid", "Ann"])
    after = table.page("Bob")["after"]
    assert after["events"][0] == {"id": "ev-eclipse", "name": "Eclipse"}
    homes = {card["name"]: (card["house"] or {}).get("id") for card in after["cards"]}
    assert {name: homes[name] for name in HOUSES} == HOUSES


def begin(table: Table) -> None:
    """Go on until the first night's first window."""
    while not table.round.asking:
        assert table.step()
