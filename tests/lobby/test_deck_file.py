"""A deck from a file: used as it is, or refused with the place of every fault."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from narrator.errors import BadFile
from narrator.game.library import LIBRARY
from narrator.lobby.deck_file import deck_in
from tests.labs.evening import EveningBox

RULES, _ = LIBRARY.roleset("new-moon", {})


def test_a_deck_is_cards_with_numbers(tmp_path: Path) -> None:
    file = tmp_path / "deck.yaml"
    file.write_text("werewolf: 3  # one for each aunt\npiper: 1\nseer: 0\nvillager: 6\n")
    assert deck_in(file, RULES) == {"werewolf": 3, "piper": 1, "villager": 6}


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("werewolf: 2\nseeer: 1\n", ["2:1: There is no card “seeer” here; did you mean “seer”?"]),
        ("werewolf: 5\nseer: two\n", ["1:11: “werewolf” must be a number from 0 to 4.",
                                      "2:7: “seer” must be a number from 0 to 1."]),
        ("werewolf: 2\nwerewolf: 1\n", ["2:1: "]),
        ("werewolf: 0\n", ["1:1: A deck names cards and how many, as in `werewolf: 2`."]),
        ("- werewolf\n", ["1:1: "]),
        ("werewolf: {of: 2}\n", ["1:11: “werewolf” must be a number from 0 to 4."]),
        (None, ["1:1: This file cannot be read: No such file or directory."]),
    ],
)  # fmt: skip
def test_every_fault_is_reported_with_its_place(tmp_path: Path, text: str | None, faults: list[str]) -> None:
    file = tmp_path / "deck.yaml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(BadFile) as refused:
        deck_in(file, RULES)
    told = str(refused.value.sentence).splitlines()
    assert len(told) == len(faults)
    for line, fault in zip(told, faults, strict=True):
        assert line.startswith(f"{file}:{fault}")


@pytest.mark.slow
def test_the_box_begins_with_this_roleset_and_this_deck(tmp_path: Path) -> None:
    file = tmp_path / "deck.yaml"
    file.write_text("werewolf: 2\npiper: 1\nvillager: 5\n")
    with EveningBox(tmp_path / "data", "--roleset", "new-moon", "--deck", str(file), "--bots", "8") as box:
        setup = box.host().view()["setup"]
    assert (setup["roleset"], setup["proposed"]) == ("new-moon", False)
    assert setup["deck"] == {"werewolf": 2, "piper": 1, "villager": 5}
    assert setup["start"] is None


@pytest.mark.slow
def test_the_box_does_not_begin_with_a_deck_that_it_cannot_read(tmp_path: Path) -> None:
    file = tmp_path / "deck.yaml"
    file.write_text("werewolf: 2\npiper: 1\nvillager: 5\n")
    box = EveningBox(tmp_path / "data", "--roleset", "classic", "--deck", str(file))
    with closing(box):
        box.launch()
        assert box.outcome() == 1
        assert f"{file}:2:1: There is no card “piper” here" in box.complaints
