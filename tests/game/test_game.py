"""A game refuses what cannot be and is then as it was before; an answer may be changed until its prompt closes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from narrator import Game, IllegalAnswer, IllegalTable
from narrator.rules.facts import Told

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve"]
NAMES = [*SEATS, "Fay", "Gus", "Hal"]


def hollow() -> Game:
    """The first night of a game with a seer, at its first prompt."""
    cards = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"}
    game = Game(roleset="millers-hollow", seats=SEATS, cards=cards, options={"sheriff": "never"}, seed=1)
    until(game, "seer.look")
    return game


def until(game: Game, prompt: str) -> None:
    while game.winner is None and all(asked.id != prompt for asked in game.prompts):
        game.close()


def told(game: Game, seat: str) -> list[str]:
    """What this seat was told about, in order: seats, `lover`, `pack`, …"""
    return [event.about for event in game.events if isinstance(event, Told) and event.seat == seat]


def test_g_03_a_refusal_has_a_reason_and_changes_nothing() -> None:
    game = hollow()
    before = game.entries[:], len(game.facts), game.prompts
    for prompt, value, seat, code in (
        ("seer.look", "Zoe", "Cid", "not-a-choice"),
        ("seer.look", "Cid", "Cid", "not-a-choice"),
        ("seer.look", ["Ann", "Bob"], "Cid", "too-many"),
        ("seer.look", [], "Cid", "no-pass"),
        ("seer.look", "pass", "Cid", "no-pass"),
        ("seer.look", "Ann", "Dan", "not-asked"),
        ("seer.look", "Ann", "Zoe", "not-asked"),
        ("werewolf.devour", "Dan", "Ann", "not-open"),
        ("no.such", "Dan", "Ann", "not-open"),
    ):
        with pytest.raises(IllegalAnswer) as refused:
            game.answer(prompt, value, seat)
        assert refused.value.code == code
        assert prompt in refused.value.sentence
    assert (game.entries, len(game.facts), game.prompts) == before


def test_g_03_a_prompt_that_was_closed_takes_no_answer() -> None:
    game = hollow()
    game.answer("seer.look", "Ann", "Cid")
    game.close()
    with pytest.raises(IllegalAnswer):
        game.answer("seer.look", "Bob", "Cid")


def test_g_04_an_answer_may_be_changed_until_its_prompt_closes() -> None:
    game = hollow()
    game.answer("seer.look", "Ann", "Cid")
    assert told(game, "Cid") == [], "told before the prompt closed"
    game.answer("seer.look", "Dan", "Cid")
    with pytest.raises(IllegalAnswer):
        game.answer("seer.look", "Cid", "Cid")
    until(game, "werewolf.devour")
    assert told(game, "Cid") == ["Dan"]
    for choice in ("Dan", "Eve", "pass", "Eve"):
        game.answer("werewolf.devour", choice, "Ann")
    game.answer("werewolf.devour", "Eve", "Bob")
    until(game, "village.vote")
    assert "Eve" not in game.alive


def test_who_answers_need_not_be_said_where_only_one_is_asked() -> None:
    game = hollow()
    game.answer("seer.look", "Ann")
    assert game.given(game.prompts[0]) == {"Cid": ("Ann",)}
    until(game, "werewolf.devour")
    with pytest.raises(IllegalAnswer) as refused:
        game.answer("werewolf.devour", "Dan")
    assert refused.value.code == "which-seat"


def test_a_game_goes_back_to_when_a_fact_had_just_happened() -> None:
    game = hollow()
    game.answer("seer.look", "Ann")
    game.close()
    before, prompts = list(game.facts), game.prompts
    at = next(number for number, fact in enumerate(before) if isinstance(fact, Told) and fact.seat == "Cid")
    until(game, "village.vote")
    game.back_to(at)
    assert (list(game.facts), game.prompts) == (before, prompts)


@pytest.mark.parametrize("fact", [-1, 10_000, "3", True, None])
def test_g_03_a_fact_that_has_not_happened_is_nothing_to_go_back_to(fact: Any) -> None:
    game = hollow()
    game.close()
    before = list(game.facts)
    with pytest.raises(IllegalAnswer, match=f"“{fact}”.* 0 to {len(before) - 1}"):
        game.back_to(fact)
    assert list(game.facts) == before


STRANGE = [
    ("nonsense",), (), 5, "close", ("close", 1), ("answer", "village.vote"), ("answer", "no.such", "Ann", "Bob"),
    ("answer", "village.vote", "Ann", "Zoe"), ("leave", "Zoe"), ("leave", ["Ann"]), ("point", "village.vote", ["Ann"]),
    ("knock", "Zoe", "Millbrook", {}), ("knock", 5, None, {}), ("knock", "Ann", "Millbrook", {"card": "seer"}),
    ("knock", "Zoe", "Millbrook", {"card": "no-such"}), ("knock", "Zoe", "Millbrook", {"card": ""}),
    *[("knock", "Zoe", "Millbrook", {"card": "seer", "second": second}) for second in (["seer"], ["no-such", "open"])],
]  # fmt: skip


@pytest.mark.parametrize("entry", STRANGE)
@pytest.mark.parametrize("do", [Game.rewind, Game.play])
def test_g_03_entries_that_cannot_be_played_are_refused_together_and_change_nothing(
    do: Callable[..., None], entry: Any
) -> None:
    game = hollow()
    until(game, "village.vote")
    game.answer("village.vote", "Bob", "Ann")
    before = game.entries[:], list(game.facts), game.prompts, game.phase
    played = game.entries[:-1] if do is Game.rewind else []
    with pytest.raises(IllegalAnswer) as refused:
        do(game, [*played, ("answer", "village.vote", "Cid", "Ann"), entry])
    assert refused.value.sentence
    assert (game.entries, list(game.facts), game.prompts, game.phase) == before
    assert game.given(game.prompts[0]) == {"Ann": ("Bob",)}


def test_a_lot_that_cannot_fall_is_refused_and_changes_nothing() -> None:
    game = Game("millers-hollow", NAMES, cards={"Ann": "werewolf"}, options={"sheriff": "start"}, lots=["Gus"])

    def all_of_it() -> tuple[object, ...]:
        (prompt,) = game.prompts
        return (prompt, game.given(prompt), list(game.entries), list(game.facts), game.lots_left)

    def tie() -> None:
        game.answer("sheriff.elect", "Dan", "Ann")
        game.answer("sheriff.elect", "Eve", "Bob")

    tie()
    game.close()
    tie()
    before = all_of_it()
    with pytest.raises(IllegalTable, match="“Gus” cannot fall here"):
        game.close()
    assert all_of_it() == before


def test_a_lot_for_somebody_who_is_silent_changes_nothing_where_it_cannot_fall() -> None:
    cards = {"Ann": "werewolf", "Cid": "seer"}
    game = Game("millers-hollow", NAMES, cards=cards, options={"sheriff": "never"}, lots=["Zoe"])
    before = (list(game.entries), list(game.facts), game.prompts, game.lots_left)
    with pytest.raises(IllegalTable, match="“Zoe” cannot fall here"):
        game.close()
    assert (list(game.entries), list(game.facts), game.prompts, game.lots_left) == before
