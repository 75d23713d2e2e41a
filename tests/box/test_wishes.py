"""What most of the living wish for in a debate is done: once, and only in that debate."""

from __future__ import annotations

from pathlib import Path

from narrator.box.wishes import DebateWishes
from narrator.game.game import Game
from tests.labs.boxlab import NAMES, Table, begun


def test_a_majority_calls_the_vote_early(tmp_path: Path) -> None:
    table = begun(tmp_path)
    while not (table.round.beat and table.round.beat.screen == "debate"):
        table.step()
    began = table.time.now
    for name in NAMES[:5]:
        assert table.do("call-vote", token=table.tokens[name])["ok"]
    table.until("village.vote")
    assert table.time.now - began < 10
    assert table.do("call-vote", token=table.tokens["Ann"])["code"] == "not-now"


def test_the_vote_is_called_once_and_a_wish_ends_with_its_debate(tmp_path: Path) -> None:
    table = begun(tmp_path)
    calls = []
    for wishing in (NAMES, [NAMES[2]], NAMES[:5]):
        while not (table.round.beat and table.round.beat.screen == "debate"):
            table.step()
        before = table.box.speech.said["vote.called"]
        for name in wishing:
            table.do("call-vote", token=table.tokens[name])
        calls.append(table.box.speech.said["vote.called"] - before)
        table.until("village.vote")
        while table.page(kind="table")["sky"] == "day" and len(calls) < 3:
            table.step()
    assert calls == [1, 0, 1]


def test_bots_agree_with_people_about_when_to_vote(tmp_path: Path) -> None:
    """Two people among seven bots are the majority of those who talk."""
    table = Table(tmp_path, NAMES[:2])
    assert table.set("bots", 7)["ok"]
    bots = list(table.box.lobby.bots)
    seats = [*NAMES[:2], *bots]
    cards = dict(zip(bots, ["werewolf", "werewolf", "seer"], strict=False))
    table.box.moderate(Game("millers-hollow", seats, cards=cards, options={"sheriff": "never"}, seed=3))
    while not (table.round.beat and table.round.beat.screen == "debate"):
        table.step()
    people = [name for name in NAMES[:2] if name in table.round.views[None].living]
    called = []
    for name in people:
        assert table.do("call-vote", token=table.tokens[name])["ok"]
        called.append(table.box.speech.said["vote.called"])
    assert called == [0, 1]


def test_a_majority_gets_more_time(tmp_path: Path) -> None:
    table = begun(tmp_path)
    while not (table.round.beat and table.round.beat.screen == "debate"):
        table.step()
    left = table.page(kind="table")["clock"]["left"]
    for name in NAMES[:4]:
        assert table.do("more-time", token=table.tokens[name])["ok"]
    assert table.page(kind="table")["clock"]["left"] == left
    table.do("more-time", token=table.tokens["Eve"])
    assert table.page(kind="table")["clock"]["left"] == left + 60


def test_what_the_dead_have_wished_for_does_not_count() -> None:
    wishes = DebateWishes()
    assert not wishes.add("Ann", "call-vote", ["Ann", "Bob", "Cid"], debate=1)
    assert not wishes.add("Bob", "call-vote", ["Bob", "Cid", "Dan"], debate=1), "Ann is dead now, and Bob is alone"
    assert wishes.add("Cid", "call-vote", ["Bob", "Cid", "Dan"], debate=1)


def test_half_of_the_living_are_not_most_of_them() -> None:
    wishes = DebateWishes()
    assert [wishes.add(name, "call-vote", NAMES, debate=1) for name in NAMES[:5]] == [False] * 4 + [True]


def test_more_time_can_be_wished_for_again_and_again() -> None:
    wishes, living = DebateWishes(), ["Ann", "Bob", "Cid"]
    wished = [wishes.add(name, "more-time", living, debate=1) for name in ("Ann", "Bob", "Ann", "Cid")]
    assert wished == [False, True, False, True]
