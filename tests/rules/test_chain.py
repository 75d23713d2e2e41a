"""Deaths at once are one wave, grief is the next, then come last words one at a time, and then it is quiet (G-30)."""

from __future__ import annotations

import pytest

from narrator.rules.asking import close
from narrator.rules.chain import all_condemned, chain, condemned
from narrator.rules.facts import Announced, CardTurned, Eliminated, Linked, OfficeTaken
from tests.labs.tablelab import happened, table


def test_those_who_die_at_once_are_named_together_in_seat_order_each_with_all_that_befell_them() -> None:
    here = table({"Ann": "werewolf"})
    here.dying = [("Fay", "poison"), ("Bob", "devoured"), ("Fay", "devoured")]
    here.by_night = True
    chain(here)
    assert happened(here, Eliminated) == [Eliminated(("Bob", "Fay"), "dawn")]
    assert here.died_of == {"Bob": ("devoured",), "Fay": ("poison", "devoured")}


def test_by_day_whoever_brought_it_on_is_named_after_their_victim_wherever_they_sit() -> None:
    here = table({"Ann": "werewolf"})
    here.dying = [("Fay", "razor"), ("Bob", "recoil")]
    chain(here)
    assert happened(here, Eliminated) == [Eliminated(("Fay",), "razor"), Eliminated(("Bob",), "recoil")]


def test_who_dies_of_grief_dies_in_the_next_wave_and_for_another_reason() -> None:
    here = table({"Ann": "werewolf"})
    here.record(Linked(("Bob", "Gus")))
    here.dying = [("Gus", "vote"), ("Hal", "vote")]
    chain(here)
    assert happened(here, Eliminated, CardTurned) == [
        Eliminated(("Gus", "Hal"), "vote"), CardTurned("Gus", "villager"), CardTurned("Hal", "villager"),
        Eliminated(("Bob",), "grief"), CardTurned("Bob", "villager"),
    ]  # fmt: skip


def test_a_last_word_is_asked_for_once_and_opens_a_wave_of_its_own() -> None:
    here = table({"Ann": "werewolf", "Bob": "hunter", "Cid": "hunter"})
    here.dying = [("Cid", "vote")]
    chain(here)
    (prompt,) = here.prompts
    assert (prompt.id, prompt.seats) == ("hunter.shoot", ("Cid",))
    here.answers[prompt.id]["Cid"] = ("Bob",)
    close(here)
    here.run()
    assert [prompt.seats for prompt in here.prompts] == [("Bob",)]
    assert here.restless
    close(here)
    here.run()
    assert [fact.cue for fact in happened(here, Announced)] == ["hunter.spares"]
    assert (here.prompts, here.restless) == ([], False)


def test_who_has_gone_home_has_no_last_word() -> None:
    here = table({"Ann": "werewolf", "Bob": "hunter"})
    here.dying = [("Bob", "left")]
    chain(here)
    assert here.prompts == []


def test_an_office_passes_on_only_when_all_is_quiet() -> None:
    here = table({"Ann": "werewolf", "Bob": "hunter"})
    here.record(OfficeTaken("sheriff", "Bob"))
    here.dying = [("Bob", "vote")]
    asked = []
    chain(here)
    here.run()
    while here.prompts:
        asked += [prompt.id for prompt in here.prompts]
        close(here)
        here.run()
    assert asked == ["hunter.shoot", "sheriff.succeed"]


@pytest.mark.parametrize(
    ("seats", "dead"), [(["Bob"], []), (["Cid"], ["Cid"]), (["Bob", "Cid"], ["Cid"]), (["Cid", "Dan"], ["Cid", "Dan"])]
)
def test_a_verdict_spares_the_idiot_of_those_condemned_and_nobody_else(seats: list[str], dead: list[str]) -> None:
    here = table({"Ann": "werewolf", "Bob": "village-idiot"}, "new-moon")
    here.plan("night")
    if len(seats) > 1:
        all_condemned(here, seats)
    else:
        condemned(here, seats[0], "vote")
    here.run()
    assert here.living == tuple(seat for seat in here.seats if seat not in dead)
    assert here.phase == "night 1"
