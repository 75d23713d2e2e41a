"""Windows follow the speed that a table shows in public, and only that; a look at the cards ends when all have read."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.box.table_speed import FASTEST, SLOWEST, TableSpeed
from narrator.game.game import Game
from narrator.telling.pace import LONGEST_LOOK, TAIL
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer", "Dan": "witch"}


def dealt(data: Path, beginners: bool = False, cards: dict[str, str] | None = None) -> Table:
    """Eight with a phone each, whose cards have just been dealt."""
    table = Table(data, NAMES)
    table.box.boot = "b007"
    for name in NAMES:
        table.box.listeners.add("player", table.tokens[name])
    assert table.set("beginners", beginners)["ok"]
    table.box.moderate(Game("millers-hollow", NAMES, cards=cards or CARDS, options={"sheriff": "never"}, seed=3))
    return table


def until_cards(table: Table) -> None:
    """Go on until all are to look at their card."""
    after(table, 0.3)
    assert table.round.beat is not None
    assert table.round.beat.screen == "deal"


def after(table: Table, seconds: float) -> None:
    """Let this much time pass."""
    end = table.time.now + seconds
    while (wait := table.box.turn()) is not None and table.time.now + wait < end:
        table.time.now += max(wait, 1e-6)
    table.time.now = end


def practised(data: Path, seconds: float) -> Table:
    """A table of beginners that took so many seconds for the question of the practice night."""
    table = dealt(data, beginners=True)
    while not (table.round.asking and table.round.practises):
        assert table.step()
    after(table, seconds)
    for name in NAMES:
        assert table.answer(name, "Bob" if name != "Bob" else "Ann")["ok"]
    return table


def length(table: Table, prompt: str) -> float:
    """How long is this prompt open?"""
    table.until(prompt)
    return table.round.length


def vote(table: Table, seconds: float) -> None:
    """Everybody who lives votes, so many seconds after they were asked."""
    table.until("village.vote")
    after(table, seconds)
    for at, name in enumerate(table.round.game.alive):
        assert table.answer(name, table.round.game.alive[at - 1]) == {"ok": True}


def test_windows_are_longer_for_a_table_that_took_its_time_in_the_practice_night(tmp_path: Path) -> None:
    usual, slow, quick = (
        length(practised(tmp_path / str(seconds), seconds), "seer.look") for seconds in (7.5, 10.0, 2.0)
    )
    assert quick < usual < slow


def test_a_quick_vote_by_day_makes_the_next_night_shorter(tmp_path: Path) -> None:
    table = dealt(tmp_path)
    first = length(table, "seer.look")
    vote(table, 1.0)
    assert length(table, "seer.look") < first


def test_a_slow_vote_makes_no_night_longer(tmp_path: Path) -> None:
    table = dealt(tmp_path)
    first = length(table, "seer.look")
    vote(table, 25.0)
    assert length(table, "seer.look") == pytest.approx(first)


@pytest.mark.parametrize("seconds", [0.5, 5.0])
def test_nothing_is_learned_from_a_night_that_counts(seconds: float, tmp_path: Path) -> None:
    table = dealt(tmp_path)
    table.until("seer.look")
    after(table, seconds)
    for name in NAMES:
        assert table.answer(name, table.page(name)["screen"]["choices"][0]["value"])["ok"]
    table.until("village.vote")
    assert table.box.speed.stretch == 1.0


def test_the_speed_stays_within_its_bounds_and_is_not_learned_from_a_few() -> None:
    speed = TableSpeed()
    speed.see(1, practice=False, asked=3, waiting=0, seconds=0.1)
    speed.see(2, practice=False, asked=8, waiting=3, seconds=0.1)
    assert speed.stretch == 1.0
    for question, (seconds, stretch) in enumerate([(900.0, SLOWEST), (0.0, FASTEST)], 3):
        speed.see(question, practice=True, asked=8, waiting=2, seconds=seconds)
        speed.see(question, practice=True, asked=8, waiting=0, seconds=7.0)
        assert speed.stretch == stretch


def still_reading(table: Table) -> list[str]:
    """Who has not read their card yet, as everybody sees it on every page."""
    shared = table.page(kind="table")
    assert shared["dealing"]
    assert all(seat["voted"] != seat["waiting"] for seat in shared["seats"])
    return [seat["name"] for seat in shared["seats"] if seat["waiting"]]


def test_the_look_at_the_cards_is_over_when_all_have_said_that_they_have_read_theirs(tmp_path: Path) -> None:
    table = dealt(tmp_path)
    until_cards(table)
    assert table.round.left > LONGEST_LOOK - TAIL
    after(table, 8)
    for name in NAMES:
        assert table.page(name)["screen"]["kind"] == "deal"
        assert table.round.left > TAIL
        assert still_reading(table) == NAMES[NAMES.index(name) :]
        assert table.answer(name)["ok"]
        assert table.page(name)["screen"]["chosen"] == []
    assert table.round.left <= TAIL


def test_the_look_at_the_cards_ends_in_time_where_one_never_reads(tmp_path: Path) -> None:
    table = dealt(tmp_path)
    until_cards(table)
    for name in NAMES[1:]:
        assert table.answer(name)["ok"]
    assert table.round.left > TAIL
    after(table, LONGEST_LOOK + 10)
    assert table.round.views[None].phase == "night 1"
