"""Which number chooses whom by button: seats to the left, then words, and cards as on the sheet."""

from __future__ import annotations

from narrator.game.library import LIBRARY
from narrator.telling.legend import Legend, cards_of
from tests.labs.buttonlab import NAMES


def test_seats_are_counted_to_the_left_and_cards_as_on_the_sheet() -> None:
    legend = Legend(cards_of(LIBRARY.tree("classic")), NAMES)
    assert [legend.seat(other, "Cid") for other in NAMES] == [6, 7, 8, 1, 2, 3, 4, 5]
    assert legend.cards == ["villager", "werewolf", "seer", "herbalist", "cupid"]
    assert legend.told("pack", ("Ann", "Bob"), "Bob") == [7, 8]
    assert legend.told("Ann", "seer", "Bob") == [3]
    assert legend.told("Ann", "not-wolf", "Bob") == [2]
    assert legend.told("centre", ("seer", "villager"), "Bob") == [3, 1]
    assert legend.told("actor", ("seer", "werewolf"), "Bob") == [3, 2]
    assert legend.told("victim", (), "Bob") == []
    assert [legend.good(*told) for told in (("Ann", "wolf"), ("Ann", "not-wolf"))] == [False, True]
    assert [legend.good(*told) for told in (("sees", "yes"), ("scent", "yes"), ("scent", "no"))] == [True, False, True]
    assert [legend.good(*told) for told in (("pack", ("Ann",)), ("Ann", "seer"))] == [None, None]
    assert legend.most == 8


def test_words_are_counted_after_the_seats() -> None:
    legend = Legend((), NAMES)
    others = [name for name in NAMES if name != "Cid"]
    assert legend.choices([*others, "sleep"], "seat", "Cid")["sleep"] == 8
    numbers = legend.choices(["turn", "feast", *NAMES], "seat", "Cid")
    assert [numbers[word] for word in ("turn", "feast")] == [9, 10]
    assert legend.choices(["A", "B", "C"], "word", "Cid") == {"A": 1, "B": 2, "C": 3}


def test_a_player_who_moves_is_counted_to_at_the_new_place() -> None:
    moved = [*NAMES[:3], "Hal", *NAMES[3:7]]
    legend = Legend((), NAMES).around(moved)
    assert [legend.seat(other, "Cid") for other in ("Hal", "Dan", "Cid")] == [1, 2, 8]
    assert legend.around(moved) is legend
