"""What people named while nobody was asked: told as an award when the game is over, and never before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.game.game import Game
from narrator.game.journal import games, load
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer", "Dan": "defender", "Eve": "fox"}
AT_DECOYS = "Gus"


def evening(folder: Path, named: str | None, *, buttons: bool = False) -> Table:
    """A game in which the village wins, and everybody who is not asked at night names this seat."""
    table = Table(folder, NAMES)
    table.box.reach("buttons", dict.fromkeys(NAMES if buttons else [], True))
    table.box.moderate(Game("the-pact", NAMES, cards=CARDS, options={"sheriff": "never"}, seed=1))
    while table.box.stage == "game":
        played = table.round
        for seat in NAMES:
            question = played.question(seat)
            if question is None or played.talk.now.get(seat):
                continue
            if question is not played.views[seat].prompt:
                if named in question.choices:
                    table.answer(seat, named)
            elif seat not in played.game.given(question):
                wolves = [wolf for wolf in NAMES[:2] if wolf in question.choices and played.views[None].phase > "day 2"]
                table.answer(seat, *(wolves[:1] if question.may_pass else question.choices[:1]))
        assert table.step()
    return table


def said(table: Table) -> list[str]:
    return [what for _, kind, what in table.loudspeaker.heard if kind == "say"]


def titles(after: dict[str, Any]) -> list[str]:
    return [award["title"] for award in after["awards"]]


def test_whom_most_named_at_night_is_an_award_on_all_pages_and_said(tmp_path: Path) -> None:
    table = evening(tmp_path, AT_DECOYS)
    after = table.page("Ann")["after"]
    questions = table.box.language.decoys("one")
    assert 3 <= len(after["awards"]) <= 5
    award = next(award for award in after["awards"] if award["title"] in questions)
    assert AT_DECOYS in award["text"]
    assert after["awards"] == table.page(kind="table")["after"]["awards"]
    assert set(titles(after)[:2]) <= set(said(table)[-4:])


def test_nothing_of_it_is_shown_or_said_before_the_end_or_ever_written_down(tmp_path: Path) -> None:
    named, silent = (evening(tmp_path / word, seat) for word, seat in (("named", AT_DECOYS), ("silent", None)))
    told = [said(table)[: said(table).index(titles(table.page("Ann")["after"])[0])] for table in (named, silent)]
    assert told[0] == told[1]
    kept = [load(games(table.box.data / "games")[0]).entries for table in (named, silent)]
    assert [entry for entry in kept[0] if entry[0] == "answer"] == [entry for entry in kept[1] if entry[0] == "answer"]


def test_a_player_with_a_button_never_read_the_question_and_does_not_count(tmp_path: Path) -> None:
    table = evening(tmp_path, AT_DECOYS, buttons=True)
    assert not set(titles(table.page("Ann")["after"])) & set(table.box.language.decoys("one"))


@pytest.mark.parametrize("again", [False, True])
def test_the_awards_are_gone_with_the_game(again: bool, tmp_path: Path) -> None:
    table = evening(tmp_path, AT_DECOYS)
    assert table.do("again", token=table.host)["ok"]
    if again:
        table.box.moderate(Game("the-pact", NAMES, seed=2))
    assert "after" not in table.page("Ann")
