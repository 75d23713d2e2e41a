"""Who asks, and is it the time for it? Everybody else, and at any other time, is refused with a code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.box.messages import guards, kinds
from narrator.lobby.lobby import Refused
from tests.labs.boxlab import NAMES, Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, NAMES)


def code(guard: Callable[[], object]) -> str | None:
    """Why this is refused; nothing where it is not."""
    try:
        guard()
    except Refused as refused:
        return refused.code
    return None


def test_the_host_and_parts_of_the_box_may_do_what_the_host_may(table: Table) -> None:
    box = table.box
    found = {token: code(lambda token=token: guards.only_host(box, kinds.Pause(token=token))) for token in (
        table.host, box.inside, table.tokens["Ann"], "", None,
    )}  # fmt: skip
    assert [*found.values()] == [None, None, "not-the-host", "not-the-host", "not-the-host"]


def test_what_parts_of_the_box_do_no_page_can_do_not_even_the_hosts(table: Table) -> None:
    assert code(lambda: guards.only_inside(table.box, kinds.Pause(token=table.box.inside))) is None
    assert code(lambda: guards.only_inside(table.box, kinds.Pause(token=table.host))) == "not-the-host"


def test_a_token_tells_who_it_is(table: Table) -> None:
    assert guards.seat_of(table.box, kinds.Pause(token=table.tokens["Bob"])) == "Bob"
    assert code(lambda: guards.seat_of(table.box, kinds.Pause(token="nobody's"))) == "unknown-seat"


def test_who_sits_out_a_game_has_no_say_in_it(table: Table) -> None:
    zoe = kinds.Pause(token=table.do("join", name="Zoe")["token"])
    table.box.lobby.sits_out = ["Zoe"]
    assert guards.player_of(table.box, zoe) == "Zoe", "before the game they have"
    table.do("start", token=table.host)
    table.box.lobby.sits_out = ["Zoe"]
    assert code(lambda: guards.player_of(table.box, zoe)) == "not-now"


def test_what_belongs_to_a_game_and_what_comes_before_it(table: Table) -> None:
    assert code(lambda: guards.running_round(table.box)) == "no-game"
    assert code(lambda: guards.only_before_a_game(table.box)) is None
    table.do("start", token=table.host)
    assert guards.running_round(table.box) is table.round
    assert code(lambda: guards.only_before_a_game(table.box)) == "game-running"
    table.do("end", token=table.host)
    assert code(lambda: guards.running_round(table.box)) == "no-game"
    assert code(lambda: guards.only_before_a_game(table.box)) is None
