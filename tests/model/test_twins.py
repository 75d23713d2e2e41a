"""Can the table hear at night who holds which card? No: what is called, in which order and with which windows, and
what is said at dawn, is the same whatever it does not know (G-20, G-21)."""

from __future__ import annotations

from random import Random

import pytest

from narrator.rules.facts import Announced, Fact
from tests.chance import LONG
from tests.model.twins import follow, play, table, twin

BY_THE_RULES = {
    "night": {
        "Won",  # a piper who has charmed everybody wins at once
        *("brew.dead", "brew.healed", "brew.villager", "brew.werewolf"),  # what a witch brews is said aloud (VA-07)
        "CardDrawn",  # the coin of a sober drunk is called, though the deck had none (CO-44)
    },
    "dawn": {
        *("Eliminated", "dawn.nobody", "dawn.spared", "CardTurned", "death.side"),  # who is dead, and was what
        *("elder.despair", "Revived"),  # what killed an elder, and whom a miracle brings back
        *("Won", "Left", "OfficeTaken"),  # who wins, goes, or inherits
        *("WindowOpened", "silenced.name", "CandlesOut"),  # whose last word, whose silence, whose candle
        *("Marked", "Noted", "fire.building", "building.free", "RuleEnded"),  # which posters, fires and houses
        *("bear.growl", "medium.asks", "EventDrawn"),  # what a bear smells, a spirit is asked and the deck brings
    },
}
"""What the rules themselves let the table learn of secret choices and of lots."""
TWINS = 3
AT_A_TIME = 20
NIGHTS = 100
"""So many nights are compared at least at so many tables: else the test would have stopped asking."""


def kind(fact: Fact) -> str:
    """A cue that is said, or else what happened."""
    return fact.cue if isinstance(fact, Announced) else type(fact).__name__


@pytest.mark.parametrize("start", range(0, 8000 if LONG else 280, AT_A_TIME))
def test_nothing_that_the_table_hears_at_night_tells_it_what_lies_hidden(start: int) -> None:
    nights = 0
    for number in range(start, start + AT_A_TIME):
        chance = Random(number)
        game = table(chance)
        if game is None:
            continue
        play(game, number, chance)
        for other in [twin(game, chance) for _ in range(TWINS)]:
            for parted in follow(game, other, number, chance) if other else ():
                nights += 1
                if parted is not None and not parted.phase.startswith("day"):
                    allowed = BY_THE_RULES.get(parted.phase.split()[0], ())
                    known = kind(parted.first) in allowed or kind(parted.twin) in allowed
                    assert known, f"table {number}, {parted.phase}: {parted.first} here, {parted.twin} at its twin"
    assert nights > NIGHTS
