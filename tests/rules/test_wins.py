"""Who has won? Victories are tried in the roleset's order, after every chain and at every dawn (G-33)."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator import Game
from narrator.game.library import Library
from narrator.rules import wins
from narrator.rules.facts import Died, Left, Linked, Noted, Turned, Won
from narrator.rules.table import Table
from tests.labs.tablelab import happened, table

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
CARDS = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer", "Dan": "witch"}


def left_with(here: Table, *living: str) -> Table:
    """The same table when only these live, after the first night."""
    here.night = 1
    for seat in here.seats:
        if seat not in living:
            here.record(Died(seat, "vote", ("vote",)))
    return here


def test_parity_leaves_the_victories_of_a_roleset_of_ones_own_in_their_places(tmp_path: Path) -> None:
    """MH-41"""
    own = "wins: [nobody, tanner, lovers, werewolves, villagers]"
    roleset = f"roleset: ours\nextends: millers-hollow\ntitle: Ours\n{own}\n"
    (tmp_path / "ours.yaml").write_text(roleset, encoding="utf-8")
    rules, _ = Library(tmp_path).roleset("ours", {"parity": "on"})
    assert [wins.__name__ for wins in rules.wins] == ["nobody", "tanner", "lovers", "werewolves", "villagers"]
    here = left_with(table(CARDS, options={"parity": "on"}), "Ann", "Cid")
    assert wins.won(here) == "werewolves"
    here.options = {**here.options, "parity": "off"}
    assert wins.won(here) is None


@pytest.mark.parametrize(
    ("living", "winner"),
    [
        (["Ann", "Bob", "Cid"], None),
        (["Ann"], "werewolves"),
        (["Ann", "Bob"], "werewolves"),
        (["Cid", "Hal"], "villagers"),
        ([], "nobody"),
    ],
)
def test_a_side_has_won_when_nobody_else_lives(living: list[str], winner: str | None) -> None:
    assert wins.won(left_with(table(CARDS), *living)) == winner


@pytest.mark.parametrize(
    ("living", "winner"), [(["Ann", "Cid"], "werewolves"), (["Ann", "Cid", "Dan"], None), (["Cid", "Dan"], "villagers")]
)
def test_at_parity_the_werewolves_have_won_as_soon_as_they_are_half(living: list[str], winner: str | None) -> None:
    assert wins.won(left_with(table(CARDS, options={"parity": "on"}), *living)) == winner


def test_a_couple_of_two_sides_wins_alone_and_one_of_the_same_side_does_not() -> None:
    """MH-42"""
    mixed, alike = table(CARDS), table(CARDS)
    mixed.record(Linked(("Ann", "Cid")))
    alike.record(Linked(("Cid", "Dan")))
    assert wins.won(left_with(mixed, "Ann", "Cid")) == "lovers"
    left_with(alike, "Cid", "Dan")
    assert (wins.won(alike), wins.last_two_lovers(alike)) == ("villagers", "lovers")


def test_the_dead_win_with_the_side_that_they_held_and_a_witness_never_does() -> None:
    here = table(CARDS)
    here.record(Noted("Hal", "witness", True))
    here.record(Turned("Gus"))
    left_with(here, "Cid")
    wins.judge(here)
    assert happened(here, Won) == [Won("villagers", ("Cid", "Dan", "Eve", "Fay"))]
    assert (here.winner, here.agenda) == ("villagers", [])


def test_the_village_has_not_won_while_the_thief_must_take_a_werewolf_tonight() -> None:
    """MH-10"""
    centre = ["werewolf", "werewolf"]
    rules_say = table({"Ann": "werewolf", "Bob": "thief"}, centre=centre)
    rules_say.record(Died("Ann", "vote", ("vote",)))
    assert wins.won(rules_say) is None
    rules_say.night = 1
    assert wins.won(rules_say) == "villagers"


def test_who_wins_and_leaves_is_a_winner_and_the_others_play_on() -> None:
    """PA-54: the other group is dead."""
    cards = {"Ann": "werewolf", "Bob": "prejudiced-manipulator"}
    here = table(cards, "the-pact", groups={"sun": SEATS[:4], "moon": SEATS[4:]})
    left_with(here, *SEATS[:4])
    assert wins.foreseen(here) is None
    wins.judge(here)
    assert happened(here, Left, Won) == [Left("Bob", "prejudiced-manipulator")]
    assert here.living == ("Ann", "Cid", "Dan")


MUTE = """\
roleset: mute
extends: classic
cards: {werewolf: {wakes: {werewolf.devour: {choose: {one: bitten}}}}}
ballots: {village.vote: {asks: bitten}}
day: [debate, village.vote]
"""


def test_a_table_at_which_nobody_can_be_asked_ends_undecided(tmp_path: Path) -> None:
    """G-34: nobody is ever bitten here, so nobody ever chooses or is chosen."""
    (tmp_path / "mute.yaml").write_text(MUTE, encoding="utf-8")
    game = Game("mute", SEATS, cards={"Ann": "werewolf"}, library=Library(tmp_path))
    assert (game.winner, game.phase, game.alive) == ("draw", "day 4", tuple(SEATS))
