"""Whom or what a prompt lets choose: a pool answers in seat order, for the seat that chooses."""

from __future__ import annotations

import pytest

from narrator.rules import pools
from narrator.rules.facts import Attacked, Died, Linked, Noted, Turned, VotesLost
from narrator.rules.registry import pool
from narrator.rules.table import Table
from tests.labs.tablelab import SEATS, table


@pytest.fixture
def here() -> Table:
    """A table at which Gus and Bob are dead, and Eve was bitten into the pack."""
    here = table({"Ann": "werewolf", "Hal": "werewolf"})
    for seat in ("Gus", "Bob"):
        here.record(Died(seat, "vote", ("vote",)))
    here.record(Turned("Eve"))
    return here


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("living", ["Ann", "Cid", "Dan", "Eve", "Fay", "Hal"]),
        ("other-living", ["Ann", "Dan", "Eve", "Fay", "Hal"]),
        ("dead", ["Bob", "Gus"]),
        ("prey", ["Cid", "Dan", "Fay"]),
        ("pack", ["Ann", "Eve", "Hal"]),
    ],
)
def test_a_pool_has_its_seats_in_seat_order(here: Table, name: str, seats: list[str]) -> None:
    assert list(pool[name](here, "Cid")) == seats


def test_nobody_may_choose_whom_they_love_unless_unfaithful(here: Table) -> None:
    """MH-35"""
    here.record(Linked(("Cid", "Dan")))
    assert "Dan" not in pools.living_but_own_lover(here, "Cid")
    assert "Dan" in pools.living_but_own_lover(here, "Eve")
    here.record(Noted("Cid", pools.UNFAITHFUL, True))
    assert "Dan" in pools.living_but_own_lover(here, "Cid")


def test_bitten_are_those_whom_the_pack_attacked_and_nobody_else() -> None:
    here = table({"Ann": "werewolf"})
    attacks = [
        Attacked("Hal", "poison"), Attacked("Dan", "devoured", by_pack=True), Attacked("Bob", "fright"),
        Attacked("Eve", "devoured", certain=True),
    ]  # fmt: skip
    for attack in attacks:
        here.record(attack)
    assert pools.bitten(here, "Ann") == ["Bob", "Dan"]


def test_the_centre_has_each_kind_of_card_once_and_hides_as_many_cards_of_the_deck() -> None:
    here = table({"Ann": "werewolf", "Bob": "thief"}, centre=["seer", "seer"])
    assert pools.centre(here, "Bob") == ["seer"]
    assert len(pools.as_many_as_in_the_centre(here, "Bob")) == 2
    assert {*pools.known_cards(here, "Bob")} == {"villager", "werewolf", "thief", "seer"}


def test_who_has_lost_the_vote_for_good_can_hold_no_office(here: Table) -> None:
    here.record(VotesLost(("Cid",)))
    here.record(VotesLost(("Dan",), day=1))
    assert pools.eligible(here, "Ann") == ["Ann", "Dan", "Eve", "Fay", "Hal"]


def test_the_parts_of_whole_answers_are_chosen_one_by_one() -> None:
    def pairs(table: Table, asker: str) -> list[tuple[str, ...]]:
        return [("Bob", "Cid"), ("Cid", "Dan"), ("Ann",)]

    assert pools.parts(pairs)(table({"Ann": "werewolf"}), SEATS[0]) == ["Bob", "Cid", "Dan", "Ann"]
