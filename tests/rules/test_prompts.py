"""A prompt says itself which answers are legal, in whatever way they are spelled."""

from __future__ import annotations

import pytest

from narrator import Game, IllegalAnswer
from narrator.rules.prompts import LONGEST_LINE, PASS, Answer, Prompt

SEATS = ("Ann", "Bob", "Cid", "Dan")
VOTE = Prompt("village.vote", SEATS, SEATS, may_pass=True, must=("Dan",))
PAIR = Prompt("cupid.link", ("Ann",), SEATS, least=2, most=2)
HEAL = Prompt("witch.heal", ("Ann",), ("yes",), kind="yes", may_pass=True)
SURE = Prompt("judge.spare", ("Ann",), ("yes", "no"), kind="yes")
WHOLE = Prompt("fox.sniff", ("Ann",), SEATS, most=3, legal=(("Bob", "Cid"), ("Cid", "Dan", "Ann")))
WALL = Prompt("village.graffiti", ("Ann",), ("…",), kind="text", may_pass=True)


@pytest.mark.parametrize(
    ("prompt", "value", "answer"),
    [
        (VOTE, "Bob", ("Bob",)),
        (VOTE, ["Bob"], ("Bob",)),
        (VOTE, None, PASS),
        (VOTE, "pass", PASS),
        (VOTE, [], PASS),
        (PAIR, ["Dan", "Bob"], ("Dan", "Bob")),
        (HEAL, True, ("yes",)),
        (HEAL, False, PASS),
        (HEAL, "no", PASS),
        (SURE, False, ("no",)),
        (WHOLE, ["Cid", "Bob"], ("Bob", "Cid")),
        (WALL, "  two   words ", ("two words",)),
    ],
)
def test_an_answer_may_be_spelled_in_several_ways(prompt: Prompt, value: object, answer: Answer) -> None:
    assert prompt.read("Ann", value) == answer


@pytest.mark.parametrize(
    ("prompt", "seat", "value", "code"),
    [
        (PAIR, "Bob", ["Ann", "Cid"], "not-asked"),
        (PAIR, "Ann", ["Ann"], "too-few"),
        (PAIR, "Ann", SEATS, "too-many"),
        (PAIR, "Ann", ["Bob", "Bob"], "twice"),
        (PAIR, "Ann", None, "no-pass"),
        (VOTE, "Dan", "pass", "no-pass"),
        (VOTE, "Ann", "Zoe", "not-a-choice"),
        (WHOLE, "Ann", ["Bob", "Dan"], "not-together"),
        (WALL, "Ann", "x" * (LONGEST_LINE + 1), "too-long"),
        (WALL, "Ann", "<b>", "no-line"),
    ],
)
def test_what_is_no_legal_answer_is_refused_with_a_code_of_its_own(
    prompt: Prompt, seat: str, value: object, code: str
) -> None:
    with pytest.raises(IllegalAnswer) as refusal:
        prompt.read(seat, value)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("prompt", "seat", "silence"),
    [(VOTE, "Ann", PASS), (VOTE, "Dan", None), (SURE, "Ann", ("no",)), (PAIR, "Ann", None), (HEAL, "Ann", PASS)],
)
def test_silence_passes_or_says_no_or_is_left_to_the_lot(prompt: Prompt, seat: str, silence: Answer | None) -> None:
    """G-05"""
    assert prompt.silence(seat) == silence


def test_a_seat_has_choices_of_its_own_where_they_differ() -> None:
    prompt = Prompt("village.vote", SEATS, SEATS, own={"Ann": ("Bob",)})
    assert [prompt.choices_of(seat) for seat in ("Ann", "Bob")] == [("Bob",), SEATS]


@pytest.mark.parametrize("line", ["<b>bold</b>", "two\nlines", "a\u202eb", "x" * 81, "   ", ["two", "lines"], "\x07"])
def test_what_is_not_a_plain_line_is_refused(line: object) -> None:
    options = {"graffiti": "on", "sheriff": "never"}
    game = Game("the-pact", SEATS, cards={"Ann": "werewolf"}, options=options)
    while all(prompt.id != "village.graffiti" for prompt in game.prompts):
        game.close()
    with pytest.raises(IllegalAnswer):
        game.answer("village.graffiti", line, "Bob")
