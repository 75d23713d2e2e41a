"""The facts of a game, cut into its phases, each with the truth at its end."""

from __future__ import annotations

from narrator.rules.chapters import chapters
from narrator.rules.facts import CardGiven, Dealt, Died, Fact, OfficeTaken, PhaseBegan, Turned, Used
from tests.labs.tablelab import SEATS, table


def told(*facts: Fact, roleset: str = "the-pact") -> list[Fact]:
    """The facts of a game in which Ann is a werewolf, Bob a fox and all others are villagers."""
    dealt = {"Ann": "werewolf", "Bob": "fox"}
    return [PhaseBegan("setup"), *[Dealt(seat, dealt.get(seat, "villager")) for seat in SEATS], *facts]


def cut(*facts: Fact) -> list[tuple[str, tuple[Fact, ...]]]:
    here = table({"Ann": "werewolf"}, "the-pact")
    return [(one.phase, one.facts) for one in chapters(here.rules, SEATS, here.options, facts)]


def test_each_chapter_has_the_facts_of_one_phase_and_the_last_goes_as_far_as_the_game_has_come() -> None:
    died = Died("Cid", "devoured", ("devoured",))
    facts = [*told(), PhaseBegan("night", 1), PhaseBegan("dawn", 1), died]
    assert cut(*facts) == [
        ("setup", tuple(told())),
        ("night 1", (PhaseBegan("night", 1),)),
        ("dawn 1", (PhaseBegan("dawn", 1), died)),
    ]


def test_a_chapter_says_what_was_true_at_its_end_and_nothing_of_what_came_later() -> None:
    here = table({"Ann": "werewolf"}, "the-pact")
    later = [Died("Hal", "vote", ("vote",)), CardGiven("Cid", "witch"), Turned("Dan"), OfficeTaken("sheriff", "Eve")]
    facts = told(PhaseBegan("night", 1), PhaseBegan("day", 1), *later)
    _, night, day = chapters(here.rules, SEATS, here.options, facts)
    assert (night.alive, day.alive) == (SEATS, SEATS[:-1])
    assert (night.cards["Cid"], day.cards["Cid"]) == ("villager", "witch")
    assert (night.wolves, day.wolves) == (("Ann",), ("Ann", "Dan"))
    assert (night.sides["Dan"], day.sides["Dan"]) == ("villagers", "werewolves")
    assert (night.offices, day.offices) == ({}, {"sheriff": "Eve"})


def test_a_power_that_was_lost_in_use_is_gone_and_one_with_uses_is_not() -> None:
    """PA-30: the fox has smelled no werewolf."""
    here = table({"Ann": "werewolf"}, "the-pact")
    facts = told(PhaseBegan("night", 1), CardGiven("Cid", "witch"), Used("Cid", "witch.heal"), Used("Bob", "fox.sniff"))
    *_, night = chapters(here.rules, SEATS, here.options, facts)
    assert night.powerless == ("Bob",)
