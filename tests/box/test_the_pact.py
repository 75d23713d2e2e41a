"""The Pact at the box: what its villagers do in secret by day is seen and heard alike on every page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator import Game
from tests.labs.boxlab import Table, writing

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def begun(tmp_path: Path, **cards: str) -> Table:
    """A game with these cards and without a sheriff has begun."""
    table = Table(tmp_path, NAMES)
    table.box.lobby.roleset = "the-pact"
    table.box.moderate(Game("the-pact", NAMES, cards={"Ann": "werewolf", **cards}, options={"sheriff": "never"}))
    return table


def sign(table: Table, name: str, *value: str) -> dict[str, Any]:
    """Press the button beside the vote."""
    number = table.page(name)["screen"]["number"]
    return table.do("sign", token=table.tokens[name], number=number, value=list(value))


def test_the_judges_sign_is_a_button_on_every_page(tmp_path: Path) -> None:
    """PA-33: and means something on one of them."""
    table = begun(tmp_path, Bob="wandering-judge")
    table.until("village.vote")
    assert {str(table.page(name)["screen"]["aside"]) for name in NAMES} == {"{'label': 'Once more', 'given': False}"}
    assert table.box.game is not None
    entries = list(table.box.game.entries)
    for name in ("Cid", "Bob"):
        assert sign(table, name, "yes") == {"ok": True}
        assert table.page(name)["screen"]["aside"]["given"]
    assert table.box.game.entries == [*entries, ("answer", "wandering-judge.again", "Bob", ("yes",))]
    for name in NAMES:
        table.answer(name, "Hal")
    while table.round.views[None].window == "village.vote":
        table.step()
    table.until("village.vote")
    assert "Hal" not in table.round.views[None].living
    assert table.page("Cid")["screen"]["aside"] == {"label": "Once more", "given": False}
    assert sign(table, "Cid", "no")["code"] == "not-understood"


def test_a_sign_may_be_taken_back_and_one_for_an_old_vote_is_refused(tmp_path: Path) -> None:
    table = begun(tmp_path, Bob="wandering-judge")
    table.until("village.vote")
    assert sign(table, "Bob", "yes")["ok"]
    assert sign(table, "Bob")["ok"]
    number = table.page("Bob")["screen"]["number"]
    for name in NAMES:
        table.answer(name, "Hal")
    table.until("werewolf.devour")
    assert table.do("sign", token=table.tokens["Bob"], number=number, value=["yes"])["code"] == "stale"


def test_without_a_judge_in_the_deck_there_is_no_button(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.until("village.vote")
    assert table.page("Bob")["screen"]["aside"] is None


@pytest.mark.parametrize("judge", [False, True])
def test_a_vote_does_not_wait_for_a_judge(judge: bool, tmp_path: Path) -> None:
    table = begun(tmp_path, Bob="wandering-judge") if judge else begun(tmp_path)
    table.until("village.vote")
    began = table.time.now
    for name in NAMES:
        table.answer(name, "Hal")
    while table.round.views[None].window == "village.vote":
        table.step()
    assert table.time.now - began < 10


@pytest.mark.parametrize("answers", [False, True])
def test_the_wait_for_a_servant_does_not_reveal_whether_there_is_one(answers: bool, tmp_path: Path) -> None:
    """PA-41: until the window is over everybody hears, sees and waits alike, no matter who holds the card."""
    heard = []
    for holder in ("Bob", "Gus"):
        table = begun(tmp_path / holder, **{holder: "devoted-servant"})
        table.until("village.vote")
        for name in NAMES:
            table.answer(name, "Gus")
        table.until("devoted-servant.serve")
        screens = [table.page(name)["screen"] for name in NAMES]
        assert {(screen["kind"], screen["public"], screen["aside"]) for screen in screens} == {("ask", False, None)}
        first = table.page("Bob")["screen"]["choices"][0]["value"]
        assert table.answer("Bob", *[first] * answers)["ok"]
        before: list[tuple[float, str, str]] = []
        while table.round.beat and table.round.beat.screen == "ask":
            before = list(table.loudspeaker.heard)
            table.step()
        heard.append((before, table.loudspeaker.heard[len(before)][0]))
    assert heard[0] == heard[1]


def test_the_actor_reads_which_part_is_played(tmp_path: Path) -> None:
    table = begun(tmp_path, Bob="actor")
    table.until("actor.perform")
    part = table.page("Bob")["screen"]["choices"][1]
    table.answer("Bob", part["value"])
    table.until("village.vote")
    assert any(part["label"] in note["text"] for note in table.page("Bob")["you"]["notes"][1:])


@pytest.mark.parametrize(
    ("named", "note"),
    [
        ("Hal", "There is a werewolf among Hal and both neighbours."),
        ("Eve", "No werewolf: neither Eve nor a neighbour. Your nose will not help you any more."),
    ],
)
def test_the_fox_can_read_later_whom_it_sniffed_at(named: str, note: str, tmp_path: Path) -> None:
    table = begun(tmp_path, Bob="fox")
    table.until("fox.sniff")
    assert table.answer("Bob", named)["ok"]
    table.until("village.vote")
    assert [note["text"] for note in table.page("Bob")["you"]["notes"]] == [note]


def test_the_bear_is_heard(tmp_path: Path) -> None:
    """PA-32: next to a werewolf it growls each morning, and nowhere else."""
    for seat, growls in (("Bob", True), ("Eve", False)):
        table = begun(tmp_path / seat, **{seat: "bear-tamer"})
        table.until("village.vote")
        assert any(kind == "effect" and what == "bear-growl" for _, kind, what in table.loudspeaker.heard) is growls


def test_somebody_who_joins_after_a_game_cannot_sign(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.lobby.bots = list(NAMES)
    table.box.moderate(Game("the-pact", NAMES, cards={"Ann": "werewolf"}, options={"sheriff": "never"}))
    while table.box.stage == "game":
        assert table.step()
    assert table.do("add", token=table.host, name="Zoe")["ok"]
    token = table.box.lobby.token_of("Zoe")
    assert table.do("sign", token=token, number=table.box.question, value=["yes"])["code"] == "not-now"


def test_a_line_is_written_on_the_page_and_read_aloud(tmp_path: Path) -> None:
    """VA-04"""
    table = writing(tmp_path)
    screen = table.page("Bob")["screen"]
    assert (screen["line"], screen["choices"], screen["may_pass"]) == (80, [], True)
    assert table.answer("Bob", "x" * 81)["code"] == "too-long"
    assert table.answer("Bob", "<b>Ann</b>")["code"] == table.answer("Bob", "Ann\u202e")["code"] == "no-line"
    assert table.answer("Bob", "Ann  did it.")["ok"]
    assert table.page("Bob")["screen"]["chosen"] == ["Ann did it."]
    assert table.answer("Cid")["ok"]
    while table.round.views[None].phase == "day 1":
        assert table.step()
    assert any("Ann did it." in what for _, kind, what in table.loudspeaker.heard if kind == "say")


def test_a_medium_chooses_among_the_questions_of_the_card(tmp_path: Path) -> None:
    """EV-06: and all others are told to wait."""
    table = Table(tmp_path, NAMES)
    options = {"events": "stacked", "sheriff": "never"}
    table.box.lobby.roleset, table.box.lobby.options = "the-pact", options
    cards = {"Ann": "werewolf", "Bob": "werewolf"}
    table.box.moderate(Game("the-pact", NAMES, cards=cards, options=options, events=["ev-spiritualism-1"], seed=2))
    table.until("village.vote")
    for name in NAMES:
        assert table.answer(name, "Hal")["ok"]
    table.until("spirit.question")
    (medium,) = table.round.views[None].asked
    assert table.page(medium)["screen"]["choices"][0]["label"] == "Am I a plain Villager?"
    other = next(name for name in table.round.views[None].living if name != medium)
    assert table.page(other)["screen"]["title"] == "Wait"
