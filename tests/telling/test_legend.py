"""Which number chooses whom by button: seats to the left, then words, and cards as on the sheet."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Any

from narrator.game.library import LIBRARY
from narrator.rules.prompts import Prompt
from narrator.telling.legend import Legend, cards_of
from tests.labs.buttonlab import NAMES


def asked(*choices: str, **more: Any) -> Prompt:
    """A question to Cid with these choices."""
    return Prompt("seer.look", ("Cid",), choices, **more)


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
    assert legend.numbers(asked(*others, "sleep"), "Cid")["sleep"] == 8
    numbers = legend.numbers(asked("turn", "feast", *NAMES), "Cid")
    assert [numbers[word] for word in ("turn", "feast")] == [9, 10]


def test_a_word_keeps_its_number_when_another_one_cannot_be_chosen() -> None:
    legend = Legend((), NAMES)
    turn_or_feast = {"words": ("turn", "feast"), "most": 2}
    both = asked("turn", "feast", *NAMES[3:], legal=(("turn",), ("feast", "Dan")), **turn_or_feast)
    one = asked("feast", *NAMES[3:], legal=(("feast", "Dan"), ("feast", "Eve")), least=2, **turn_or_feast)
    assert legend.numbers(both, "Cid")["feast"] == legend.numbers(one, "Cid")["feast"] == 9


def test_letters_are_counted_as_in_the_alphabet() -> None:
    letters = asked("B", "C", "Z", kind="word", words=tuple(ascii_uppercase))
    assert Legend((), NAMES).numbers(letters, "Cid") == {"B": 2, "C": 3, "Z": 26}


def test_the_light_tells_an_event_as_on_the_sheet_and_a_button_counts_its_place() -> None:
    legend = Legend(("villager", "seer"), NAMES, ("flood", "storm", "feast"))
    announce = asked("storm", "feast", kind="card")
    assert legend.numbers(announce, "Cid") == {"storm": 2, "feast": 3}
    assert legend.presses(announce, legend.numbers(announce, "Cid")) == {"storm": 1, "feast": 2}
    assert legend.told("crier", ("storm", "feast"), "Cid") == [2, 3]
    call = asked("feast", "1", "2", "Dan", legal=(("feast", "1", "Dan"), ("feast", "2", "Dan")), least=3, most=3)
    numbers = legend.numbers(call, "Cid")
    assert numbers == {"feast": 3, "1": 1, "2": 2, "Dan": 1}
    assert legend.presses(call, numbers) == {"feast": 1, "1": 1, "2": 2, "Dan": 1}


def test_a_player_who_moves_is_counted_to_at_the_new_place() -> None:
    moved = [*NAMES[:3], "Hal", *NAMES[3:7]]
    legend = Legend((), NAMES).around(moved)
    assert [legend.seat(other, "Cid") for other in ("Hal", "Dan", "Cid")] == [1, 2, 8]
    assert legend.around(moved) is legend
