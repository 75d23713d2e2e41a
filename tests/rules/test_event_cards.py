"""The deck of events: how it is laid, and which card a morning brings (EV-01 to EV-05)."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.rules.event_cards import CRIER, by_age, event_card, of_lodge, permanent_events
from narrator.rules.events.nightmare import ACCUSE, accused
from narrator.rules.facts import Announced, Died, Noted, PhaseBegan
from narrator.rules.prompts import PASS
from narrator.rules.table import IllegalTable, Table
from narrator.rules.village_facts import EventDrawn
from tests.labs.tablelab import SEATS, happened, table

PERMANENT = ("ev-burial", "ev-double-agent")
BORN = {seat: 1990 - 3 * at for at, seat in enumerate(SEATS)}


def deck(cards: dict[str, str] | None = None, options: dict[str, Any] | None = None, **given: Any) -> Table:
    options = {"events": "on"} | (options or {})
    return table({"Ann": "werewolf"} | (cards or {}), "the-pact", options=options, **given)


def morning(here: Table, night: int) -> list[str]:
    """The cards that were drawn or skipped in this morning."""
    before = len(here.log)
    here.record(PhaseBegan("night", night))
    here.record(PhaseBegan("dawn", night))
    event_card(here)
    return [fact.card for fact in here.log[before:] if isinstance(fact, EventDrawn)]


def test_the_cards_that_are_named_lie_in_their_order_and_no_others() -> None:
    events = ["ev-burial", "ev-enthusiasm", "ev-bleak-monday"]
    assert deck(events=events, options={"events": "stacked"}).event_deck == tuple(events)


def test_a_shuffled_deck_has_every_card_once_but_those_left_out_kept_or_in_force_from_the_start() -> None:
    options = {"permanent_events": "ev-burial"}
    here = deck({"Bob": "gypsy"}, options, left_out=["ev-enthusiasm"])
    kept = here.noted["gypsy", "cards"]
    assert kept
    assert len(set(here.event_deck)) == len(here.event_deck)
    assert {*here.event_deck} == {*here.rules.events} - {"ev-burial", "ev-enthusiasm", *kept}


@pytest.mark.parametrize(("option", "number"), [("on", 5), ("cards 3", 3), ("off", 0)])
def test_the_crier_has_cards_that_nobody_else_can_draw(option: str, number: int) -> None:
    here = deck(options={"town_crier": option, "sheriff": "start"})
    cards = here.noted.get((CRIER, "cards"), ())
    assert len(cards) == number
    assert not {*cards} & {*here.event_deck}
    assert [fact.knowers for fact in happened(here, Noted) if fact.owner == CRIER] == [()] * bool(number)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"events": ["ev-nonsense"]}, "unknown-event"),
        ({"events": ["ev-burial", "ev-burial"]}, "same-event"),
        ({"events": ["ev-spiritualism-1"], "cards": {"Bob": "gypsy"}}, "kept-event"),
        ({"crier": ["ev-burial"]}, "no-crier"),
        ({"events": ["ev-burial"], "options": {"events": "off"}}, "no-events"),
    ],
)
def test_a_deck_that_cannot_be_laid_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(IllegalTable) as refusal:
        deck(**given)
    assert refusal.value.code == code


def test_a_card_that_cannot_be_played_this_morning_is_skipped_for_all_to_hear() -> None:
    here = deck(events=["ev-influences", "ev-enthusiasm"], options={"events": "stacked"})
    assert morning(here, 1) == []
    assert morning(here, 2) == ["ev-influences", "ev-enthusiasm"]
    cues = [fact.cue for fact in happened(here, Announced)]
    assert cues == ["event.skipped", "event.card"]


@pytest.mark.parametrize(("option", "nights"), [("on", [2, 3, 4, 5]), ("every-2", [2, 4]), ("every-3", [3])])
def test_cards_come_as_often_as_the_option_says(option: str, nights: list[int]) -> None:
    here = deck(options={"events": option})
    assert [night for night in range(1, 6) if morning(here, night)] == nights


def test_a_permanent_card_holds_from_the_start_or_waits_until_it_can_be_played() -> None:
    here = deck(options={"permanent_events": " ".join(PERMANENT)})
    permanent_events(here)
    assert "ev-burial" in here.in_force
    assert "ev-double-agent" not in here.in_force
    here.record(Died("Bob", "vote", ("vote",)))
    assert morning(here, 1) == []
    here.run()
    assert "ev-double-agent" in here.in_force


def test_players_are_known_by_age_and_lodge_as_far_as_they_live() -> None:
    lodge = {seat: "sun" if seat < "D" else "moon" for seat in SEATS}
    here = deck(born=BORN, lodge=lodge)
    here.record(Died("Hal", "vote", ("vote",)))
    assert by_age(here) == ["Gus", "Fay", "Eve", "Dan", "Cid", "Bob", "Ann"]
    assert of_lodge(here, "sun") == ("Ann", "Bob", "Cid")


def test_a_nightmare_in_which_nobody_accuses_anybody_costs_no_life() -> None:
    here = deck()
    here.answers[ACCUSE] = {"Ann": PASS}
    accused(here)
    assert [fact.cue for fact in happened(here, Announced)] == ["vote.nobody"]
    assert len(here.living) == len(SEATS)
