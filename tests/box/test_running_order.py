"""What is told and asked keeps its order: after news that could not wait, the rest goes on with the time that was left.

debate ··· | news | ··· debate · vote          vote ·· | news | ·· vote
"""

from __future__ import annotations

import pytest

from narrator.box.running_order import (
    before_window,
    broken_off,
    has_news,
    last_debate,
    moments,
    of_a_window,
    reopened,
    shortened,
    step_back,
)
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.rules import facts
from narrator.telling.pace import BALLOT_AGAIN, Tempo
from narrator.telling.script import Cue
from narrator.telling.sounding import Sound
from narrator.telling.timeline import Beat, Timeline
from tests.labs.boxlab import CARDS, NAMES

DEBATE = Beat(5, 100.0, Cue("debate.opens"), "debate")
HALF_TIME = Beat(5, 80.0, Cue("debate.question"), "debate")
DRUM = Beat(5, 1.0, sound=Sound("drum"))
CALLED = Beat(6, 2.0, Cue("village.vote"))
VOTE = Beat(6, 40.0, None, "ask", "village.vote")
REMINDED = Beat(6, 20.0, Cue("vote.reminder"), "ask", "village.vote")
COUNTED = Beat(7, 3.0, Cue("ballot.counted"))

DAWN = facts.PhaseBegan("day", 1)
DEAD = facts.Eliminated(("Ann",), "dawn")
TALK = facts.DebateOpened()
ASKED = facts.WindowOpened("village.vote", ("Bob", "Cid"))
NO_VOTE = facts.Announced("vote.none")
LEFT_OPEN = facts.DayLeftOpen()
NEWS = facts.Eliminated(("Bob",), "vote")


def test_a_debate_that_is_broken_off_goes_on_with_the_seconds_that_were_left() -> None:
    held = broken_off(DEBATE, [HALF_TIME, CALLED, DRUM, VOTE, COUNTED], 30.0, 0.0, "day 1")
    assert held.window == "village.vote"
    rest = held.resumed([DRUM, VOTE], NAMES)
    assert rest[0] == DEBATE._replace(cue=None, seconds=30.0)
    assert rest[1:] == [HALF_TIME, CALLED, DRUM, VOTE], "and then the vote has all of its time"


def test_a_vote_that_is_broken_off_is_put_again_for_the_time_that_was_left() -> None:
    held = broken_off(VOTE, [REMINDED, COUNTED], 10.0, 0.0, "day 1")
    again = held.resumed([DRUM, VOTE, REMINDED], NAMES)
    assert sum(beat.seconds for beat in again if beat.screen == "ask") == pytest.approx(30.0)
    assert again[0] == DRUM, "what sounds before it lasts as long as ever"


def test_seconds_that_a_vote_was_cut_short_by_are_given_back() -> None:
    assert broken_off(VOTE, [COUNTED], 3.0, 25.0, "day 1").left == 28.0


def test_a_vote_that_was_nearly_over_is_put_again_long_enough_to_think() -> None:
    again = broken_off(VOTE, [], 0.5, 0.0, "day 1").resumed([VOTE], NAMES)
    assert [beat.seconds for beat in again] == [BALLOT_AGAIN]


def test_who_has_died_meanwhile_has_the_floor_no_more() -> None:
    turns = [Beat(5, 20.0, Cue("debate.turn", (name,)), "debate") for name in ("Ann", "Bob", "Cid")]
    held = broken_off(DEBATE, [*turns, VOTE], 5.0, 0.0, "day 1")
    said = [beat.cue.seats for beat in held.resumed([], ["Ann", "Cid"]) if beat.cue is not None]
    assert said == [("Ann",), ("Cid",)]


def test_the_sound_before_a_vote_belongs_to_the_vote() -> None:
    beats = [CALLED, DRUM, VOTE, REMINDED]
    assert of_a_window(beats, "village.vote") == [DRUM, VOTE, REMINDED]
    assert before_window(beats) == [CALLED]
    assert of_a_window(beats, "werewolf.devour") == []
    assert before_window([CALLED, DRUM]) == [CALLED, DRUM], "where no vote comes, nothing belongs to it"


def test_a_vote_is_made_shorter_and_never_longer() -> None:
    assert [beat.seconds for beat in shortened([CALLED, VOTE, REMINDED], 30.0)] == [2.0, 20.0, 10.0]
    assert shortened([VOTE, REMINDED], 1000.0) == [VOTE, REMINDED]


def test_what_is_told_before_a_vote_opens_is_no_news_and_what_is_told_after_it_is() -> None:
    assert not has_news([DAWN, DEAD, TALK, ASKED], 0)
    assert has_news([DAWN, DEAD, TALK, ASKED, NEWS], 0)
    assert not has_news([DAWN, DEAD, TALK, ASKED, NEWS], 4), "of a vote that is over"


def test_what_nobody_was_asked_opens_nothing() -> None:
    told = [DAWN, TALK, facts.WindowOpened("village.vote", ()), ASKED]
    assert moments(told, 0) == [1, 3]
    assert last_debate(told, 4) == 1


def test_after_a_restart_news_comes_before_the_debate_and_the_vote_that_it_broke_off() -> None:
    rules, _ = LIBRARY.roleset("millers-hollow", {})
    timeline, told = Timeline(rules, NAMES, Tempo("normal")), [DAWN, TALK, ASKED, NEWS]
    beats = reopened(timeline.beats(told, 0), timeline, told, 1)
    at = [beat.screen for beat in beats]
    news = next(n for n, beat in enumerate(beats) if beat.cue is not None and "Bob" in beat.cue.seats)
    assert news < at.index("debate") < at.index("ask")
    assert {beat.shows for beat in beats if beat.screen in ("debate", "ask")} == {4}, "all show the news"


def test_what_is_told_once_a_day_without_a_vote_is_left_open_is_news() -> None:
    assert not has_news([DAWN, TALK, NO_VOTE, LEFT_OPEN], 0)
    assert has_news([DAWN, TALK, NO_VOTE, LEFT_OPEN, NEWS, LEFT_OPEN], 0)
    assert not has_news([DAWN, TALK, NO_VOTE, LEFT_OPEN, NEWS, LEFT_OPEN], 4)


def test_after_a_restart_the_debate_of_a_day_without_a_vote_goes_on_after_news() -> None:
    rules, _ = LIBRARY.roleset("the-pact", {})
    timeline, told = Timeline(rules, NAMES, Tempo("normal")), [DAWN, TALK, NO_VOTE, LEFT_OPEN, NEWS, LEFT_OPEN]
    beats = reopened(timeline.beats(told, 0), timeline, told, 1)
    assert [beat.screen for beat in beats if beat.screen != "rest"][-1] == "debate"
    assert any(beat.cue is not None and "Bob" in beat.cue.seats for beat in beats)


def test_a_step_back_goes_to_the_last_window_that_is_over() -> None:
    game = Game("millers-hollow", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=3)
    opened = [at for at, fact in enumerate(game.facts) if isinstance(fact, facts.WindowOpened)]
    shown, window = len(game.facts), game.prompts[0].id
    assert step_back(game, shown, shown, None) == opened[-1]
    assert step_back(game, shown, shown, window) == (opened[-2] if len(opened) > 1 else 0)
    assert step_back(game, 0, 0, None) == 0, "before the first window there is only the beginning"
