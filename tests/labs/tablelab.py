"""A table with cards before its seats, for what the rules answer about one, and a game of eight."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from narrator.game.bots import random_answers
from narrator.game.game import Game
from narrator.game.library import LIBRARY, Library
from narrator.rules.deal import laid
from narrator.rules.table import Table

SEATS = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


def table(
    cards: Mapping[str, str], roleset: str = "millers-hollow", *, library: Library = LIBRARY, seed: int = 1, **more: Any
) -> Table:
    """A table of eight, just before the setup: those who are not named have the plain villager's card."""
    chosen = more.pop("options", {})
    rules, options = library.roleset(roleset, {"sheriff": "never"} | chosen)
    return laid(rules, SEATS, options, seed, cards=cards, **more)


def happened(table: Table, *kinds: type) -> list[Any]:
    """The facts of these kinds, in order."""
    return [fact for fact in table.log if isinstance(fact, kinds)]


def play_out(game: Game, dice: Random) -> None:
    """Play a game to its end at random; a prompt that another answer has taken away is passed over."""
    while game.winner is None:
        for prompt in game.prompts:
            if prompt in game.prompts:
                game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice))
        if game.winner is None:
            game.close()


def played(roleset: str = "millers-hollow", seed: int = 1, **table: Any) -> Game:
    """A game of eight that was played to its end at random."""
    dice = Random(seed)
    game = Game(roleset, SEATS, seed=seed, **table)
    play_out(game, dice)
    return game
