"""Every word that may keep a prompt from being put is there in words, whether or not the rules are machine code."""

from __future__ import annotations

import pytest

import narrator.rules.words  # noqa: F401 (all of them)
from narrator.game.meanings import meaning
from narrator.rules.registry import combination, condition, pool


@pytest.mark.parametrize("name", condition)
def test_a_condition_is_a_question(name: str) -> None:
    assert "?" in meaning(condition[name])


@pytest.mark.parametrize("name", [*pool, *combination])
def test_a_pool_says_in_one_sentence_what_it_holds(name: str) -> None:
    said = meaning(pool.get(name) or combination[name])
    assert said.endswith(".")
    assert "\n" not in said
