"""What is wrong with a vote, an election or an heir in a roleset is reported with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.labs.rolesetlab import CALM, VOTE, with_change

CHANGES = [
    ("outcome: condemn", "outcome: condem", "16:50: There is no outcome “condem”; did you mean “condemn”?"),
    ("majority: strict", "majority: stric", "17:57: “majority” cannot be “stric”; did you mean “strict”?"),
    ("outcome: condemn", "outcome: condemn, tie: lots", "16:64: There is no way to settle a tie “lots”; did you mean"),
    ("causes:", "heirs: {sheriff: {s.s: {choose: {one: living}}}}\ncauses:", "19:9: No ballot elects “sheriff”."),
    (", outcome: condemn", "", "16:17: “outcome” is missing here."),
    ("{one: living}, outcome: cond", "{two: living}, outcome: cond", "16:17: “village.vote” must choose one seat"),
    ("outcome: condemn", "outcome: elect", "16:17: `outcome: elect` and `elects:`"),
    ("may_pass: true, majority", "shows: pack, majority", "17:31: There is no key “shows” here; there are: asks, "),
    ("outcome: condemn", "outcome: condemn, decided_by: {mayor: {m.d: {choose: yes}}}", "16:85: “m.d” must choose one"),
    (
        "villager: {copies: 9}", "villager: {copies: 9, wakes: {village.draw: {choose: yes}}}",
        "9:47: There are two prompts “village.draw”; give one of them another name.",
    ),
    ("majority: strict", "majority: at-once", "17:17: “village.draw” needs `outcome: draw`, and cannot be decided at"),
    ("majority: strict", "burdens: {poster: 1}", "17:47: “burdens” is about seats, and in “village.draw” none"),
    (VOTE, f"  village.vote: {{in_turn: ev-calm, {CALM}", "16:27: The first prompt of “ev-calm” must choose the seat"),
    (VOTE, f"  village.vote: {{in_turn: ev-pair, {CALM}", "16:27: The first prompt of “ev-pair” must choose the seat"),
]


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_every_fault_of_a_ballot_is_reported_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    sentences = with_change(tmp_path, old, new)
    assert any(sentence.startswith(said) for sentence in sentences), sentences


def test_an_event_that_asks_for_one_seat_may_say_who_votes_first(tmp_path: Path) -> None:
    assert with_change(tmp_path, VOTE, f"  village.vote: {{in_turn: ev-begin, {CALM}") == []
