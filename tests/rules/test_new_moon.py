"""Whole games under the New Moon, played by random bots: they end, can be played again, and keep their secrets."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.game.bots import random_answers
from narrator.game.game import Game
from narrator.rules.facts import Called, CardTurned, Counted, Died, Marked, Told, VotesLost, Won
from tests.labs.boxlab import Table

NEW = ["village-idiot", "elder", "scapegoat", "defender", "piper"]
OTHERS = ["seer", "witch", "hunter", "cupid", "little-girl", "thief"]
SIDES = {"villagers", "werewolves", "lovers", "piper", "nobody"}


def game_of(seed: int) -> Game:
    """A game with all five characters, some of the others, and bots, some of whom fall silent."""
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


def test_every_game_ends_and_every_side_wins_some_games(games: list[Game]) -> None:
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


def test_undoing_and_playing_on_gives_the_same_game(games: list[Game]) -> None:
    for game in games[::6]:
        again = Game(**game.header)
        for at, (kind, *rest) in enumerate(game.entries):
            again.play([(kind, *rest)])
            if at % 17 == 0 and kind == "answer":
                again.undo()
                again.play(game.entries[len(again.entries) : at + 1])
        assert again.facts == game.facts


def test_nobody_dies_twice_and_after_a_despair_no_villager_is_called(games: list[Game]) -> None:
    for game in games:
        dead = [fact.seat for fact in game.facts if isinstance(fact, Died)]
        assert len(dead) == len(set(dead))
        village = {card.id for card in game.rules.cards.values() if card.side == "villagers"}
        despair = False
        for fact in game.facts:
            despair = despair or getattr(fact, "cue", "") == "elder.despair"
            if despair and isinstance(fact, Called):
                assert fact.call not in village


def test_a_player_who_lost_the_vote_never_votes(games: list[Game]) -> None:
    seen = 0
    for game in games:
        lost: set[str] = set()
        barred: dict[int, tuple[str, ...]] = {}
        for chapter in game.chapters():
            day = int(chapter.phase.partition(" ")[2] or 0)
            for fact in chapter.facts:
                if isinstance(fact, VotesLost) and fact.day is None:
                    lost.update(fact.seats)
                elif isinstance(fact, VotesLost):
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
            if isinstance(fact, Marked):
                charmed.add(fact.seat)
            elif isinstance(fact, Died):
                alive.discard(fact.seat)
            elif isinstance(fact, Told) and fact.about == "charmed":
                assert fact.seat in charmed & alive
                assert set(fact.what) == charmed & alive
        assert isinstance(game.facts[-1], Won)


def test_a_card_turned_up_at_death_is_the_card_held(games: list[Game]) -> None:
    for game in games:
        for chapter in game.chapters():
            for fact in chapter.facts:
                if isinstance(fact, CardTurned):
                    assert chapter.cards[fact.seat] == fact.card


NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]


def begun(folder: Path, cards: dict[str, str], sheriff: str = "never") -> Table:
    """A box that moderates a game with these cards."""
    table = Table(folder, NAMES)
    table.box.moderate(Game("new-moon", NAMES, cards=cards, options={"sheriff": sheriff}, seed=3))
    return table


def voted(table: Table, votes: dict[str, str]) -> None:
    """Let the village vote and the day end; players who are not named abstain."""
    table.until("village.vote")
    for name in NAMES:
        if table.page(name)["screen"]["kind"] == "ask":
            assert table.answer(name, *([votes[name]] if name in votes else []))["ok"]


def seat(table: Table, name: str, page: str = "Fay") -> dict[str, Any]:
    """What a page shows of a seat."""
    return next(dict(shown) for shown in table.page(page)["seats"] if shown["name"] == name)


def test_the_pages_show_an_idiot_found_out_and_the_end_of_the_office(tmp_path: Path) -> None:
    table = begun(tmp_path, {"Ann": "werewolf", "Bob": "werewolf", "Cid": "village-idiot"}, "start")
    table.until("sheriff.elect")
    for name in NAMES:
        table.answer(name, "Cid")
    table.until("werewolf.devour")
    assert seat(table, "Cid")["offices"] == ["Captain"]
    voted(table, {"Ann": "Cid"})
    table.until("werewolf.devour")
    shown = seat(table, "Cid")
    assert (shown["alive"], shown["card"], shown["offices"]) == (True, "Village Idiot", ["No vote"])
    assert any("captain" in what.lower() for _, kind, what in table.loudspeaker.heard if kind == "say")
    voted(table, {})
    assert table.page("Cid")["screen"]["kind"] != "ask"


def test_the_pages_show_who_has_no_vote_today(tmp_path: Path) -> None:
    table = begun(tmp_path, {"Ann": "werewolf", "Bob": "werewolf", "Cid": "scapegoat"})
    voted(table, {"Ann": "Eve", "Bob": "Dan"})
    table.until("scapegoat.silence")
    assert table.answer("Cid", "Dan")["ok"]
    for window in ("werewolf.devour", "village.vote"):
        table.until(window)
        assert seat(table, "Dan")["offices"] == ["No vote"]
    table.until("werewolf.devour")
    assert seat(table, "Dan")["offices"] == []


def test_every_page_notes_the_despair(tmp_path: Path) -> None:
    table = begun(tmp_path, {"Ann": "werewolf", "Bob": "werewolf", "Cid": "elder", "Dan": "hunter"})
    table.until("village.vote")
    notes = {name: table.page(name)["you"]["notes"] for name in NAMES}
    voted(table, {"Ann": "Cid"})
    table.until("werewolf.devour")
    for name in NAMES:
        added = [note for note in table.page(name)["you"]["notes"] if note not in notes[name]]
        assert [note["phase"] for note in added if "elder" in note["text"]] == ["Day 1"]


def test_sleep_is_a_word_on_the_page_and_a_full_round_on_the_button(tmp_path: Path) -> None:
    table = begun(tmp_path, {"Ann": "werewolf", "Bob": "werewolf"})
    table.until("werewolf.devour")
    choices = table.page("Bob")["screen"]["choices"]
    sleep, last = {"value": "sleep", "label": "Sleep, others choose", "word": True, "part": 0}, len(NAMES)
    assert choices[-1] == {**sleep, "number": last, "tells": last}
    assert table.page("Bob")["screen"]["pass_label"] == "Eat nobody"
    numbers = [choice["number"] for choice in choices]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) <= table.page("Bob")["light"]["most"]
    assert table.answer("Ann", "sleep")["ok"]
    table.step()
    assert "Ann: Sleep, others choose." in table.page("Bob")["screen"]["text"]
    assert table.answer("Bob", "sleep")["ok"]
    while table.step():
        pass
    after = table.page("Cid")["after"]
    assert after["winner"] == "The village"
    told = [line for chapter in after["story"] for line in chapter["lines"]]
    assert any("Ann" in line and ("hunger" in line.lower() or "starved" in line) for line in told)


def test_a_bot_does_not_vote_while_a_card_in_the_centre_is_called(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.lobby.bots.extend(["Dan", "Eve"])
    cards = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "thief"}
    game = Game("new-moon", NAMES, cards=cards, centre=["villager", "piper"], options={"sheriff": "never"}, seed=3)
    table.box.moderate(game)
    table.until("piper.charm")
    assert [prompt.id for prompt in game.prompts] == ["village.vote"]
    assert set(game.waiting(game.prompts[0])) == set(NAMES)
    table.until("village.vote")
    assert set(game.waiting(game.prompts[0])) == set(NAMES) - {"Dan", "Eve"}
