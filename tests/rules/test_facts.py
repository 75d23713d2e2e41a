"""Facts alone change a table, each in one way, and say who may know of them."""

from __future__ import annotations

import gc

import pytest

from narrator.rules import facts
from narrator.rules.base_facts import APPLIES
from narrator.rules.facts import Attacked, Fact, Knowers, PhaseBegan, Shielded
from narrator.rules.prompts import Prompt
from tests.labs.tablelab import table

ASKED = Prompt("seer.look", ("Bob",), ("Ann", "Cid"))


@pytest.mark.parametrize(
    ("fact", "knowers"),
    [
        (facts.Announced("dawn.nobody"), None),
        (facts.Dealt("Bob", "seer"), ("Bob",)),
        (facts.Told("Bob", "Ann", "wolf"), ("Bob",)),
        (facts.Asked(ASKED), ("Bob",)),
        (facts.Attacked("Cid", "devoured"), ()),
        (facts.Linked(("Ann", "Bob")), ()),
        (facts.Marked("Cid", "poster", "Bob", None), None),
        (facts.CentreLaid(("seer", "witch")), ()),
        (facts.Weighed("village.vote", ()), ()),
    ],
)
def test_a_fact_says_who_may_know_of_it(fact: Fact, knowers: Knowers) -> None:
    assert fact.knowers == knowers


def test_nobody_can_change_a_fact_and_the_garbage_collector_leaves_it_alone() -> None:
    fact = facts.Told("Bob", "pack", ("Ann", "Bob"))
    with pytest.raises(AttributeError):
        fact.seat = "Ann"  # type: ignore[misc]
    assert not gc.is_tracked(fact)


def test_what_changes_nothing_is_not_applied() -> None:
    assert APPLIES[facts.Announced] is None
    assert APPLIES[facts.Died] is not None


def test_what_holds_until_a_phase_is_over_when_that_phase_begins() -> None:
    here = table({"Ann": "werewolf"}, "the-pact", options={"events": "on"})
    here.in_force = {"until-night": "nightfall", "until-dawn": "dawn", "for-good": ""}
    here.away, here.fasting = {"Bob": "nightfall", "Cid": "dawn"}, ("Bob", "Cid")
    here.record(PhaseBegan("night", 1))
    assert ([*here.in_force], [*here.away], [*here.fasting]) == (["until-dawn", "for-good"], ["Cid"], ["Cid"])
    here.record(PhaseBegan("dawn", 1))
    assert ([*here.in_force], [*here.away], [*here.fasting]) == (["for-good"], [], [])


def test_last_nights_attacks_and_shields_are_gone_and_those_for_this_night_are_not() -> None:
    here = table({"Ann": "werewolf"})
    for fact in (
        PhaseBegan("night", 1), Attacked("Bob", "devoured"), Attacked("Cid", "poison", night=2),
        Attacked("Dan", "poison", night=2), Shielded("Eve", ("devoured",)),
        Shielded("Fay", ("devoured",), until="spent"),
        facts.Died("Dan", "devoured", ("devoured",)), PhaseBegan("night", 2),
    ):  # fmt: skip
        here.record(fact)
    assert [attack.seat for attack in here.attacks] == ["Cid"]
    assert [shield.seat for shield in here.shields] == ["Fay"]


def test_a_card_taken_from_the_centre_leaves_ones_own_there_and_is_called_this_night() -> None:
    here = table({"Ann": "werewolf", "Bob": "thief"}, centre=["seer", "villager"])
    here.record(PhaseBegan("night", 1))
    here.record(facts.CardTaken("Bob", "seer"))
    assert (here.card["Bob"], here.centre, here.fresh["Bob"]) == ("seer", ["thief", "villager"], 1)
    here.record(facts.CardGiven("Cid", "werewolf"))
    assert (here.wolves, here.fresh["Cid"]) == (("Ann", "Cid"), 2)


def test_who_is_served_keeps_the_side_held_so_far_with_another_card() -> None:
    here = table({"Ann": "werewolf", "Bob": "devoted-servant"}, "the-pact")
    here.record(facts.Served("Bob", "Ann", "devoted-servant"))
    assert (here.card["Ann"], here.side("Ann")) == ("devoted-servant", "werewolves")
    assert here.renewed == here.night + 1


def test_a_power_that_is_regained_may_be_used_once_more_and_never_more_often_than_at_first() -> None:
    here = table({"Ann": "werewolf", "Bob": "witch"})
    for fact in (facts.Used, facts.Regained, facts.Regained, facts.Used):
        here.record(fact("Bob", "witch.heal"))
    assert here.used == {("Bob", "witch.heal"): 1}
