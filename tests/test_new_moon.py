"""Whole games under the New Moon, played by random bots: they end, can be played again, and keep their secrets."""

from __future__ import annotations

from random import Random

import pytest

from narrator.bots import random_answers
from narrator.game import Game, chapters
from narrator.rules.facts import Called, CardTurned, Counted, Died, Told, VoteLost, VotesBarred, Won

NEW = ["village-idiot", "elder", "scapegoat", "defender", "piper"]
OTHERS = ["seer", "witch", "hunter", "cupid", "little-girl", "thief"]
SIDES = {"villagers", "werewolves", "lovers", "piper", "nobody"}


def game_of(seed: int) -> Game:
    """A game with all five characters, some of the others, and bots of whom some fall silent."""
    dice = Random(seed)
    number = dice.randint(9, 18)
    wolves = dice.randint(2, 4)
    special = [*NEW, *dice.sample(OTHERS, dice.randint(0, min(len(OTHERS), number - wolves - len(NEW))))]
    deck = ["werewolf"] * wolves + special + ["villager"] * (number - wolves - len(special))
    options = {"sheriff": dice.choice(["start", "first-day", "day 2", "never"]), "parity": dice.choice(["on", "off"])}
    game = Game("new-moon", [f"seat {seat}" for seat in range(number)], deck=deck, options=options, seed=seed)
    for _ in range(2000):
        if game.winner is not None:
            break
        if game.phase.startswith("day") and not game.prompts[0].lasting and dice.random() < 0.02:
            game.offer_draw()
        for prompt in game.prompts:
            awake = [seat for seat in prompt.seats if dice.random() < 0.9]
            for seat, answer in random_answers(prompt, awake, dice, game.given(prompt)).items():
                game.answer(prompt.id, answer, seat)
        game.close()
    return game


SEEDS = range(60)


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [game_of(seed) for seed in SEEDS]


def test_every_game_ends_and_every_side_wins_some(games: list[Game]) -> None:
    won = {game.winner for game in games}
    assert None not in won
    assert won <= {*SIDES, "draw"}
    assert {"villagers", "werewolves", "piper"} <= won


def test_the_same_answers_give_the_same_game(games: list[Game]) -> None:
    for game in games:
        again = Game(**game.header)
        again.play(game.entries)
        assert again.facts == game.facts
        assert again.winners == game.winners


def test_undone_and_played_on_it_is_the_same_game(games: list[Game]) -> None:
    for game in games[::6]:
        again = Game(**game.header)
        for at, (kind, *rest) in enumerate(game.entries):
            again.play([(kind, *rest)])
            if at % 17 == 0 and kind == "answer":
                again.undo()
                again.play(game.entries[len(again.entries) : at + 1])
        assert again.facts == game.facts


def test_nobody_dies_twice_and_no_despair_of_calls_goes_unheard(games: list[Game]) -> None:
    for game in games:
        dead = [fact.seat for fact in game.facts if isinstance(fact, Died)]
        assert len(dead) == len(set(dead))
        village = {card.id for card in game.rules.cards.values() if card.side == "villagers"}
        despair = False
        for fact in game.facts:
            despair = despair or getattr(fact, "cue", "") == "elder.despair"
            if despair and isinstance(fact, Called):
                assert fact.call not in village


def test_who_lost_the_vote_never_votes(games: list[Game]) -> None:
    seen = 0
    for game in games:
        lost: set[str] = set()
        barred: dict[int, tuple[str, ...]] = {}
        for chapter in chapters(game):
            day = int(chapter.phase.partition(" ")[2] or 0)
            for fact in chapter.facts:
                if isinstance(fact, VoteLost):
                    lost.add(fact.seat)
                elif isinstance(fact, VotesBarred):
                    barred[fact.day] = fact.seats
                elif isinstance(fact, Counted):
                    voters = {seat for seat, _ in fact.votes}
                    assert not voters & lost
                    assert not voters & set(barred.get(day, ()))
                    seen += bool(lost) + (day in barred)
    assert seen


def test_only_the_charmed_are_told_and_the_living_are_named(games: list[Game]) -> None:
    for game in games:
        charmed: set[str] = set()
        alive = set(game.seats)
        for fact in game.facts:
            if type(fact).__name__ == "Marked":
                charmed.add(fact.seat)  # type: ignore[attr-defined]
            elif isinstance(fact, Died):
                alive.discard(fact.seat)
            elif isinstance(fact, Told) and fact.about == "charmed":
                assert fact.seat in charmed & alive
                assert set(fact.what) == charmed & alive
        assert isinstance(game.facts[-1], Won)


def test_a_card_turned_up_at_death_is_the_card_held(games: list[Game]) -> None:
    for game in games:
        for chapter in chapters(game):
            for fact in chapter.facts:
                if isinstance(fact, CardTurned):
                    assert chapter.cards[fact.seat] == fact.card
