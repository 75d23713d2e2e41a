"""At dawn the night's attacks take effect together, unless something averts them; then comes the day."""

from __future__ import annotations

import pytest

from narrator.rules.days import dawn, day, debate, end_day, odd_warning, setup
from narrator.rules.facts import Announced, Attacked, DebateOpened, Eliminated, PhaseBegan, Shielded
from narrator.rules.table import Table
from tests.labs.tablelab import SEATS, happened, table


def night(*facts: Attacked | Shielded, roleset: str = "the-pact", **cards: str) -> Table:
    """A table at dawn after a night in which this happened."""
    here = table({"Ann": "werewolf", **cards}, roleset)
    for fact in (PhaseBegan("night", 1), *facts):
        here.record(fact)
    dawn(here)
    return here


def cues(here: Table) -> list[str]:
    return [fact.cue for fact in happened(here, Announced)]


def test_who_was_attacked_dies_at_dawn_and_all_hear_of_it() -> None:
    here = night(Attacked("Cid", "devoured"))
    assert happened(here, Eliminated) == [Eliminated(("Cid",), "dawn")]
    assert "Cid" not in here.living


@pytest.mark.parametrize(
    ("attack", "dies"),
    [
        (Attacked("Cid", "devoured"), False),
        (Attacked("Cid", "poison"), True),
        (Attacked("Dan", "devoured"), True),
        (Attacked("Cid", "devoured", certain=True), True),
    ],
)
def test_a_shield_averts_what_it_is_made_for_and_nothing_that_is_certain(attack: Attacked, dies: bool) -> None:
    here = night(Shielded("Cid", ("devoured",)), attack)
    assert (attack.seat not in here.living) is dies
    assert cues(here) == ([] if dies else ["dawn.nobody"])


def test_the_elder_survives_the_first_bite_and_not_the_second() -> None:
    here = night(Attacked("Cid", "devoured"), Cid="elder")
    assert "Cid" in here.living
    here.record(PhaseBegan("night", 2))
    here.record(Attacked("Cid", "devoured"))
    dawn(here)
    assert "Cid" not in here.living


def test_who_suffers_the_recoil_dies_with_the_victim_and_lives_where_the_victim_lives() -> None:
    attack = Attacked("Cid", "devoured", recoil="Dan")
    assert night(attack, roleset="coins").living == tuple(seat for seat in SEATS if seat not in ("Cid", "Dan"))
    assert night(attack, Shielded("Cid", ("devoured",)), roleset="coins").living == SEATS


def test_a_day_that_ends_before_its_time_goes_over_into_the_night() -> None:
    here = table({"Ann": "werewolf"})
    here.record(PhaseBegan("night", 1))
    day(here)
    assert here.agenda[0] == "night"
    assert len(here.agenda) > 2
    end_day(here)
    assert here.agenda == ["night", "judge"]


def test_the_village_debates_unless_an_event_has_it_decide_at_once() -> None:
    here = table({"Ann": "werewolf"}, "the-pact", options={"events": "on"})
    debate(here)
    assert len(happened(here, DebateOpened)) == 1
    here.in_force["ev-punishment"] = "nightfall"
    debate(here)
    assert len(happened(here, DebateOpened)) == 2
    here.in_force["ev-nightmare"] = "nightfall"
    debate(here)
    assert len(happened(here, DebateOpened)) == 2


def test_a_table_is_warned_of_an_odd_number_only() -> None:
    here = table({"Ann": "werewolf"})
    odd_warning(here)
    assert cues(here) == []
    here.seats = SEATS[:7]
    odd_warning(here)
    assert cues(here) == ["odd.warning"]


def test_the_setup_leads_into_the_first_night() -> None:
    here = table({"Ann": "werewolf"})
    setup(here)
    assert here.agenda[0] == "night"
