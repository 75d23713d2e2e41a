"""The book of evenings: what is kept of every game, and how it is added up."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from narrator.errors import Trouble
from narrator.game.evenings import FILE, MOST, Evenings, Played, best_detective


def played(name: str, votes: int, hits: int) -> Played:
    return Played("0001", "classic", name, "seer", "villagers", True, True, votes, hits)


def test_the_table_for_a_spreadsheet_holds_no_formula(tmp_path: Path) -> None:
    evenings = Evenings(tmp_path / FILE)
    evenings.add([played("=1+1", 1, 1), played('A, "B"', 2, 0)])
    head, *lines = csv.reader(evenings.as_csv().splitlines())
    assert head == [*Played.__struct_fields__]
    assert [line[2] for line in lines] == ["'=1+1", 'A, "B"']


@pytest.mark.parametrize(
    ("votes", "best"),
    [
        ({"Ann": (10, 5), "Bob": (6, 2), "Cid": (1, 1)}, "Ann"),
        ({"Ann": (10, 5), "Bob": (6, 3)}, None),
        ({"Ann": (10, 0)}, None),
        ({}, None),
    ],
)
def test_the_best_detective_has_voted_often_enough(
    votes: dict[str, tuple[int, int]], best: str | None, tmp_path: Path
) -> None:
    evenings = Evenings(tmp_path / FILE)
    evenings.add([played(name, *given) for name, given in votes.items()])
    assert best_detective(evenings.summed_up()) == best


def test_what_is_kept_is_read_again_without_whoever_was_struck_out(tmp_path: Path) -> None:
    evenings = Evenings(tmp_path / FILE)
    evenings.add([played("Ann", 1, 1), played("Bob", 2, 0)])
    evenings.forget("Bob")
    again = Evenings(tmp_path / FILE)
    again.load()
    assert again.played == [played("Ann", 1, 1)]


def test_games_are_added_up_for_each_person_those_with_most_games_first(tmp_path: Path) -> None:
    evenings = Evenings(tmp_path / FILE)
    evenings.add([played("Ann", 1, 1), played("Bob", 2, 0), played("Bob", 3, 2)])
    bob, ann = evenings.summed_up()
    assert (bob.name, bob.games, bob.votes, bob.hits) == ("Bob", 2, 5, 2)
    assert (ann.name, ann.games, ann.cards) == ("Ann", 1, {("classic", "seer"): 1})


def test_only_the_newest_lines_are_kept(tmp_path: Path) -> None:
    evenings = Evenings(tmp_path / FILE)
    evenings.add([played("Ann", 0, 0), *[played("Bob", 0, 0)] * MOST])
    assert [*{one.name for one in evenings.played}] == ["Bob"]


def test_a_damaged_book_is_set_aside_as_it_was(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"[{")
    with pytest.raises(Trouble) as trouble:
        Evenings(tmp_path / FILE).load()
    assert trouble.value.code == "damaged-evenings"
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [(f"{FILE}.damaged", b"[{")]
