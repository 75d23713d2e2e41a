"""All point with their fingers, and somebody counts: on the host's page, or with the knob."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator import Game
from narrator.game import journal
from narrator.rules.facts import Counted
from narrator.telling.pace import COUNTING
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return pointing(tmp_path)


def pointing(folder: Path, roleset: str = "millers-hollow", **options: str) -> Table:
    """A table that points, at the first vote of a game."""
    table = Table(folder, NAMES)
    assert table.set("vote", "pointing")["ok"]
    table.box.lobby.roleset = roleset
    cards = {"Ann": "werewolf", "Bob": "werewolf"}
    table.box.moderate(Game(roleset, NAMES, cards=cards, options=options or {"sheriff": "never"}, seed=3))
    table.until("village.vote")
    return table


def fingers(table: Table) -> dict[str, Any] | None:
    found: dict[str, Any] | None = table.page(kind="host")["fingers"]
    return found


def point(table: Table, **at: int) -> dict[str, Any]:
    return table.do("point", token=table.host, fingers=at)


def close(table: Table) -> None:
    """Go on until the vote is over."""
    while table.round.asking:
        table.step()


def said(table: Table) -> list[str]:
    return [what for _, kind, what in table.loudspeaker.heard if kind == "say"]


def counted(table: Table) -> Counted:
    return next(fact for fact in reversed(table.round.game.facts) if isinstance(fact, Counted))


def test_the_box_counts_down_and_pages_say_what_to_do_instead_of_asking(table: Table) -> None:
    """G-14."""
    page = table.page("Dan")
    assert page["screen"]["kind"] == "rest"
    assert page["screen"]["title"] == "Point!"
    assert not any(seat["waiting"] or seat["voted"] for seat in page["seats"])
    assert table.answer("Dan", "Ann")["ok"] is False
    while not any("Three, two, one" in line for line in said(table)):
        table.step()
    assert fingers(table)


def test_the_host_enters_the_fingers_and_the_vote_is_read_out_as_ever(table: Table) -> None:
    """G-14, G-12."""
    asked = fingers(table)
    assert asked is not None
    living = [seat["name"] for seat in table.page("Dan")["seats"] if seat["alive"]]
    assert asked["most"] == len(living)
    assert list(asked["at"]) == living
    assert point(table, Ann=3, Cid=2)["ok"]
    close(table)
    shown = table.page(kind="table")["reveal"]
    assert [(one["name"], one["count"], one["voters"]) for one in shown["accused"]] == [("Ann", 3, []), ("Cid", 2, [])]
    assert [one["fingers"] for one in shown["accused"]] == [3, 2]
    assert shown["seconds"] > 0
    assert shown["abstained"] == []
    while table.page(kind="table")["reveal"]:
        table.step()
    seats = {seat["name"]: seat for seat in table.page("Dan")["seats"]}
    assert (seats["Ann"]["alive"], seats["Ann"]["chosen"], seats["Ann"]["count"]) == (False, True, 3)


def test_only_the_host_counts_and_never_more_than_there_are(table: Table) -> None:
    """G-03."""
    assert table.do("point", token=table.tokens["Dan"], fingers={"Ann": 1})["ok"] is False
    assert point(table, Ann=50)["code"] == "many-fingers"
    assert point(table, Nobody=1)["code"] == "not-pointed-at"
    assert fingers(table) is not None
    assert set(fingers(table)["at"].values()) == {0}  # type: ignore[index]


def test_bots_vote_by_themselves_and_the_host_counts_the_others(tmp_path: Path) -> None:
    """G-14."""
    table = Table(tmp_path, NAMES)
    table.set("vote", "pointing")
    table.box.lobby.bots = ["Cid", "Dan"]
    table.box.moderate(Game("millers-hollow", NAMES, cards={"Ann": "werewolf"}, options={"sheriff": "never"}, seed=3))
    table.until("village.vote")
    people = [name for name in table.round.game.alive if name not in ("Cid", "Dan")]
    assert fingers(table)["most"] == len(people)  # type: ignore[index]
    point(table, Ann=len(people))
    close(table)
    assert {voter for voter, _ in counted(table).votes} <= {"Cid", "Dan"}
    assert dict(counted(table).tally)["Ann"] >= len(people)


def test_where_nobody_counts_the_phones_vote_after_all(table: Table) -> None:
    """G-14, G-05."""
    began = table.time.now
    while fingers(table):
        table.step()
    assert table.time.now - began > COUNTING
    assert table.round.asking
    assert point(table, Ann=1)["code"] == "not-now"
    assert table.page("Dan")["screen"]["kind"] == "ask"
    assert table.answer("Dan", "Ann")["ok"]
    close(table)
    assert [vote for vote in counted(table).votes if vote[1]] == [("Dan", "Ann")]


def test_a_tie_is_pointed_at_again_among_the_tied(tmp_path: Path) -> None:
    """G-10, G-14."""
    table = pointing(tmp_path, "new-moon")
    point(table, Ann=2, Cid=2)
    close(table)
    table.until("village.vote")
    assert list(fingers(table)["at"]) == ["Ann", "Cid"]  # type: ignore[index]


def test_a_count_is_kept_on_the_disk_and_a_step_back_takes_it_back(table: Table) -> None:
    """G-01, G-04."""
    point(table, Ann=3)
    kept = journal.load(next((table.box.data / "games").glob("*.jsonl"))).entries
    assert ["point", "village.vote", {"Ann": 3}] in [list(entry) for entry in kept]
    point(table, Ann=1, Bob=2)
    assert fingers(table)["at"]["Bob"] == 2  # type: ignore[index]
    assert table.do("undo", token=table.host)["ok"]
    table.until("village.vote")
    assert set(fingers(table)["at"].values()) == {0}  # type: ignore[index]


def test_open_votes_stay_as_they_are(tmp_path: Path) -> None:
    """WW-21."""
    table = Table(tmp_path, NAMES)
    table.set("vote", "pointing")
    table.box.moderate(Game("classic", NAMES, cards={"Ann": "werewolf"}, seed=3))
    table.until("village.vote")
    assert fingers(table) is None
    assert table.page("Dan")["screen"]["kind"] == "ask"
