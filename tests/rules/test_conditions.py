"""Questions about the table that YAML may ask, answered yes or no."""

from __future__ import annotations

import pytest

from narrator.rules.conditions import (
    ages_are_known,
    election_due,
    nobody_can_kill,
    not_only_werewolves_in_the_centre,
    somebody_is_eliminated,
)
from narrator.rules.facts import Died, Noted, OfficeTaken, PhaseBegan, Used
from tests.labs.tablelab import table


@pytest.mark.parametrize(
    ("option", "due"), [("start", "setup"), ("first-day", "day 1"), ("day 2", "day 2"), ("never", None)]
)
def test_an_election_is_due_at_the_moment_that_the_option_names(option: str, due: str | None) -> None:
    here = table({"Ann": "werewolf"}, options={"sheriff": option})
    found = ["setup"] if election_due(here) else []
    for phase in (PhaseBegan("night", 1), PhaseBegan("day", 1), PhaseBegan("night", 2), PhaseBegan("day", 2)):
        here.record(phase)
        found += [phase.phase] if election_due(here) else []
    assert found == ([due] if due else [])


def test_no_election_is_due_while_somebody_is_in_office_or_when_the_office_has_ended() -> None:
    here = table({"Ann": "werewolf"}, options={"sheriff": "start"})
    here.record(OfficeTaken("sheriff", "Bob"))
    assert not election_due(here)
    here.record(OfficeTaken("sheriff", None))
    assert election_due(here)
    here.record(OfficeTaken("sheriff", None, ended=True))
    assert not election_due(here)


def test_nobody_can_kill_when_three_days_were_quiet_and_the_last_poison_is_gone() -> None:
    """G-34: not a day sooner, and not while somebody could."""
    here = table({"Ann": "werewolf", "Bob": "witch"})
    here.record(PhaseBegan("night", 1))
    here.record(Died("Ann", "poison", ("poison",)))
    here.record(PhaseBegan("night", 4))
    assert not nobody_can_kill(here)
    here.record(PhaseBegan("day", 4))
    assert not nobody_can_kill(here)
    here.record(Used("Bob", "witch.poison"))
    assert nobody_can_kill(here)
    here.record(PhaseBegan("night", 4))
    assert not nobody_can_kill(here)


@pytest.mark.parametrize(
    ("centre", "answer"), [(["werewolf", "werewolf"], False), (["werewolf", "seer"], True), (["villager"] * 2, True)]
)
def test_a_thief_may_leave_the_centre_alone_unless_only_werewolves_lie_there(centre: list[str], answer: bool) -> None:
    here = table({"Ann": "werewolf", "Bob": "thief"}, centre=centre)
    assert not_only_werewolves_in_the_centre(here) is answer


def test_who_went_home_was_not_eliminated() -> None:
    here = table({"Ann": "werewolf"})
    here.record(Died("Bob", "left", ("left",)))
    assert not somebody_is_eliminated(here)
    here.record(Died("Cid", "vote", ("vote",)))
    assert somebody_is_eliminated(here)


def test_ages_are_known_when_every_living_player_has_said_theirs() -> None:
    here = table({"Ann": "werewolf"})
    for seat in here.seats[:-1]:
        here.record(Noted(seat, "born", 1980))
    assert not ages_are_known(here)
    here.record(Died("Hal", "vote", ("vote",)))
    assert ages_are_known(here)
