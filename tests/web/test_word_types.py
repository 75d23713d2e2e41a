"""The type of the pages' texts has each with its places, so that a script that leaves one empty is found."""

from __future__ import annotations

from web.word_types import word_types


def test_every_place_of_a_text_has_to_be_filled() -> None:
    lines = word_types({"join.title": "Sit down", "join.taken": "{name} is at {table}."}).splitlines()
    assert '  "join.title": {  };' in lines
    assert '  "join.taken": { name: string | number; table: string | number };' in lines


def test_a_text_with_forms_has_to_be_told_its_number() -> None:
    lines = word_types({"left": {"one": "A second", "other": "{number} seconds"}, "alone": {"other": "Some"}})
    assert '"left": { number: number };' in lines
    assert '"alone": { number: number };' in lines, "though no form shows it"
