"""Whole games with coins: they end whoever plays, the house rule's coin stands for anybody, and pages show it all."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from narrator.bots import random_answers
from narrator.game import Game, IllegalTable
from narrator.rules.facts import Asked, CardTurned, Told
from narrator.shelf import SHELF
from tests.boxlab import Table

RULES, _ = SHELF.roleset("coins", {})
COINS = [card.id for card in RULES.cards.values() for _ in range(card.copies)]
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus"]


def game_of(seed: int) -> Game:
    """A game of any coins that has not been won before it begins, played by bots of whom some fall silent."""
    dice = Random(seed)
    while True:
        deck = dice.sample(COINS, dice.randint(7, 24))
        house_rule = dice.choice([coin for coin in COINS if coin != "house-rule"])
        seats = [f"{number}th" for number in range(len(deck))]
        options = {"sober_drunk": dice.choice(["on", "off"])}
        try:
            game = Game("coins", seats, deck=deck, house_rule=house_rule, options=options, seed=seed)
        except IllegalTable:
            continue
        break
    for _ in range(2000):
        if game.winner is not None:
            break
        for prompt in game.prompts:
            awake = [seat for seat in prompt.seats if dice.random() < 0.9]
            game.answer_all(prompt.id, random_answers(prompt, awake, dice, game.given(prompt)))
        game.close()
    return game


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [game_of(seed) for seed in range(80)]


def test_every_game_ends_and_every_side_wins_some(games: list[Game]) -> None:
    won = {game.winner for game in games}
    assert None not in won
    assert {"villagers", "werewolves", "dracula", "zombie", "tanner"} <= won


def test_everything_is_asked_and_told_in_some_game(games: list[Game]) -> None:
    facts = [fact for game in games for fact in game.facts]
    asked = {fact.prompt.id for fact in facts if isinstance(fact, Asked)}
    sober, _ = SHELF.roleset("coins", {"sober_drunk": "on"})
    assert asked == {*sober.prompts, *sober.ballots} - {"village.draw"}
    told = {fact.about for fact in facts if isinstance(fact, Told)}
    assert {"pack", "masons", "lover", "victim", "sees", "tapped", "silenced", "tough", "turned", "sober"} <= told
    assert {fact.card for fact in facts if isinstance(fact, CardTurned)} == {*COINS} - {"house-rule"}


@pytest.mark.parametrize("seats", range(7, 39))
def test_the_proposed_mix_has_as_many_coins_of_the_wolves_as_the_set_says(seats: int) -> None:
    """CO-01: an alpha wolf counts for two."""
    deck = RULES.proposed(seats)
    counted = sum(RULES.cards[coin].side == "werewolves" for coin in deck) + deck.count("alpha-wolf")
    assert counted == next(number for last, number in ((11, 3), (16, 4), (22, 6), (99, 7)) if seats <= last)
    assert all(deck.count(coin) <= COINS.count(coin) for coin in deck)


def test_all_coins_of_the_set_are_proposed_to_forty_one() -> None:
    assert sorted(RULES.proposed(41)) == sorted(COINS)


@pytest.mark.parametrize(
    "character", ["piper", "fox", "elder", "white-werewolf", "cursed-wolf-father", "bear-tamer", "wild-child"]
)
def test_the_house_rule_lends_a_character_of_another_roleset(character: str) -> None:
    """CO-04"""
    game = Game("coins", NAMES, cards={"Ann": "werewolf", "Bob": "house-rule"}, house_rule=character)
    while game.winner is None:
        for prompt in game.prompts:
            game.answer_all(prompt.id, random_answers(prompt, prompt.seats, Random(7)))
        game.close()
    assert character in game.rules.cards
    assert character not in RULES.cards


@pytest.mark.parametrize(
    "character",
    ["thief", "actor", "sister", "angel", "pyromaniac", "wandering-judge", "herbalist", "house-rule", "dragon"],
)
def test_some_characters_no_coin_can_stand_for(character: str) -> None:
    """Those who need more than a coin, whom only an option brings, and whom nobody knows."""
    with pytest.raises(IllegalTable) as refused:
        Game("coins", NAMES, cards={"Ann": "werewolf", "Bob": "house-rule"}, house_rule=character)
    assert refused.value.code == "bad-house-rule"


def test_everybody_reads_on_whom_they_vote_and_which_letters_the_ghost_has(tmp_path: Path) -> None:
    table = Table(tmp_path, NAMES)
    table.box.moderate(Game("coins", NAMES, cards={"Ann": "werewolf", "Bob": "ghost"}, seed=5))
    table.until("werewolf.devour")
    assert table.answer("Ann", "Bob")["ok"]
    table.until("ghost.clue")
    letters = {choice["label"] for choice in table.page("Bob")["screen"]["choices"]}
    assert {"A", "B", "Q"} & letters == {"B", "Q"}
    table.until("village.accuse")
    assert table.answer("Ann", "Dan")["ok"]
    table.until("village.execute")
    assert table.page("Ann")["screen"]["text"] == "Dan"
    assert table.page("Dan")["screen"]["kind"] != "ask"
