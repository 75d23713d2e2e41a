"""A second reading of the rules of the coins, written without a look at the engine, watches games of all kinds."""

from __future__ import annotations

from random import Random

import pytest

from narrator import Game, IllegalTable
from tests.chance import LONG
from tests.model.coins import Coins
from tests.model.tables import play

SPECIAL = [
    *("alpha-wolf", "lone-wolf", "wolf-cub", "minion", "wizard", "chupacabra", "dracula", "zombie", "tanner", "mason"),
    *("seer", "hunter", "witch", "little-girl", "vigilante", "tough-guy", "doctor", "cupid", "bodyguard", "insomniac"),
    *("thing", "doppelganger", "ghost", "drunk", "priest", "spellcaster"),
]
AT_A_TIME = 20


def dealt(chance: Random) -> Game | None:
    """A game with any coins, each but the werewolf at most once; nothing where it is won before it begins."""
    seats = [f"s{number:02}" for number in range(chance.randint(5, 13))]
    coins = ["werewolf"] * chance.randint(1, 3) + chance.sample(SPECIAL, len(SPECIAL))
    coins = chance.sample(coins[: len(seats)], len(seats))
    night, sober = chance.choice(["one-by-one", "together", "silent"]), chance.choice(["on", "off"])
    options = {"night": night, "sober_drunk": sober}
    cards = dict(zip(seats, coins, strict=True))
    try:
        return Game("coins", seats, cards=cards, options=options, seed=chance.randrange(2**31))
    except IllegalTable:
        return None


@pytest.mark.parametrize("first", range(0, 8000 if LONG else 200, AT_A_TIME))
def test_the_coins_are_as_a_second_reader_of_the_rules_says(first: int) -> None:
    for seed in range(first, first + AT_A_TIME):
        chance = Random(seed)
        game = dealt(chance)
        if game is not None:
            reader = Coins(game)
            play(game, chance, reader)
            assert not reader.found, f"seed {seed}"
