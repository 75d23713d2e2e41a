"""Somebody comes with another phone, or another browser: “That is me”, or with the number that the host says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.labs.boxlab import Table, begun, said, table_of_bots

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, NAMES)


def that_is_me(table: Table, name: str) -> str:
    """The token of the other phone."""
    reply = table.do("join", name=name, again=True)
    assert reply["ok"], reply
    return str(reply["token"])


def is_seat(table: Table, token: str, name: str) -> bool:
    return table.box.lobby.tokens.get(token) == name


def test_a_name_at_the_table_is_asked_whether_that_is_them(table: Table) -> None:
    assert table.do("join", name=" ann ")["code"] == "is-it-you"
    assert table.do("join", name="Nina", again=True)["ok"], "nobody is called so: a new player"
    assert table.box.lobby.players == [*NAMES, "Nina"]


def test_a_seat_whose_page_is_closed_is_given_back_at_once_and_aloud(table: Table) -> None:
    old, token = table.tokens["Ann"], that_is_me(table, "ann")
    assert is_seat(table, token, "Ann")
    assert old not in table.box.lobby.tokens
    assert table.box.lobby.players == NAMES, "on the same chair"
    assert "Ann" in said(table)[-1]


def test_a_seat_whose_page_is_open_says_itself_who_it_is(table: Table) -> None:
    table.box.listeners.add("player", table.tokens["Ann"])
    token = that_is_me(table, "Ann")
    assert is_seat(table, table.tokens["Ann"], "Ann")
    assert not is_seat(table, token, "Ann")
    assert [table.page(name)["claimed"] for name in ("Ann", "Bob")] == [True, False]
    assert table.do("join", name="Ann", again=True)["code"] == "asks-already"
    assert table.do("other-phone", token=table.tokens["Bob"], name="Ann", yes=True)["code"] == "not-the-host"
    assert table.do("other-phone", token=token, name="Ann", yes=True)["code"] == "not-the-host"
    assert table.do("other-phone", token=table.tokens["Ann"], name="Ann", yes=False)["ok"]
    assert table.do("look", kind="player", token=token)["code"] == "unknown-seat"
    token = that_is_me(table, "Ann")
    assert table.do("other-phone", token=table.tokens["Ann"], name="Ann", yes=True)["ok"]
    assert is_seat(table, token, "Ann")


def test_a_phone_that_asks_sees_nothing_of_the_seat_until_the_host_says_yes(table: Table) -> None:
    assert table.do("start", token=table.host)["ok"]
    table.until("seer.look")
    table.tokens["new"] = that_is_me(table, "Ann")
    page = table.page("new")
    assert page["you"]["card"] is None
    assert page["screen"]["title"] == "Is it you?"
    assert not table.page("Ann")["claimed"], "in a game no page may look different"
    assert table.do("other-phone", token=table.tokens["Ann"], name="Ann", yes=True)["code"] == "game-running"
    assert table.page(kind="host")["setup"]["claims"] == ["Ann"]
    assert table.do("other-phone", token=table.host, name="Ann", yes=True)["ok"]
    assert table.page("new")["you"]["card"] is not None
    assert table.do("look", kind="player", token=table.tokens["Ann"])["code"] == "unknown-seat"
    assert "Ann" in said(table)[-1]


def test_behind_a_shut_door_the_host_decides(table: Table) -> None:
    assert table.set("door", False)["ok"]
    token = that_is_me(table, "Ann")
    assert not is_seat(table, token, "Ann")
    assert table.do("other-phone", token=table.host, name="Ann", yes=True)["ok"]
    assert is_seat(table, token, "Ann")


def test_a_claim_is_kept_can_be_given_up_and_goes_with_the_seat(table: Table, tmp_path: Path) -> None:
    assert table.set("door", False)["ok"]
    ann, bob = that_is_me(table, "Ann"), that_is_me(table, "Bob")
    again = Table(tmp_path)
    assert again.page(kind="host")["setup"]["claims"] == ["Ann", "Bob"]
    assert again.do("leave", token=ann)["ok"]
    assert again.box.lobby.players == NAMES, "only the question is gone"
    assert again.do("kick", token=again.host, name="Bob")["ok"]
    assert again.page(kind="host")["setup"]["claims"] == []
    assert again.do("look", kind="player", token=bob)["code"] == "unknown-seat"
    assert again.do("other-phone", token=again.host, name="Bob", yes=True)["code"] == "unknown-seat"


def test_a_bot_cannot_come_back(table: Table) -> None:
    assert table.set("bots", 1)["ok"]
    assert table.do("join", name=table.box.lobby.bots[0])["code"] == "name-taken"


def test_a_player_who_left_the_chair_to_a_bot_has_it_back_once_the_host_agrees(table: Table) -> None:
    assert table.do("start", token=table.host)["ok"]
    table.until("seer.look")
    card = table.page("Ann")["you"]["card"]
    assert table.do("to-bot", token=table.host, name="Ann")["ok"]
    assert table.do("join", name="Ann")["code"] == "is-it-you"
    table.tokens["Ann"] = that_is_me(table, "Ann")
    assert table.page("Ann")["you"]["card"] is None
    assert table.box.lobby.bots == ["Ann"]
    assert table.do("other-phone", token=table.host, name="Ann", yes=True)["ok"]
    assert table.page("Ann")["you"]["card"] == card
    assert table.box.lobby.bots == []
    assert "Ann" in said(table)[-1]
    assert "bot" in said(table)[-1]


def test_the_vote_waits_for_a_player_who_is_back_from_a_bot(table: Table) -> None:
    assert table.do("start", token=table.host)["ok"]
    table.until("village.vote")
    back, *others = table.round.game.alive
    assert table.do("to-bot", token=table.host, name=back)["ok"]
    table.tokens[back] = that_is_me(table, back)
    assert table.do("other-phone", token=table.host, name=back, yes=True)["ok"]
    table.until("village.vote")
    assert table.answer(back, others[0])["ok"]
    assert next(seat for seat in table.page(back)["seats"] if seat["name"] == back)["bot"] is False


def number_for(name: str, table: Table) -> str | None:
    """The number with which another phone takes this player's seat over, as the host sees it."""
    [number] = [player["take_over"] for player in table.page(kind="host")["setup"]["players"] if player["name"] == name]
    return number


def test_a_lost_phone_is_replaced_during_a_game(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("seer.look")
    assert table.do("join", name="Cid")["code"] == "is-it-you"
    assert table.do("join", name="Cid", pin="0")["code"] == "wrong-pin"
    pin = table.do("hand-over", token=table.host, name="Cid")["pin"]
    assert number_for("Cid", table) == pin
    assert table.do("join", name="Cid", pin="wrong")["code"] == "wrong-pin"
    assert table.do("join", name="Cid", pin=pin)["code"] == "wrong-pin"
    assert number_for("Cid", table) is None
    pin = table.do("hand-over", token=table.host, name="Cid")["pin"]
    assert number_for("Cid", table) == pin
    old = table.tokens["Cid"]
    table.tokens["Cid"] = table.do("join", name=" cid ", pin=pin)["token"]
    assert table.answer("Cid", "Ann")["ok"]
    assert table.do("answer", token=old, number=1, value=[])["code"] == "unknown-seat"
    assert number_for("Cid", table) is None


def test_the_number_for_a_new_phone_counts_after_a_pulled_plug(tmp_path: Path) -> None:
    table = begun(tmp_path)
    good, spoiled = (table.do("hand-over", token=table.host, name=name)["pin"] for name in ("Cid", "Dan"))
    assert table.do("join", name="Dan", pin="wrong")["code"] == "wrong-pin"
    again = Table(tmp_path)
    assert again.box.resume()
    assert again.do("join", name="Dan", pin=spoiled)["code"] == "wrong-pin"
    taken = again.do("join", name="Cid", pin=good)["token"]
    assert again.box.lobby.tokens[taken] == "Cid"
    assert again.do("join", name="Cid", pin=good)["code"] == "wrong-pin"


def test_a_bot_needs_no_phone(tmp_path: Path) -> None:
    table = table_of_bots(tmp_path)
    for name in (table.box.lobby.bots[0], "Nobody"):
        assert table.do("hand-over", token=table.host, name=name)["code"] == "unknown-seat"


def test_a_seat_that_cannot_be_handed_over_stays_with_its_player(tmp_path: Path) -> None:
    table = begun(tmp_path)
    number = table.do("hand-over", token=table.host, name="Ann")["pin"]
    (tmp_path / "table.new").mkdir()
    assert table.do("join", name="Ann", pin=number)["code"] == "table-unwritable"
    assert table.page("Ann")["you"]["seat"] == "Ann"
