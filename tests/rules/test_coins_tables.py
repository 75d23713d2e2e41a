"""Whole games with coins: they end for any players, the house-rule coin stands for anybody, and pages show it all."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from narrator.game.bots import random_answers
from narrator.game.game import Game, IllegalTable
from narrator.game.library import LIBRARY, OWN
from narrator.rules.facts import Asked, CardTurned, Told
from tests.labs.boxlab import Table

RULES, _ = LIBRARY.roleset("coins", {})
COINS = [card.id for card in RULES.cards.values() for _ in range(card.copies)]
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus"]


def game_of(seed: int) -> Game:
    """A game of any coins that is not won before it begins, played by bots, some of whom fall silent."""
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
    return [game_of(seed) for seed in range(100, 180)]


def test_every_game_ends_and_every_side_wins_some_games(games: list[Game]) -> None:
    won = {game.winner for game in games}
    assert None not in won
    assert {"villagers", "werewolves", "dracula", "zombie", "tanner"} <= won


def test_everything_is_asked_and_told_in_some_game(games: list[Game]) -> None:
    facts = [fact for game in games for fact in game.facts]
    asked = {fact.prompt.id for fact in facts if isinstance(fact, Asked)}
    sober, _ = LIBRARY.roleset("coins", {"sober_drunk": "on"})
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


@pytest.mark.parametrize("character", [card for card, of in LIBRARY.stand_for("coins").items() if of != "coins"])
def test_the_house_rule_brings_a_character_of_another_roleset(character: str) -> None:
    """CO-04"""
    game = Game("coins", NAMES, cards={"Ann": "werewolf", "Bob": "house-rule"}, house_rule=character)
    dice = Random(7)
    while game.winner is None:
        for prompt in game.prompts:
            game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice))
        game.close()
    assert character in game.rules.cards
    assert character not in RULES.cards


REFUSED = {
    "thief": "it needs cards in the centre",
    "sister": "a table has 2 of it or none",
    "brother": "a table has 3 of it or none",
    "actor": "it needs cards of its roleset that lie ready",
    "angel": "it needs a day before the first night",
    "pyromaniac": "it is played with buildings only",
    "gypsy": "it is played with events only",
    "herbalist": "No coin can stand for “herbalist”",
    "house-rule": "No coin can stand for “house-rule”",
    "dragon": "No coin can stand for “dragon”",
}


@pytest.mark.parametrize(("character", "why"), REFUSED.items())
def test_a_refusal_of_a_house_rule_says_why(character: str, why: str) -> None:
    """A character that needs more than a coin, one that only an option brings, and an unknown one."""
    with pytest.raises(IllegalTable) as refused:
        Game("coins", NAMES, cards={"Ann": "werewolf", "Bob": "house-rule"}, house_rule=character)
    assert refused.value.code == "bad-house-rule"
    assert why in refused.value.sentence


def test_a_roleset_without_such_a_coin_has_no_house_rule() -> None:
    with pytest.raises(IllegalTable) as refused:
        Game("millers-hollow", NAMES, cards={"Ann": "werewolf"}, house_rule="witch")
    assert refused.value.code == "no-coin"


def test_a_house_rule_without_its_coin_is_refused() -> None:
    with pytest.raises(IllegalTable) as refused:
        Game("coins", NAMES, cards={"Ann": "werewolf"}, house_rule="seer")
    assert (refused.value.code, "leave the house rule out" in refused.value.sentence) == ("no-coin", True)


def test_the_rulings_name_every_character_that_no_coin_can_stand_for() -> None:
    every = {card for name in LIBRARY.titles for card in LIBRARY.roleset(name, {})[0].cards}
    refused = every - set(LIBRARY.stand_for("coins")) - {"house-rule"}
    rulings = (OWN / "RULINGS.md").read_text(encoding="utf-8")
    (ruling,) = (line for line in rulings.splitlines() if " characters are refused" in line)
    assert ruling.startswith("| CO-04 | Seven ")
    assert len(refused) == 7
    assert all(card in ruling for card in refused)


def test_a_judge_among_the_coins_has_the_button_that_every_page_shows(tmp_path: Path) -> None:
    """PA-33"""
    table = Table(tmp_path, NAMES)
    cards = {"Ann": "werewolf", "Bob": "house-rule"}
    table.box.moderate(Game("coins", NAMES, cards=cards, house_rule="wandering-judge", seed=5))
    table.until("village.accuse")
    assert {table.page(name)["screen"]["aside"]["label"] for name in NAMES} == {"Once more"}


def test_everybody_reads_who_is_on_trial_and_which_letters_the_ghost_gave(tmp_path: Path) -> None:
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
    assert table.page("Ann")["screen"]["text"] == "Dan stands accused."
    assert table.page("Dan")["screen"]["kind"] != "ask"
