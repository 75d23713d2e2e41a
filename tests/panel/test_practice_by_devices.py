"""The practice night by buttons and by tags, and the knob, which switches it on and skips it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from narrator.box.introduction import introduces
from narrator.game.game import Game
from tests.labs.boxlab import PanelTable
from tests.labs.buttonlab import NAMES, ButtonTable, choose
from tests.labs.knoblab import KnobTable
from tests.labs.taglab import TagTable


def said(table: PanelTable) -> str:
    return " ".join(what for _, kind, what in table.loudspeaker.heard if kind == "say")


def asks(table: PanelTable) -> bool:
    """Is the question of the practice night asked?"""
    return table.round.asking and table.round.practises


def practising(table: PanelTable) -> None:
    """Begin a game of beginners, and go on until the practice night asks them something."""
    table.box.lobby.beginners = True
    table.box.moderate(Game("millers-hollow", NAMES, cards={"Ann": "werewolf", "Cid": "seer"}, seed=3))
    while not asks(table):
        assert table.step()


def until_it_counts(table: PanelTable) -> None:
    while introduces(table.round.beat):
        assert table.step()


def test_all_press_once_for_practice_and_hear_who_was_chosen(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    practising(table)
    assert "every phone" not in said(table)
    assert "for each seat to your left" in said(table)
    table.hands({name: choose(1) for name in NAMES[:-1]})
    assert table.round.introduction.answers == dict(pairwise(NAMES))
    table.hands({"Hal": choose(2)})
    assert table.round.left < 2
    until_it_counts(table)
    assert list(table.round.introduction.answers) == NAMES


def test_a_button_that_has_not_answered_is_waited_for(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    practising(table)
    table.hands({name: choose(3) for name in NAMES[1:]})
    while "Ann" not in said(table):
        assert table.step()
    table.hands({"Ann": choose(1)})
    assert table.round.introduction.missing == ()


def test_the_practice_lasts_until_everybody_could_lay_a_token(tmp_path: Path) -> None:
    table = TagTable(tmp_path)
    practising(table)
    assert "the lid" in said(table)
    began = table.time.now
    for name in NAMES:
        assert asks(table)
        table.lay(name, long=1.0)
    assert table.round.introduction.missing == ()
    until_it_counts(table)
    assert 4.0 * len(NAMES) <= table.time.now - began < 50


def test_the_knob_says_that_somebody_is_new_and_skips_the_introduction(tmp_path: Path) -> None:
    table = KnobTable(tmp_path)
    table.push()
    table.turn_to("Is somebody new? No.")
    table.push()
    assert "Yes" in table.turn()
    table.push()
    assert table.lobby.beginners
    table.wait(30)
    table.start()
    while not introduces(table.round.beat):
        assert table.step()
    table.push()
    table.turn_to("Skip the introduction")
    table.push()
    table.pass_time(table.time.now + 1)
    assert not introduces(table.round.beat)
    assert table.box.paused is None
