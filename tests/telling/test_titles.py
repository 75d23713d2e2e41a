"""A title fits into two lines on a small phone, and one that does not is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.game.library import OWN
from narrator.telling.language import Language
from narrator.telling.titles import LONGEST, too_long
from tests.labs.wordlab import ROLESETS, own, words


@pytest.mark.parametrize("roleset", ROLESETS)
def test_titles_and_buttons_fit_a_narrow_phone(roleset: str) -> None:
    tree = words(roleset).tree
    decoys = [decoy for sort in tree["decoys"].values() for decoy in sort]
    for title in [*decoys, *(at["title"] for part in ("prompts", "screens") for at in tree[part].values())]:
        assert len(title) < 48, title
    for prompt in tree["prompts"].values():
        assert all(len(prompt[button]) < 24 for button in ("yes", "pass") if button in prompt), prompt
    assert all(len(card["is"]) < 200 for card in tree["cards"].values())


def test_a_title_that_is_too_long_is_told_with_its_place_wherever_it_stands(tmp_path: Path) -> None:
    fits, long = "x" * LONGEST, "x" * (LONGEST + 1)
    text = f"""language: en
prompts: {{seer.look: {{title: {long}}}, witch.heal: {{title: {fits}}}}}
screens: {{over: {{title: {long}}}}}
"""
    language = own(tmp_path, text)
    found = too_long(language, "millers-hollow")
    assert [(problem.place.line, problem.place.column) for problem in found] == [(2, 30), (3, 25)]
    assert all(f"has {LONGEST + 1} characters" in problem.sentence for problem in found)
    assert too_long(language, "common") == [], "for a fault is told once, with the file in which it is"


def test_a_decoy_is_as_short_as_a_question(tmp_path: Path) -> None:
    long = "Who is it that you would never ask?!"
    decoys = ", ".join([f'"{long}"', *(f'"Who is it {number}?"' for number in range(20))])
    (tmp_path / "common.en.yaml").write_text(
        (OWN / "common.en.yaml").read_text("utf-8").partition("\ndecoys:")[0] + f"\ndecoys: {{one: [{decoys}]}}\n",
        encoding="utf-8",
    )
    [problem] = too_long(Language.load([tmp_path, OWN], "millers-hollow", "en"), "common")
    assert long in problem.sentence
