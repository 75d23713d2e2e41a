"""The table holds what facts have left: who lives, who has which powers, and what is to happen next."""

from __future__ import annotations

import pytest

from narrator.rules.facts import CardGiven, Died, Linked, PowersLost, Turned, Used, VotesLost
from narrator.rules.table import IllegalTable, Table
from narrator.rules.variant_facts import SecondDealt
from tests.labs.tablelab import SEATS, table


def die(here: Table, *seats: str) -> None:
    for seat in seats:
        here.record(Died(seat, "vote", ("vote",)))


def test_planned_steps_are_taken_in_order_before_everything_else() -> None:
    here = table({"Ann": "werewolf"})
    here.agenda = ["night"]
    here.plan("judge", ("calls", (0, 0)))
    assert here.agenda == ["night", ("calls", (0, 0)), "judge"]


def test_lots_that_were_laid_down_fall_in_their_order_and_one_that_cannot_fall_is_refused() -> None:
    here = table({"Ann": "werewolf"}, lots=["Dan", "Bob", "Zoe"])
    assert [here.draw(SEATS), here.draw(SEATS)] == ["Dan", "Bob"]
    with pytest.raises(IllegalTable) as refusal:
        here.draw(SEATS)
    assert refusal.value.code == "wrong-lot"
    assert here.fallen_lots == ["Dan", "Bob"]


def test_neighbours_are_the_nearest_who_live_all_round_the_table() -> None:
    here = table({"Ann": "werewolf"})
    die(here, "Bob", "Hal")
    assert here.neighbours("Ann") == ("Gus", "Cid")
    assert here.left_of("Gus")[:3] == ("Hal", "Ann", "Bob")
    die(here, "Cid", "Dan", "Eve", "Fay")
    assert here.neighbours("Ann") == ("Gus",)


def test_a_seat_has_the_powers_of_its_card_and_of_its_part_until_it_loses_them() -> None:
    here = table({"Ann": "werewolf", "Bob": "seer"}, "the-pact")
    here.record(SecondDealt("Bob", "witch", "secret"))
    assert here.powers("Bob") == ("seer", "witch")
    assert (here.holders("seer"), here.holders("witch")) == (["Bob"], ["Bob"])
    here.record(PowersLost(("Bob",)))
    assert (here.powers("Bob"), here.holders("seer")) == ((), ())


def test_a_new_card_has_powers_that_nobody_has_used() -> None:
    here = table({"Ann": "werewolf", "Bob": "witch"})
    here.record(Used("Bob", "witch.heal"))
    here.record(CardGiven("Bob", "witch"))
    assert here.with_uses(here.rules.prompts["witch.heal"], ["Bob"]) == ["Bob"]


def test_swapped_powers_keep_what_was_used_of_them_and_come_back_when_swapped_again() -> None:
    """EV-48"""
    here = table({"Ann": "werewolf", "Bob": "witch", "Cid": "seer"}, "the-pact")
    here.record(Used("Bob", "witch.heal"))
    one, other = ("Bob", "witch"), ("Cid", "seer")
    here.swap(one, other)
    assert (here.holders("witch"), here.holders("seer")) == (["Cid"], ["Bob"])
    assert here.used == {("Cid", "witch.heal"): 1}
    here.swap(one, other)
    assert (here.holders("witch"), here.used) == (["Bob"], {("Bob", "witch.heal"): 1})


def test_who_dies_keeps_the_side_held_then_whatever_befalls_the_beloved() -> None:
    """G-33"""
    here = table({"Ann": "werewolf"})
    here.record(Linked(("Ann", "Bob")))
    assert [here.side(seat) for seat in ("Ann", "Bob")] == ["lovers", "lovers"]
    assert here.side("Ann", apart=True) == "werewolves"
    die(here, "Ann")
    here.record(Turned("Bob"))
    assert (here.side("Ann"), here.side("Bob")) == ("lovers", "werewolves")


def test_to_look_at_the_table_without_a_seat_leaves_it_as_it_was() -> None:
    here = table({"Ann": "werewolf", "Bob": "seer"})
    before = here.living, here.wolves, here.prey
    assert here.without("Ann", lambda table: " ".join(table.living)) == "Bob Cid Dan Eve Fay Gus Hal"
    assert (here.living, here.wolves, here.prey) == before
    assert here.holders("werewolf") == ["Ann"]


def test_who_lost_the_vote_for_a_day_votes_on_the_next() -> None:
    here = table({"Ann": "werewolf"})
    here.night = 1
    here.record(VotesLost(("Bob",)))
    here.record(VotesLost(("Cid",), day=1))
    assert here.voters() == [seat for seat in SEATS if seat not in ("Bob", "Cid")]
    here.night = 2
    assert here.voters() == [seat for seat in SEATS if seat != "Bob"]


def test_who_moves_sits_where_another_has_died_and_seat_order_follows() -> None:
    here = table({"Ann": "werewolf", "Bob": "werewolf"})
    die(here, "Gus")
    here.move("Bob", "Gus")
    assert here.seats == ("Ann", "Cid", "Dan", "Eve", "Fay", "Gus", "Bob", "Hal")
    assert (here.wolves, here.living[-2:]) == (("Ann", "Bob"), ("Bob", "Hal"))


def test_a_house_lets_its_power_be_used_once_and_again_by_whoever_lives_there_next() -> None:
    here = table({"Ann": "werewolf"}, "the-pact", options={"buildings": "on"}, buildings={"Bob": "baker"})
    assert here.occupants("baker") == ["Bob"]
    here.spend("Bob")
    assert list(here.occupants("baker")) == []
    here.settle("Cid", "baker")
    assert here.occupants("baker") == ["Cid"]


def test_who_lives_again_is_nobodys_lover_and_unmarked() -> None:
    here = table({"Ann": "werewolf"})
    here.record(Linked(("Bob", "Cid")))
    here.marks["charmed"] = ["Bob", "Dan"]
    die(here, "Bob", "Cid")
    here.revive("Bob", "villager")
    assert here.living == tuple(seat for seat in SEATS if seat != "Cid")
    assert (here.lover, here.marks["charmed"]) == ({"Cid": ("Bob",)}, ["Dan"])
