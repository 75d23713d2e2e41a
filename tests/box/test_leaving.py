"""Somebody has to go home: a bot plays on, or they leave the game (G-35); the host says which, by page or knob."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.game.journal import load, replayed
from narrator.telling.pace import TAIL
from tests.labs.boxlab import NAMES, Table, debating, pass_time, said


def leave(table: Table, do: str, name: str) -> dict[str, Any]:
    return table.do(do, token=table.host, name=name)


def alive(table: Table) -> list[str]:
    return [seat["name"] for seat in table.page("Ann")["seats"] if seat["alive"]]


def test_a_player_who_leaves_by_day_is_out_of_the_game_and_the_debate_goes_on(table: Table) -> None:
    debating(table)
    goes = next(name for name in table.round.game.alive if name != "Ann")
    left, before = table.round.left, len(said(table))
    assert leave(table, "go-home", goes)["ok"]
    pass_time(table, 30.0)
    told = "\n".join(said(table)[before:])
    assert told.count(goes) == 2, "gone, and the card turned up"
    assert goes not in alive(table)
    debating(table)
    assert left - 31 < table.round.left <= left
    table.until("village.vote")
    assert goes not in [choice["value"] for choice in table.page("Ann")["screen"]["choices"]]


@pytest.mark.parametrize("do", ["go-home", "draw", "skip"])
def test_what_the_host_does_to_the_game_ends_a_pause_and_is_heard(table: Table, do: str) -> None:
    debating(table)
    assert table.do("pause", token=table.host)["ok"]
    about = {"name": table.round.game.alive[-1]} if do == "go-home" else {}
    before = len(said(table))
    assert table.do(do, token=table.host, **about)["ok"]
    assert table.box.paused is None
    pass_time(table, 15.0)
    assert len(said(table)) > before


def test_pages_do_not_count_who_went_home_among_the_dead(table: Table) -> None:
    debating(table)
    goes = next(name for name in table.round.game.alive if name != "Ann")
    assert leave(table, "go-home", goes)["ok"]
    pass_time(table, 30.0)
    assert table.page(goes)["screen"]["title"] == "You went home"
    assert {seat["name"]: seat["gone"] for seat in table.page("Ann")["seats"] if seat["gone"]} == {goes: "home"}
    assert table.do("end", token=table.host)["ok"]
    ends = {held["name"]: held["alive"] for held in table.page("Ann")["after"]["cards"]}
    assert ends[goes], "nobody killed them"


def test_what_is_refused_does_not_end_a_pause(table: Table) -> None:
    table.until("werewolf.devour")
    assert table.do("pause", token=table.host)["ok"]
    assert not leave(table, "go-home", "Bob")["ok"]
    assert not table.do("draw", token=table.host)["ok"]
    assert table.box.paused is not None


def test_the_journal_lets_them_leave_again(table: Table) -> None:
    debating(table)
    goes = table.round.game.alive[-1]
    assert leave(table, "go-home", goes)["ok"]
    facts = list(table.round.game.facts)
    (journal,) = (table.box.data / "games").glob("*.jsonl")
    assert list(replayed(load(journal)).facts) == facts
    assert ("leave", goes) in table.round.game.entries


@pytest.mark.parametrize("do", ["start", "again"])
def test_who_went_home_has_no_chair_in_the_next_game(do: str, table: Table) -> None:
    table.box.lobby.deck = {"werewolf": 2, "seer": 1, "villager": 5}
    debating(table)
    for name in ("Gus", "Hal"):
        assert table.do("go-home", token=table.host, name=name)["ok"]
        debating(table)
    table.step()
    table.box.listeners.add("player", table.tokens["Gus"])
    assert table.do("end", token=table.host)["ok"]
    before = len(said(table))
    assert table.do(do, token=table.host)["ok"]
    assert table.box.lobby.players == NAMES[:7], "Gus has come back"
    assert [line for line in said(table)[before:] if "Hal" in line]
    if do == "start":
        assert table.round.game.seats == tuple(NAMES[:7])
    else:
        assert table.box.mix == {"werewolf": 2, "seer": 1, "villager": 4}


def test_nobody_leaves_at_night_or_twice(table: Table) -> None:
    table.until("werewolf.devour")
    assert leave(table, "go-home", "Bob")["code"] == "not-now"
    debating(table)
    goes = next(name for name in table.round.game.alive if name != "Ann")
    assert leave(table, "go-home", goes)["ok"]
    pass_time(table, 30.0)
    assert leave(table, "go-home", goes)["code"] == "unknown-seat"
    assert leave(table, "to-bot", goes)["code"] == "unknown-seat"
    assert leave(table, "go-home", "Zoe")["code"] == "unknown-seat"


def test_only_the_host_says_who_leaves(table: Table) -> None:
    debating(table)
    for do in ("go-home", "to-bot"):
        assert table.do(do, token=table.tokens["Ann"], name="Bob")["code"] == "not-the-host"


def test_a_bot_plays_on_for_a_player_who_goes_and_all_hear_it(table: Table) -> None:
    table.until("werewolf.devour")
    wolf = next(seat for seat in table.round.game.prompts[0].seats)
    phone = table.tokens[wolf]
    assert leave(table, "to-bot", wolf)["ok"]
    assert wolf in said(table)[-1]
    assert table.do("answer", token=phone, number=table.round.number, value=["Bob"])["code"] == "unknown-seat"
    assert leave(table, "to-bot", wolf)["code"] == "not-now"
    debating(table)
    answered = [entry for entry in table.round.game.entries if entry[:3] == ("answer", "werewolf.devour", wolf)]
    assert answered, "the bot has answered"
    assert next(seat for seat in table.page("Ann" if wolf != "Ann" else "Bob")["seats"] if seat["name"] == wolf)["bot"]


def test_a_vote_does_not_wait_for_a_player_who_has_just_gone(table: Table) -> None:
    table.until("village.vote")
    pass_time(table, 10)
    goes, *others = table.round.game.alive
    for name in others:
        assert table.answer(name, goes)["ok"]
    before, started = table.round.left, len(table.loudspeaker.heard)
    assert leave(table, "to-bot", goes)["ok"]
    announced = sum(len(text) / 10 for _, kind, text in table.loudspeaker.heard[started:] if kind == "say")
    assert table.round.left <= announced + TAIL < before


def test_a_bot_keeps_its_chair_after_a_step_back_and_a_pulled_plug(table: Table, tmp_path: Path) -> None:
    debating(table)
    goes = table.round.game.alive[-1]
    assert leave(table, "to-bot", goes)["ok"]
    assert table.do("undo", token=table.host)["ok"]
    again = Table(tmp_path)
    assert again.box.resume()
    for box in (table.box, again.box):
        assert box.lobby.bots == [goes]
    again.until("village.vote")
    assert any(goes in entry[2:3] for entry in again.round.game.entries)
