"""What comes of an answer: each effect happens to those who were chosen, as a fact for those who may know it."""

from __future__ import annotations

import pytest

from narrator.rules import effects
from narrator.rules.facts import Attacked, Linked, Marked, Shielded, Told
from tests.labs.tablelab import happened, table


@pytest.mark.parametrize(("what", "told"), [("card", ["werewolf", "witch"]), ("wolf", ["wolf", "not-wolf"])])
def test_the_asker_alone_is_told_of_each_chosen_seat(what: str, told: list[str]) -> None:
    here = table({"Ann": "werewolf", "Bob": "seer", "Cid": "witch"})
    effects.tell(here, "Bob", ("Ann", "Cid"), what)
    facts = happened(here, Told)
    assert [(fact.about, fact.what) for fact in facts] == list(zip(("Ann", "Cid"), told, strict=True))
    assert {fact.knowers for fact in facts} == {("Bob",)}


def test_an_attack_waits_for_the_dawn_and_nobody_knows_of_it() -> None:
    here = table({"Ann": "werewolf"})
    effects.attack(here, "Ann", ("Cid",), "devoured")
    assert here.attacks == [Attacked("Cid", "devoured")]
    assert ("Cid" in here.living, here.attacks[0].knowers) == (True, ())


def test_a_shield_keeps_from_each_of_the_causes_named() -> None:
    here = table({"Ann": "werewolf"})
    effects.shield(here, "Bob", ("Cid",), "devoured fright")
    assert here.shields == [Shielded("Cid", ("devoured", "fright"))]


def test_a_shield_from_everything_holds_against_what_is_certain() -> None:
    here = table({"Ann": "werewolf"}, roleset="coins")
    effects.shield(here, "Bob", ("Cid",), "everything")
    assert here.shields == [Shielded("Cid", ("devoured", "poison", "hunted", "shot"), unfailing=True)]


def test_who_is_killed_dies_in_the_chain_that_is_under_way() -> None:
    here = table({"Ann": "werewolf"})
    here.dying = [("Bob", "vote")]
    effects.kill(here, "Bob", ("Cid", "Dan"), "shot")
    assert here.dying == [("Bob", "vote"), ("Cid", "shot"), ("Dan", "shot")]


def test_two_who_are_linked_love_each_other() -> None:
    here = table({"Ann": "werewolf"})
    effects.link(here, "Eve", ("Gus", "Bob"), "lovers")
    assert happened(here, Linked) == [Linked(("Gus", "Bob"))]
    assert here.lover == {"Gus": ("Bob",), "Bob": ("Gus",)}


def test_a_mark_stays_and_says_who_laid_it() -> None:
    here = table({"Ann": "werewolf"})
    effects.mark(here, "Eve", ("Gus", "Bob"), "charmed")
    assert here.marks["charmed"] == ["Gus", "Bob"]
    assert [(fact.by, fact.knowers) for fact in happened(here, Marked)] == [("Eve", ())] * 2
