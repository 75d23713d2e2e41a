"""A second reading of the village's rules, made without a look at the engine, watches games of all kinds.

What it checks is in `prompts.py`, `verdicts.py`, `nights.py` and `winners.py`; what it needs to know of a game it keeps
itself, in `state.py`.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.chance import LONG
from tests.model.oracle import Oracle
from tests.model.tables import play, village

ODDS = {
    "buildings": (0.8, ["on"]),
    "events": (0.6, ["on"]),
    "event_variants": (0.4, ["on"]),
    "town_crier": (0.3, ["on"]),
    "moonlight": (0.25, ["on", "hard"]),
    "innocents": (0.12, ["on"]),
    "graffiti": (0.1, ["on"]),
    "harvest_festival": (0.2, ["on"]),
    "black_plague": (0.07, ["on"]),
    "trance": (0.15, ["on"]),
    "double_you": (0.1, ["open", "secret"]),
    "siblings_wake": (0.3, ["every-other-night"]),
    "brave_idiot": (0.2, ["on"]),
    "parity": (0.1, ["on"]),
    "sheriff": (0.7, ["start", "never"]),
}
"""How often an option is on, and with which values."""
NEED_EVENTS = ("event_variants", "town_crier")
AT_A_TIME = 20


@pytest.mark.parametrize("first", range(0, 8000 if LONG else 300, AT_A_TIME))
def test_the_village_is_as_a_second_reader_of_the_rules_says(first: int) -> None:
    for seed in range(first, first + AT_A_TIME):
        chance = Random(seed)
        options = {name: chance.choice(values) for name, (odds, values) in ODDS.items() if chance.random() < odds}
        if "events" not in options:
            options = {name: value for name, value in options.items() if name not in NEED_EVENTS}
        game = village(chance, options, chance.randint(7, 9 if "double_you" in options else 16))
        if game is not None:
            oracle = Oracle(game)
            play(game, chance, oracle)
            assert not oracle.found, f"seed {seed}"
