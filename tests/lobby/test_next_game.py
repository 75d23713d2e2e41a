"""The next game: those who were there keep their chairs, latecomers get one, and a touch begins it."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.lobby.lobby import MOST_SEATS, Lobby
from narrator.lobby.next_game import latecomers, seat_latecomers, sit_out
from tests.labs.boxlab import NAMES, Table, playing, said


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = playing(tmp_path)
    table.until("seer.look")
    return table


def test_a_game_that_is_ended_early_tells_who_was_who(table: Table) -> None:
    assert table.do("end", token=table.host)["ok"]
    for kind in ("player", "host", "table"):
        page = table.page("Ann", kind)
        assert page["stage"] == "over"
        assert [card["name"] for card in page["after"]["cards"]] == NAMES
        assert (page["after"]["winner"], page["after"]["winners"]) == ("", [])
    you = table.page("Ann")["you"]
    assert you["won"] is None
    assert table.page("Ann")["screen"]["kind"] == "over"
    assert table.do("undo", token=table.host)["code"] == "no-game"


def test_sleepers_hear_that_the_game_was_ended(table: Table) -> None:
    assert table.do("end", token=table.host)["ok"]
    assert said(table)[-1] == "The game is over, and nobody has won."
    assert table.page("Ann")["caption"] == "The game is over, and nobody has won."


def test_a_game_that_was_ended_early_is_not_taken_up_again(table: Table, tmp_path: Path) -> None:
    assert table.do("end", token=table.host)["ok"]
    assert not Table(tmp_path).box.resume()


def test_one_touch_begins_the_next_game_with_the_same_chairs_and_options(table: Table) -> None:
    before = table.round.game.header
    assert table.do("end", token=table.host)["ok"]
    assert table.do("start", token=table.host)["ok"]
    after = table.round.game.header
    assert table.box.stage == "game"
    assert [after[part] for part in ("roleset", "seats", "options")] == [
        before[part] for part in ("roleset", "seats", "options")
    ]


def test_a_player_who_comes_during_a_game_watches_it_and_plays_the_next(table: Table) -> None:
    table.tokens["Zoe"] = table.do("join", name="Zoe")["token"]
    page = table.page("Zoe")
    assert page["screen"]["title"] == "Watch this game"
    assert page["you"]["card"] is None
    assert [seat["name"] for seat in page["seats"]] == NAMES
    assert table.page(kind="host")["setup"]["late"] == ["Zoe"]
    assert table.do("end", token=table.host)["ok"]
    assert table.do("start", token=table.host)["ok"]
    assert table.round.game.seats == (*NAMES, "Zoe")
    assert "Zoe" in "\n".join(said(table)[-3:]), "and all hear who is new"


def test_a_player_who_comes_during_a_game_sits_in_the_lobby_after_it(table: Table) -> None:
    table.tokens["Zoe"] = table.do("join", name="Zoe")["token"]
    assert table.do("end", token=table.host)["ok"]
    assert table.do("join", name="Yan")["ok"]
    assert table.do("again", token=table.host)["ok"]
    assert table.box.lobby.players == [*NAMES, "Zoe"]
    assert table.page("Zoe")["screen"]["title"] == "You are in"
    assert table.page(kind="host")["setup"]["waiting"] == ["Yan"], "who came between two games waits for the host"


def test_the_hosts_own_deck_grows_with_a_latecomer(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    deck = {"werewolf": 2, "seer": 1, "villager": 5}
    assert table.set("deck", deck)["ok"]
    assert table.do("start", token=table.host)["ok"]
    assert table.do("join", name="Zoe")["ok"]
    assert table.do("end", token=table.host)["ok"]
    assert table.do("start", token=table.host)["ok"]
    assert table.box.lobby.deck == deck | {"villager": 6}


def test_the_host_may_send_a_latecomer_away_and_the_door_may_be_shut(table: Table) -> None:
    zoe = table.do("join", name="Zoe")["token"]
    assert table.do("kick", token=table.host, name="Zoe")["ok"]
    assert table.do("look", kind="player", token=zoe)["code"] == "unknown-seat"
    assert table.set("door", False)["ok"]
    assert table.do("join", name="Zoe")["code"] == "door-shut"
    assert table.do("end", token=table.host)["ok"]
    assert table.do("start", token=table.host)["ok"]
    assert table.round.game.seats == tuple(NAMES)


def test_a_latecomer_for_whom_there_is_no_chair_waits_on() -> None:
    lobby = Lobby()
    for number in range(MOST_SEATS - 2):
        lobby.join(f"{'ABCDEFGHIJ'[number % 10]}{number}")
    for name in ("Yan", "Zoe"):
        lobby.wait(name, late=True)
    lobby.join("Ida")
    assert latecomers(lobby) == ["Yan", "Zoe"]
    assert seat_latecomers(lobby, "villager") == ["Yan"]
    assert [*lobby.waiting.values()] == ["Zoe"]
    assert latecomers(lobby) == [], "and now for the host, as everybody who waits"


def test_only_who_waits_is_kept_as_late() -> None:
    lobby = Lobby()
    for name in ("Yan", "Zoe"):
        lobby.wait(name, late=True)
    lobby.turn_away("Yan")
    lobby.let_in("Zoe")
    assert lobby.late == []


def test_the_deck_that_is_proposed_needs_no_fitting() -> None:
    lobby = Lobby()
    lobby.join("Ann")
    lobby.wait("Zoe", late=True)
    seat_latecomers(lobby, "villager")
    assert lobby.deck is None


def test_a_deck_without_plain_cards_shrinks_no_further() -> None:
    lobby = Lobby()
    lobby.join("Ann")
    lobby.deck = {"werewolf": 1, "villager": 1}
    sit_out(lobby, ["Ann", "Bob", "Cid"], "villager")
    assert lobby.deck == {"werewolf": 1, "villager": 0}
