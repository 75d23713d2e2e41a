"""Who is bitten may become a werewolf instead of dying: at once by a power, or at dawn by the card."""

from __future__ import annotations

from narrator.rules.facts import Attacked, Told
from narrator.rules.table import Table
from narrator.rules.tellings import UNAWARE
from narrator.rules.turning import turned_at_dawn, turned_at_once
from tests.labs.houselab import HOUSE_LIBRARY
from tests.labs.tablelab import happened, table

BITE = Attacked("Cid", "devoured")


def bitten(**cards: str) -> Table:
    here = table({"Ann": "werewolf", "Bob": "cursed-wolf-father", **cards}, "house", library=HOUSE_LIBRARY)
    here.record(BITE)
    return here


def test_who_is_turned_at_once_is_told_and_nothing_else_comes_of_the_bite() -> None:
    here = bitten()
    turned_at_once(here, BITE, "infected")
    assert "Cid" in here.wolves
    assert here.attacks == []
    assert happened(here, Told) == [Told("Cid", "infected", "yes")]


def test_a_werewolf_who_is_bitten_is_not_told_of_anything_and_lives() -> None:
    here = bitten(Cid="white-werewolf")
    turned_at_once(here, BITE, "infected")
    assert (here.attacks, happened(here, Told)) == ([], [])


def test_a_card_that_turns_its_holder_does_so_for_the_cause_that_it_names_alone() -> None:
    here = bitten(Cid="cursed")
    assert not turned_at_dawn(here, Attacked("Cid", "poison"))
    assert "Cid" not in here.wolves
    assert turned_at_dawn(here, BITE)
    assert ("Cid" in here.wolves, here.noted["Cid", UNAWARE]) == (True, True)
    assert happened(here, Told) == []


def test_any_other_card_dies_of_a_bite() -> None:
    here = bitten(Cid="seer")
    assert not turned_at_dawn(here, BITE)
    assert "Cid" not in here.wolves
