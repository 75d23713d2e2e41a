"""A debate that dies down is rekindled at half time and before its end; then votes are counted aloud."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from narrator.game.library import Library
from narrator.rules import facts
from narrator.rules.village_facts import RuleBegan, WentAway
from narrator.telling.pace import DEBATE, LAST_HALF_MINUTE, PACES, READ, SHORT_DEBATE, Tempo
from narrator.telling.timeline import Beat, Timeline, leads, left_at

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
VOTED = facts.Counted("village.vote", (("Bob", "Ann"), ("Cid", "Ann")), (("Ann", 2),))
HANGED = facts.Eliminated(("Ann",), "vote")


def debate(
    *before: facts.Fact,
    seats: Sequence[str] = NAMES,
    pace: str = "normal",
    roleset: str = "millers-hollow",
    bots: Sequence[str] = (),
) -> list[Beat]:
    rules, _ = Library().roleset(roleset, {"events": "on"} if roleset == "the-pact" else {})
    told = [facts.PhaseBegan("day", 1), *before, facts.DebateOpened()]
    return Timeline(rules, seats, Tempo(pace, bots=frozenset(bots))).beats(told, len(told) - 1)


def cues(beats: Sequence[Beat]) -> list[tuple[str, ...]]:
    found = [beat.cue for beat in beats if beat.cue is not None]
    return [(cue.id, *cue.seats, *dict(cue.words).values()) for cue in found]


def test_a_question_at_half_time_and_the_dead_before_the_last_half_minute() -> None:
    beats = debate(facts.Eliminated(("Bob", "Cid"), "dawn"))
    assert cues(beats) == [("debate.opens",), ("debate.question",), ("debate.dead", "2"), ("debate.half-minute",)]
    whole = DEBATE + 6 * PACES["normal"].debate
    assert beats[0].seconds == pytest.approx(whole / 2)
    assert beats[-1].seconds == LAST_HALF_MINUTE
    assert sum(beat.seconds for beat in beats) == pytest.approx(whole)
    assert {beat.screen for beat in beats} == {"debate"}


def test_the_last_vote_is_remembered() -> None:
    assert cues(debate(VOTED, HANGED))[2:4] == [("debate.dead", "1"), ("debate.last-vote", "Ann")]


def test_who_went_home_is_not_among_the_dead() -> None:
    gone = facts.Eliminated(("Cid",), "left")
    assert cues(debate(gone, VOTED, HANGED))[2] == ("debate.dead", "1")


def test_where_all_live_and_nobody_was_chosen_nothing_is_said_of_it() -> None:
    assert cues(debate()) == [("debate.opens",), ("debate.question",), ("debate.half-minute",)]


def test_the_classic_recalls_nothing_that_players_may_recall_wrongly() -> None:
    """WW-24"""
    rules, _ = Library().roleset("classic", {})
    vote = facts.WindowOpened("village.vote", tuple(NAMES))
    told = [facts.PhaseBegan("day", 1), VOTED, HANGED, facts.DebateOpened(), vote]
    said = cues(Timeline(rules, NAMES, Tempo("normal")).beats(told, len(told) - 1))
    assert said == [("village.vote",), ("debate.question",), ("debate.half-minute",)]


def test_a_short_debate_needs_no_kindling() -> None:
    few = [("debate.opens",), ("debate.half-minute",)]
    beats = debate(VOTED, HANGED, seats=NAMES[:4], pace="brisk")
    assert sum(beat.seconds for beat in beats) < SHORT_DEBATE
    assert cues(beats) == few


def test_where_good_manners_hold_the_box_gives_the_floor_to_all_who_are_here() -> None:
    """EV-34"""
    manners, away = RuleBegan("ev-good-manners", "nightfall"), WentAway(("Cid",), "nightfall")
    beats = debate(facts.Eliminated(("Bob",), "dawn"), manners, away, roleset="the-pact")
    turns = [("debate.turn", seat) for seat in ("Ann", "Dan", "Eve", "Fay", "Gus", "Hal")]
    assert cues(beats) == [("debate.opens",), *turns, ("debate.turns-over",)]
    assert {beat.seconds for beat in beats[1:-1]} == {(DEBATE + 7 * PACES["normal"].debate - LAST_HALF_MINUTE) / 6}
    assert sum(beat.seconds for beat in beats) == pytest.approx(DEBATE + 7 * PACES["normal"].debate)
    assert {beat.screen for beat in beats} == {"debate"}


def test_bots_are_never_given_the_floor() -> None:
    """EV-34"""
    manners = RuleBegan("ev-good-manners", "nightfall")
    beats = debate(manners, roleset="the-pact", bots=NAMES[:6])
    turns = [("debate.turn", seat) for seat in NAMES[6:]]
    assert cues(beats) == [("debate.opens",), *turns, ("debate.turns-over",)]


def test_whoever_reads_an_event_card_aloud_has_time_and_for_a_bot_the_box_reads_it() -> None:
    rules, _ = Library().roleset("the-pact", {"events": "on"})
    told = [facts.PhaseBegan("dawn", 2), facts.Announced("event.read", ("ev-flood", "Bob"))]
    tempos = Tempo("normal"), Tempo("normal", bots=frozenset(["Bob"]))
    by_person, by_bot = (Timeline(rules, NAMES, tempo).beats(told, 1) for tempo in tempos)
    assert [(cue, by_person[-1].seconds) for cue in cues(by_person)] == [(("event.read", "Bob", "ev-flood"), READ)]
    assert cues(by_bot) == [("event.card", "ev-flood")]
    assert by_bot[-1].seconds < READ


@pytest.mark.parametrize(("day", "accusations", "talks"), [(1, "two", True), (0, "two", False), (1, "off", False)])
def test_the_classic_talks_before_the_vote_only_where_accusations_follow(
    day: int, accusations: str, talks: bool
) -> None:
    rules, _ = Library().roleset("classic", {"accusations": accusations, "first_day_lynch": "on"})
    told = [facts.PhaseBegan("day", day), facts.DebateOpened()]
    beats = Timeline(rules, NAMES, Tempo("normal")).beats(told, 1)
    assert (sum(beat.seconds for beat in beats) > LAST_HALF_MINUTE) == talks


def test_where_all_are_away_nobody_has_the_floor() -> None:
    """EV-34"""
    beats = debate(RuleBegan("ev-good-manners", "nightfall"), WentAway(tuple(NAMES), "dawn"), roleset="the-pact")
    assert cues(beats) == cues(debate())


@pytest.mark.parametrize(
    ("votes", "said"),
    [
        ((3, 2, 1), ["Ann", "Bob", "Cid"]),
        ((3, 2, 1, 1), ["Ann", "Bob"]),
        ((2, 1, 1, 1), ["Ann"]),
        ((1, 1, 1, 1), []),
    ],
)
def test_of_those_with_as_many_votes_all_are_said_or_none(votes: Sequence[int], said: list[str]) -> None:
    rules, _ = Library().roleset("millers-hollow", {})
    tally = tuple(zip(NAMES, votes, strict=False))
    told = [facts.PhaseBegan("day", 1), facts.Counted("village.vote", (), tally)]
    beats = Timeline(rules, NAMES, Tempo("normal")).beats(told, 1)
    assert [dict(beat.cue.words)["name"] for beat in beats if beat.cue and beat.cue.id == "ballot.named"] == said


def test_a_question_may_be_answered_while_it_is_being_said() -> None:
    asked, told = Beat(0, 30.0, screen="ask"), Beat(0, 30.0)
    assert told.lasts(4.0) == 34.0
    assert asked.lasts(4.0) < 34.0
    assert asked.lasts(1000.0) > 1000.0, "but nobody has to hurry after a long one"


def test_the_bed_is_as_late_as_the_dead_are_many_and_never_later() -> None:
    rules, _ = Library().roleset("millers-hollow", {})
    timeline = Timeline(rules, NAMES, Tempo("normal"))
    assert timeline.bed("setup").name is None
    late = [timeline.bed("night 2", [facts.Eliminated(tuple(NAMES[:dead]), "dawn")]).late for dead in (0, 4, 8)]
    assert late == [0.0, 0.75, 1.0]
    assert timeline.bed("night 2").turn == "2"


def test_a_game_goes_on_where_it_was_left() -> None:
    told = [
        facts.PhaseBegan("night", 1),
        facts.Called("seer"),
        facts.WindowOpened("seer.look", ()),
        facts.Slept("seer"),
    ]
    assert left_at([], told) == (0, 0)
    assert left_at([("answer", "seer.look"), ("heard", 3, 3), ("answer",)], told) == (3, 3)
    assert left_at([("heard", 99, 3)], told) == (4, 3), "not after what the game has come to"
    assert left_at([("heard", 3, 3), ("undo", 2)], told) == (1, 2), "after a step back, at the call"


def test_of_a_tie_nobody_leads() -> None:
    assert leads([("Ann", 3), ("Bob", 2)])
    assert leads([("Ann", 1)])
    assert not leads([("Ann", 2), ("Bob", 2), ("Cid", 1)])
    assert not leads([])
