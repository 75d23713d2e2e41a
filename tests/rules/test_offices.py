"""Who is in office names an heir, or a lot falls for whoever went home, or the office is vacant (G-30, MH-38)."""

from __future__ import annotations

from narrator.rules.asking import close
from narrator.rules.facts import LEFT, Died, LotDrawn, OfficeTaken
from narrator.rules.offices import given_anew, serves, succeed, successions
from narrator.rules.table import Table
from tests.labs.tablelab import happened, table

CRIER = {"events": "on", "town_crier": "on", "sheriff": "start"}


def in_office(roleset: str = "millers-hollow", options: dict[str, str] | None = None, **offices: str) -> Table:
    here = table({"Ann": "werewolf"}, roleset, options=options or {})
    for office, seat in offices.items():
        here.record(OfficeTaken(office, seat))
    return here


def test_the_one_who_is_named_takes_the_office() -> None:
    here = in_office(sheriff="Bob")
    here.record(Died("Bob", "vote", ("vote",)))
    succeed(here, "sheriff")
    (prompt,) = here.prompts
    assert (prompt.seats, "Bob" in prompt.choices) == (("Bob",), False)
    here.answers[prompt.id]["Bob"] = ("Dan",)
    close(here)
    here.run()
    assert here.office == {"sheriff": "Dan"}


def test_an_office_is_vacant_when_nobody_is_left_to_be_named() -> None:
    here = in_office(sheriff="Bob")
    for seat in here.seats:
        here.record(Died(seat, "vote", ("vote",)))
    succeed(here, "sheriff")
    assert (here.prompts, here.office) == ([], {"sheriff": None})


def test_for_a_sheriff_who_went_home_a_lot_names_the_heir_for_all_to_see() -> None:
    here = in_office(sheriff="Bob")
    here.lots = ["Fay"]
    here.record(Died("Bob", LEFT, (LEFT,)))
    succeed(here, "sheriff")
    assert (here.prompts, here.office) == ([], {"sheriff": "Fay"})
    assert happened(here, LotDrawn) == [LotDrawn("Fay")]


def test_an_office_passes_on_only_when_its_holder_is_gone() -> None:
    here = in_office(sheriff="Bob")
    assert successions(here, ["Cid"]) == []
    assert successions(here, ["Bob", "Cid"]) == [("succeed", "sheriff")]


def test_with_the_sheriff_the_crier_whom_the_sheriff_appoints_changes_too() -> None:
    """EV-04"""
    here = in_office("the-pact", CRIER, sheriff="Bob")
    (crier,) = here.rules.given_by
    assert successions(here, ["Bob"]) == [("succeed", "sheriff"), ("succeed", crier)]
    assert given_anew(here, [crier]) == [crier]
    assert given_anew(here, []) == []


def test_sheriff_crier_and_executioner_pass_on_in_this_order() -> None:
    """G-30."""
    here = in_office("the-pact", CRIER, sheriff="Bob", executioner="Bob", **{"town-crier": "Bob"})
    assert successions(here, ["Bob"]) == [("succeed", office) for office in ("sheriff", "town-crier", "executioner")]


def test_who_has_risen_to_the_office_that_gives_another_serves_in_it_no_more() -> None:
    here = in_office("the-pact", CRIER, sheriff="Bob")
    (crier,) = here.rules.given_by
    assert not serves(here, crier)
    here.record(OfficeTaken(crier, "Cid"))
    assert serves(here, crier)
    here.record(OfficeTaken("sheriff", "Cid"))
    assert not serves(here, crier)
