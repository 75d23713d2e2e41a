"""What the panel goes by: it offers to sit down only where the box would let somebody."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.box.pages.panel_view import panel_view
from narrator.lobby.lobby import MOST_SEATS
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES, ButtonTable


@pytest.fixture
def table(tmp_path: Path) -> ButtonTable:
    return ButtonTable(tmp_path)


@pytest.mark.parametrize("state", ["lobby", "learning", "game"])
def test_the_panel_knows_which_buttons_players_can_sit_down_or_get_up_with(state: str, tmp_path: Path) -> None:
    def seated() -> Table:
        table = Table(tmp_path, ())
        for name in NAMES:
            table.do("add", token=table.host, name=name)
        table.set("button", {"Ann": 1, "Bob": 70})
        table.do("sit", token=table.box.inside, number=9)
        if state == "learning":
            table.do("learn", token=table.host, names=["Cid"])
        if state == "game":
            table.do("start", token=table.host)
        return table

    for number in (1, 2, 9, 10, MOST_SEATS, MOST_SEATS + 1, 70):
        table = seated()
        can = number in panel_view(table.box).sit
        assert table.do("sit", token=table.box.inside, number=number)["ok"] == can, number
