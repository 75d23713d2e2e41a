"""A view holds what its seat may know, as it is now, and forgets what is over."""

from __future__ import annotations

import pytest

from narrator.game.library import LIBRARY
from narrator.rules import facts
from narrator.rules.facts import Counted, Eliminated, Fact, PhaseBegan, WindowOpened
from narrator.rules.prompts import Prompt
from narrator.rules.variant_facts import StoodUp
from narrator.rules.views import Note, View, ghosts_see, let_see, watching
from narrator.rules.village_facts import VotedFirst, VotesVoided

SEATS = ("Ann", "Bob", "Cid", "Dan")
LOOK = Prompt("seer.look", ("Bob",), SEATS)
NIGHT = [PhaseBegan("night", 1), facts.Called("seer"), WindowOpened("seer.look"), facts.Asked(LOOK)]
LEARNED = facts.Told("Bob", "Ann", "wolf")


def seen(seat: str | None, *told: Fact) -> View:
    view = View(SEATS, seat)
    for fact in told:
        view.see(fact)
    return view


def test_all_see_that_somebody_is_called_and_only_that_seat_sees_what_it_is_asked() -> None:
    bob, cid, onlooker = (seen(seat, *NIGHT) for seat in ("Bob", "Cid", None))
    assert [view.window for view in (bob, cid, onlooker)] == ["seer.look"] * 3
    assert [view.prompt for view in (bob, cid, onlooker)] == [LOOK, None, None]


def test_nobody_knows_what_others_may_choose_where_that_differs() -> None:
    accuse = Prompt("village.vote", SEATS, SEATS, own={"Ann": ("Cid",), "Bob": ("Ann", "Dan")}, agree=True)
    ann = seen("Ann", facts.Asked(accuse)).prompt
    assert ann is not None
    assert (ann.choices, ann.own) == (("Cid",), None)
    assert (ann.choices_of("Ann"), ann.agree) == (accuse.choices_of("Ann"), True)


def test_a_note_stays_with_its_phase_and_is_fresh_until_the_next_call() -> None:
    bob = seen("Bob", *NIGHT, LEARNED)
    assert bob.notes == bob.fresh == [Note("night 1", "Ann", "wolf")]
    bob.see(facts.Called("witch"))
    assert (bob.notes, bob.fresh) == ([Note("night 1", "Ann", "wolf")], [])
    assert seen("Cid", *NIGHT, LEARNED).notes == []


def test_a_count_is_seen_with_whoever_it_chose_until_the_day_is_over() -> None:
    counted = Counted("village.vote", (("Ann", "Dan"),), (("Dan", 1),))
    view = seen(None, PhaseBegan("day", 1), counted, Eliminated(("Dan",), "vote"))
    assert (view.counted, view.chosen, view.counting) == (counted, ("Dan",), True)
    assert view.living == ["Ann", "Bob", "Cid"]
    view.see(PhaseBegan("night", 2))
    assert view.counting is False
    view.see(PhaseBegan("day", 2))
    assert (view.counted, view.chosen) == (None, ())


def test_the_votes_of_an_election_go_when_the_debate_begins_and_those_of_a_hanging_stay() -> None:
    counted = Counted("sheriff.elect", (("Ann", "Dan"),), (("Dan", 1),))
    elected = seen(None, PhaseBegan("day", 1), counted, facts.OfficeTaken("sheriff", "Dan"), facts.DebateOpened())
    assert (elected.counted, elected.chosen) == (None, ())
    hanged = seen(None, PhaseBegan("day", 1), counted, Eliminated(("Dan",), "vote"), facts.DebateOpened())
    assert (hanged.counted, hanged.chosen) == (counted, ("Dan",))


def test_the_votes_of_an_election_go_when_all_stand_up_to_be_cleared() -> None:
    counted = Counted("sheriff.elect", (("Ann", "Dan"),), (("Dan", 1),))
    assert seen(None, PhaseBegan("day", 1), counted, StoodUp(SEATS)).counted is None


def test_in_an_open_ballot_all_see_who_points_and_who_points_no_more() -> None:
    view = seen("Cid", WindowOpened("village.vote", SEATS), facts.Pointed("Ann", "Dan"), facts.Pointed("Bob", "Dan"))
    view.see(facts.Pointed("Ann", None))
    assert view.pointing == {"Bob": "Dan"}


def test_a_vote_given_before_all_others_is_seen_until_the_votes_are_counted_or_it_is_void() -> None:
    first, others = WindowOpened("barkeep.vote", ("Ann",)), WindowOpened("village.vote", SEATS)
    view = seen("Cid", first, VotedFirst("Ann", "Dan"), others)
    assert view.pointing == {"Ann": "Dan"}
    view.see(Counted("village.vote", (("Ann", "Dan"),), (("Dan", 1),)))
    assert view.pointing == {}
    assert seen("Cid", first, VotedFirst("Ann", "Dan"), VotesVoided(("Ann",)), others).pointing == {}


def test_a_vote_that_was_lost_for_a_day_is_back_after_it() -> None:
    view = seen(None, facts.VotesLost(("Ann",), day=1), facts.VotesLost(("Bob",)))
    assert [seat for seat in SEATS if view.voteless(seat)] == ["Ann", "Bob"]
    view.see(PhaseBegan("night", 2))
    assert [seat for seat in SEATS if view.voteless(seat)] == ["Bob"]


@pytest.mark.parametrize(("option", "knows"), [("on", True), ("off", False)])
def test_who_has_died_sees_every_secret_only_where_the_dead_may(option: str, knows: bool) -> None:
    rules, options = LIBRARY.roleset("millers-hollow", {"ghosts_see": option})
    views = {seat: View(SEATS, seat) for seat in (None, *SEATS)}
    before, after = (facts.Noted("Cid", key, "Ann", ("Cid",)) for key in ("model", "master"))
    let_see(views, [before, Eliminated(("Dan",), "dawn"), after, facts.Told("Dan", "lover", "Ann")], 0, rules, options)
    assert [len(views[seat].noted) for seat in SEATS] == [0, 0, 2, 2 * knows]
    assert len(views["Dan"].notes) == 1


def test_who_watches_everything_is_not_asked_what_others_are() -> None:
    ghost = watching(SEATS, "Dan", NIGHT)
    assert (ghost.window, ghost.prompt) == ("seer.look", None)


@pytest.mark.parametrize(("events", "see"), [("off", True), ("on", False)])
def test_the_dead_watch_unless_spirits_may_still_be_asked(events: str, see: bool) -> None:
    """G-22"""
    rules, options = LIBRARY.roleset("the-pact", {"ghosts_see": "without-spirits", "events": events})
    assert ghosts_see(rules, options) is see
