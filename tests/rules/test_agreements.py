"""A pack is agreed when all give the same answer, in whatever order its parts stand (MH-21)."""

from __future__ import annotations

import pytest

from narrator.rules.agreements import everybody
from narrator.rules.prompts import PASS, Answer
from tests.labs.tablelab import table


@pytest.mark.parametrize(
    ("given", "counts"),
    [
        ({"Ann": ("Cid",), "Bob": ("Cid",)}, ("Cid",)),
        ({"Ann": ("Cid", "Dan"), "Bob": ("Dan", "Cid")}, ("Cid", "Dan")),
        ({"Ann": PASS, "Bob": PASS}, PASS),
        ({"Ann": ("Cid",)}, ("Cid",)),
    ],
)
def test_the_answer_that_all_give_counts_once(given: dict[str, Answer], counts: Answer) -> None:
    assert everybody(table({"Ann": "werewolf"}), given) == {"Ann": counts}


@pytest.mark.parametrize(
    "given",
    [
        {"Ann": ("Cid",), "Bob": ("Dan",)},
        {"Ann": ("Cid",), "Bob": PASS},
        {"Ann": ("Cid", "Dan"), "Bob": ("Cid", "Eve")},
        {"Ann": ("Cid",), "Bob": ("Cid",), "Dan": ("Eve",)},
    ],
)
def test_one_other_answer_and_nothing_counts(given: dict[str, Answer]) -> None:
    assert everybody(table({"Ann": "werewolf"}), given) == {}
