"""A picture beside a roleset is shown for the card of its name; `narrator check` tells of one that nobody would see."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.box.box import Box
from narrator.game.check import own_files, problems, warnings
from narrator.game.library import LIBRARY, Library
from narrator.telling.own_pictures import LARGEST, own_pictures
from tests.labs.boxlab import Notebook, Time

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path d="M9 9h9"/></svg>'


def put(folder: Path, card: str, picture: str = SVG) -> Path:
    file = folder / "icons" / f"{card}.svg"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(picture, encoding="utf-8")
    return file


def test_of_two_pictures_for_a_card_the_first_folder_has_the_one_that_is_shown(tmp_path: Path) -> None:
    put(tmp_path / "one", "seer")
    put(tmp_path / "two", "seer", SVG.replace("M9", "M8"))
    put(tmp_path / "two", "witch")
    assert own_pictures([tmp_path / "one", tmp_path / "two", tmp_path / "none"]) == {"seer": SVG, "witch": SVG}


def test_a_box_with_a_broken_picture_shows_the_others(tmp_path: Path) -> None:
    put(tmp_path, "seer")
    put(tmp_path, "witch", SVG.replace("</svg>", ""))
    box = Box(tmp_path / "data", Notebook(Time()), library=Library(tmp_path))
    assert box.pictures == {"seer": SVG}


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        (SVG.replace("</svg>", ""), "1:79: This is no SVG that a browser can show: no element found."),
        (
            SVG.replace(' xmlns="http://www.w3.org/2000/svg"', ""),
            "1:1: A picture begins with <svg xmlns=“http://www.w3.org/2000/svg” …>, or no browser shows it.",
        ),
        (
            SVG.replace("9h9", "9h9" * LARGEST),
            "1:1: Every phone loads all pictures at once: make this one smaller than 20 kB.",
        ),
    ],
)
def test_a_picture_that_no_page_can_show_is_told_of(picture: str, told: str, tmp_path: Path) -> None:
    file = put(tmp_path, "seer", picture)
    assert own_files(Library(tmp_path)) == [str(file)]
    assert [str(problem) for problem in problems(LIBRARY, str(file))] == [f"{file}:{told}"]
    assert warnings(LIBRARY, str(file)) == []


def test_a_picture_that_belongs_to_no_card_is_told_of(tmp_path: Path) -> None:
    file = put(tmp_path, "ser")
    [problem] = problems(LIBRARY, str(file))
    sentence = "No card, building or event is called “ser”, so nobody sees this; did you mean “seer”?"
    assert problem.sentence == sentence
    assert problems(LIBRARY, str(put(tmp_path, "seer"))) == []
