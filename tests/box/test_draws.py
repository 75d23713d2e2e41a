"""The host offers a draw (G-34): it is asked at once, and afterwards what it broke off goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.labs.boxlab import Table, debating, pass_time, said


def offer(table: Table) -> None:
    assert table.do("draw", token=table.host)["ok"]
    pass_time(table, 8.0)
    assert table.page("Ann")["screen"]["title"] == "Shall we call it a draw?"


def all_say(table: Table, *choice: str) -> None:
    for name in table.round.game.alive:
        assert table.answer(name, *choice)["ok"]
    pass_time(table, 8.0)


def test_a_draw_that_is_turned_down_costs_the_debate_no_time_and_the_day_no_vote(table: Table) -> None:
    debating(table)
    left, before = table.round.left, len(said(table))
    offer(table)
    assert any("draw" in line or "nobody wins" in line for line in said(table)[before:])
    all_say(table)
    assert left - 8 < table.round.left <= left
    assert table.page("Ann")["screen"]["kind"] == "debate"
    table.until("village.vote")
    assert table.page("Ann")["screen"]["title"] == "Who hangs?"


def test_a_draw_that_all_want_ends_the_game(table: Table) -> None:
    debating(table)
    offer(table)
    all_say(table, "yes")
    pass_time(table, 30.0)
    assert table.round.game.winner == "draw"


def test_votes_given_before_a_draw_was_offered_still_count(table: Table) -> None:
    table.until("village.vote")
    assert table.answer("Ann", "Bob")["ok"]
    offer(table)
    all_say(table)
    assert table.page("Ann")["screen"]["chosen"] == ["Bob"]
    assert table.answer("Cid", "Bob")["ok"]
    pass_time(table, 60.0)
    assert "Bob" not in table.round.game.alive


def test_a_box_that_was_switched_off_asks_about_the_draw_again(table: Table, tmp_path: Path) -> None:
    debating(table)
    offer(table)
    again = Table(tmp_path)
    assert again.box.resume()
    again.tokens = table.tokens
    pass_time(again, 20.0)
    assert again.page("Ann")["screen"]["title"] == "Shall we call it a draw?"


def test_a_draw_can_be_offered_only_while_the_village_talks_or_votes(table: Table) -> None:
    table.until("werewolf.devour")
    refused = table.do("draw", token=table.host)
    assert refused["code"] == "not-now"
    assert all(prompt.id != "village.draw" for prompt in table.round.game.prompts)


@pytest.mark.parametrize(("say", "drawn"), [("yes", True), ("", False), (None, False)])
def test_bots_want_a_draw_only_where_people_do(say: str | None, drawn: bool, table: Table) -> None:
    debating(table)
    people = [name for name in table.round.game.alive if name in ("Ann", "Bob", "Cid")]
    table.box.lobby.bots = [name for name in table.round.game.seats if name not in people]
    offer(table)
    (asked,) = [prompt for prompt in table.round.game.prompts if prompt.id == "village.draw"]
    assert not table.round.game.given(asked), "people first"
    for name in people if say is not None else []:
        assert table.answer(name, *filter(None, [say]))["ok"]
    pass_time(table, 60.0)
    assert (table.round.game.winner == "draw") is drawn
