"""Characters whose order cannot matter are called together, where the table wants it, and nothing else changes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.rules import facts
from narrator.rules.prompts import Prompt
from narrator.rules.together import SILENT, STYLES, group_from, side_by_side

SEATS = [f"{'ABCDEFGHIJKL'[seat]}{seat}" for seat in range(12)]
IN_SILENCE = {
    "classic": [],
    "millers-hollow": [["seer", "werewolf"]],
    "new-moon": [],
    "the-pact": [["seer", "fox", "scandalmonger", "defender", "werewolf"]],
    "coins": [
        [
            "doctor", "wizard", "seer", "chupacabra", "vigilante", "bodyguard", "thing", "zombie", "spellcaster",
        ],
    ],
}  # fmt: skip
GROUPS = {
    "classic": [],
    "millers-hollow": [],
    "new-moon": [],
    "the-pact": [["seer", "defender"], ["fox", "scandalmonger"]],
    "coins": [["doctor", "wizard", "seer", "chupacabra", "bodyguard", "thing", "zombie", "spellcaster"]],
}


def answer(prompt: Prompt, seat: str, seed: int, phase: str) -> list[str]:
    """What a seat answers: by chance, but the same whenever it is asked the same."""
    dice = Random(f"{seed} {phase} {prompt.id} {seat}")
    if prompt.legal is not None:
        return list(dice.choice(sorted(prompt.legal)))
    choices = sorted(prompt.choices_of(seat))
    if prompt.may_pass and dice.random() < 0.3:
        return []
    return dice.sample(choices, min(len(choices), prompt.most))


def played(style: str, roleset: str, deck: list[str], seed: int) -> dict[str, Any]:
    """What came of a game in this style of night: what each seat was told in which phase, and who died when."""
    options = {"night": style, **({"sheriff": "never"} if roleset in ("millers-hollow", "the-pact") else {})}
    centre = ["villager", "seer"] if "thief" in deck else None
    game = Game(roleset, SEATS, deck=deck, options=options, house_deck=True, seed=seed, centre=centre)
    for _ in range(300):
        if game.winner is not None or game.phase == "day 4":
            break
        for prompt in [prompt for prompt in game.prompts if not prompt.standing]:
            seats = prompt.seats[:1] if prompt.agree else prompt.seats
            for seat in seats:
                if prompt in game.prompts:
                    chosen = answer(prompt, prompt.id if prompt.agree else seat, seed, game.phase)
                    for one in prompt.seats if prompt.agree else [seat]:
                        game.answer(prompt.id, chosen, seat=one)
        game.close()
    phase, told, died, called = "", [], [], []
    for fact in game.facts:
        if isinstance(fact, facts.PhaseBegan):
            phase = fact.phase
        elif isinstance(fact, facts.Told):
            told.append((phase, fact.seat, fact.about, fact.what))
        elif isinstance(fact, facts.Eliminated):
            died.append((phase, fact.seats, fact.manner))
        elif isinstance(fact, facts.Called):
            called.append((phase, fact.call))
    windows = sum(isinstance(fact, facts.WindowOpened) and not fact.asked for fact in game.facts)
    return {
        "told": sorted(told, key=str), "died": died, "called": sorted(called), "winner": game.winner, "windows": windows
    }  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("roleset", GROUPS)
def test_those_called_together_are_worked_out_from_the_roleset(roleset: str, style: str) -> None:
    rules, _ = LIBRARY.roleset(roleset, {})
    silent = style == SILENT
    calls = side_by_side(rules.later_nights, silent)
    assert sorted(call.name for call in calls) == sorted(call.name for call in rules.later_nights)
    found, at = [], 0
    while at < len(calls):
        group = group_from(calls, at, silent)
        at += len(group)
        found += [[call.name for call in group]] if len(group) > 1 else []
    assert found == (IN_SILENCE if silent else GROUPS)[roleset]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("roleset", ["the-pact", "coins"])
def test_called_together_or_one_by_one_the_same_comes_of_the_same_answers(roleset: str, style: str) -> None:
    rules, _ = LIBRARY.roleset(roleset, {})
    dice = Random(roleset)
    shorter = 0
    wakers = [name for name, card in rules.cards.items() if card.wakes and name not in ("thief", "actor", "werewolf")]
    for seed in range(60):
        wanted = ["werewolf", "werewolf", *[card for group in GROUPS[roleset] for card in group]]
        others = [card for card in wakers if card not in wanted]
        deck = [*wanted, *dice.sample(others, len(SEATS) - len(wanted))]
        one, other = (played(style, roleset, deck, seed) for style in ("one-by-one", style))
        shorter += other.pop("windows") < one.pop("windows")
        assert one == other
    assert shorter > 50


def test_a_power_that_turns_somebody_is_no_reason_to_call_its_card_together() -> None:
    rules, _ = LIBRARY.roleset("the-pact", {})
    assert [rules.calls[name].alike for name in ("werewolf", "cursed-wolf-father", "witch", "actor")] == [None] * 4
