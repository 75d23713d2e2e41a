"""How bots vote: where all see how all vote, they wait for the people, and then join them (WW-21)."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator import Game
from narrator.box.bot_seats import BotSeats
from narrator.lobby.lobby import Lobby
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
PEOPLE = NAMES[:3]
BOTS = NAMES[3:]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Three people and five bots, who vote openly."""
    table = Table(tmp_path, NAMES)
    table.box.lobby.bots = BOTS
    cards = {"Ann": "werewolf", "Dan": "werewolf"}
    table.box.moderate(Game("classic", NAMES, cards=cards, options={"accusations": "off"}, seed=3))
    table.until("village.vote")
    return table


def people(table: Table) -> list[str]:
    return [name for name in PEOPLE if name in table.round.views[None].living]


def pointing(table: Table) -> dict[str, str]:
    seats = table.page("Ann")["seats"]
    return {seat["name"]: seat["pointing"] for seat in seats if seat["pointing"]}


def test_no_bot_votes_for_itself_in_secret() -> None:
    for seed in range(60):
        game = Game("millers-hollow", [f"Bot {number}" for number in range(8)], seed=seed)
        lobby = Lobby()
        lobby.bots = list(game.seats)
        bots = BotSeats(game, lobby)
        while game.night < 2 and game.winner is None:
            for before_close in (False, True):
                for prompt in game.prompts:
                    for name, answers in bots.answers(prompt.id, before_close):
                        if name in game.rules.ballots:
                            assert not [seat for seat, answer in answers.items() if answer in (seat, (seat,))]
                        game.answer_all(name, answers)
            game.close()


def test_no_bot_points_before_all_people_have(table: Table) -> None:
    *others, last = people(table)
    assert pointing(table) == {}
    for name in others:
        assert table.answer(name, "Dan")["ok"]
    assert pointing(table) == dict.fromkeys(others, "Dan")
    assert table.answer(last, "Dan")["ok"]
    assert set(pointing(table).values()) == {"Dan"}
    assert len(pointing(table)) > len(people(table))
    while "Dan" in table.round.views[None].living:
        assert table.step()


def test_in_the_last_seconds_bots_join_those_who_have_pointed(table: Table) -> None:
    name = people(table)[-1]
    assert table.answer(name, "Dan")["ok"]
    while pointing(table) == {name: "Dan"}:
        assert table.round.left > 0
        assert table.step()
    assert table.round.left < 9
    assert "Dan" in pointing(table).values()


def test_bots_do_not_wait_for_each_other(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.lobby.bots = NAMES
    table.box.moderate(Game("classic", NAMES, cards={"Ann": "werewolf"}, options={"accusations": "off"}, seed=3))
    table.until("village.vote")
    assert pointing(table)
