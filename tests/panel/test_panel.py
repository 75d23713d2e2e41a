"""What one press sets in motion: few modules, one message, and none that the box is known to refuse."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from narrator.game.game import Game
from tests.labs.buttonlab import NAMES, TELL, ButtonTable, choose
from tests.walks import CARDS, press

MOST_MODULES = 8


def test_a_press_that_answers_enters_few_modules() -> None:
    assert len(press()) <= MOST_MODULES


@pytest.fixture
def table(tmp_path: Path) -> ButtonTable:
    return ButtonTable(tmp_path)


def taken(table: ButtonTable, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Every message that the box takes from now on, and whether it accepts it."""
    found: list[tuple[str, bool]] = []
    handle = table.box.handle

    def look(message: Mapping[str, Any]) -> dict[str, Any]:
        reply = handle(message)
        found.append((message["do"], reply["ok"]))
        return reply

    monkeypatch.setattr(table.box, "handle", look)
    return found


def test_in_a_game_a_long_press_sends_nothing_but_its_answer(
    table: ButtonTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.box.moderate(Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=1))
    table.until("seer.look")
    messages = taken(table, monkeypatch)
    table.hands({"Ann": TELL, "Cid": choose(3)})
    assert messages == [("answer", True)]


def test_a_named_player_who_holds_their_button_sends_nothing(
    table: ButtonTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = taken(table, monkeypatch)
    table.hands({"Ann": TELL})
    assert messages == []
