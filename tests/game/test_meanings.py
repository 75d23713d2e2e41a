"""Every word that may keep a prompt from being put is there in words, whether or not the rules are machine code."""

from __future__ import annotations

import re

import pytest

import narrator.rules.words  # noqa: F401 (all of them)
from narrator.game.meanings import meaning
from narrator.rules.registry import combination, condition, pool

RULE = re.compile(r"\b[A-Z]+-[0-9]")
"""A rule's id, which says nothing in the middle of a sentence."""


@pytest.mark.parametrize("name", condition)
def test_a_condition_is_a_question(name: str) -> None:
    said = meaning(condition[name])
    assert "?" in said
    assert not RULE.search(said)


@pytest.mark.parametrize("name", [*pool, *combination])
def test_a_pool_says_in_one_sentence_what_it_holds(name: str) -> None:
    said = meaning(pool.get(name) or combination[name])
    assert said.endswith(".")
    assert "\n" not in said
    assert not RULE.search(said)
