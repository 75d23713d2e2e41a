"""Those who signed with the devil and have not won sit out the next game, and are in the one after it (EV-36)."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.game.game import Game
from narrator.lobby.next_game import owe_a_game
from tests.labs.boxlab import Table, said, until_over
from tests.labs.buttonlab import ButtonTable, taps

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
OTHERS = NAMES[1:]


def signed(table: Table, wins: bool = False) -> Table:
    """Ann, the werewolf, has signed with the devil on the second day, and has lost in the end, or has won."""
    table.set("roleset", "the-pact")
    options, stack = {"sheriff": "never"}, ["ev-pact-with-the-devil"]
    table.set("option", options)
    game = Game("the-pact", NAMES, cards={"Ann": "werewolf"}, options=options, events=stack, seed=1)
    table.box.moderate(game)
    while not (table.round.asking and table.round.views[None].phase == "day 2"):
        assert table.step()
        if table.round.asking and table.round.views[None].window == "village.vote":
            table.do("skip", token=table.host)
    for seat in game.alive:
        assert table.answer(seat, "Ann")["ok"]
    table.until("devil.sign")
    assert table.answer("Ann", "yes")["ok"]
    until_over(table, OTHERS if wins else ["Ann"])
    assert table.box.stage == "over"
    return table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return signed(Table(tmp_path, NAMES))


def start(table: Table) -> None:
    reply = table.do("start", token=table.host)
    assert reply["ok"], reply


def seated(table: Table) -> list[str]:
    return list(table.round.game.seats)


def test_ev_36_a_loser_sits_out_one_game_and_keeps_the_chair(table: Table) -> None:
    assert "Ann" in said(table)[-1]
    start(table)
    assert seated(table) == OTHERS
    assert table.box.lobby.players == NAMES
    assert table.page("Ann")["screen"]["title"] == "You sit out one game"
    table.do("end", token=table.host)
    start(table)
    assert seated(table) == NAMES


def test_ev_36_a_winner_is_in_the_next_game_after_all(tmp_path: Path) -> None:
    table = signed(Table(tmp_path, NAMES), wins=True)
    assert table.box.lobby.sits_out == []
    start(table)
    assert seated(table) == NAMES


def test_a_player_who_sits_out_sees_what_all_see_and_can_do_nothing(table: Table) -> None:
    start(table)
    table.until("seer.look")
    ann, bob = table.page("Ann"), table.page("Bob")
    assert ann["you"]["card"] is None
    assert ann["seats"] == bob["seats"]
    number = table.round.number
    for message in (
        {"do": "answer", "number": number, "value": ["Bob"]},
        {"do": "sign", "number": number, "value": ["yes"]},
        {"do": "act", "what": "whisper", "value": ["Bob"]},
        {"do": "bet", "what": "wins", "value": "werewolves"},
        {"do": "call-vote"},
        {"do": "borrow", "number": 1},
    ):
        do = message.pop("do")
        assert table.do(str(do), token=table.tokens["Ann"], **message)["code"] == "not-now", do


def test_the_lobby_says_who_sits_out_and_counts_the_others(table: Table) -> None:
    assert table.do("again", token=table.host)["ok"]
    page = table.page(kind="host")
    assert page["setup"]["seats"] == len(OTHERS)
    assert [player["name"] for player in page["setup"]["players"] if player["sits_out"]] == ["Ann"]
    assert [seat["name"] for seat in page["seats"] if seat["offices"]] == ["Ann"]
    assert page["setup"]["start"] is None
    assert sum(page["setup"]["deck"].values()) >= len(OTHERS)


def test_the_hosts_own_deck_fits_those_who_play(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.set("roleset", "the-pact")
    assert table.set("cards", {"seer": 1, "witch": 0})["ok"]
    before = dict(table.box.lobby.deck or {})
    signed(table)
    start(table)
    assert len(table.round.game.seats) == len(OTHERS)
    table.do("end", token=table.host)
    assert table.box.lobby.deck == before
    start(table)


def test_it_is_remembered_over_a_night_and_goes_with_a_new_name(table: Table, tmp_path: Path) -> None:
    assert table.do("rename", token=table.host, player="Ann", name="Anna")["ok"]
    again = Table(tmp_path)
    assert again.box.lobby.sits_out == ["Anna"]
    assert again.do("kick", token=again.host, name="Anna")["ok"]
    assert again.box.lobby.sits_out == []


def test_nobody_sits_out_where_too_few_would_be_left(table: Table) -> None:
    known = table.round.views[None]
    assert owe_a_game(known, ["Ann", "Bob", "Cid", "Dan"]) == ["Ann"]
    assert owe_a_game(known, ["Ann", "Bob", "Cid"]) == []


def test_the_button_of_a_player_who_sits_out_does_nothing(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.box.lobby.sits_out = ["Cid"]
    start(table)
    table.until("seer.look")
    before = len(table.loudspeaker.heard)
    table.hands({"Cid": taps(3)})
    table.pass_time(table.time.now + 0.2)
    table.hands({"Cid": taps(0, then=0.8)})
    table.pass_time(table.time.now + 1)
    assert [kind for _, kind, _ in table.loudspeaker.heard[before:] if kind == "say"] == []
