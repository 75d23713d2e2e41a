"""At night a button is pressed for a question as for a decoy: as often, as long, and its light answers alike (G-21)."""

from __future__ import annotations

from itertools import islice, permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec import to_builtins

from hardware.devices import Colour
from hardware.gestures import Gestures
from hardware.lights import CONSIDERED, Light
from narrator.box.pages.player_page import PlayerDrawing
from narrator.game.game import Game
from narrator.panel.button_language import Presses
from narrator.rules.decoys import decoy
from narrator.rules.prompts import Prompt
from tests.labs.boxlab import Table
from tests.labs.buttonlab import NAMES, PASS, TELL, ButtonTable, Move, choose
from tests.labs.secretlab import EVENINGS, TOGETHER, play_until_all_are_put

TICK = 0.04
"""Seconds between two looks at the lights: no blink is shorter."""
AFTER, TOLD = 4.0, 12.0
"""Seconds in which a light has answered a press, and in which it has told whatever there is to tell."""
ANSWERS = 12
"""So many answers to a question are tried."""


class Seen(NamedTuple):
    """What can be seen of a finger's moves: every change of its own light and of the seat that glows, counted to the
    left; and when an answer was sent."""

    lit: list[tuple[float, Colour, int | None]]
    answered: list[float]


def seen(page: dict[str, Any], moves: list[Move], after: float = AFTER) -> Seen:
    """What comes of these moves on the button of the seat that this page is of, until so many seconds after them."""
    presses, light, finger = Presses("token"), Light(), Gestures()
    presses.see(page)
    seats = [seat["name"] for seat in page["seats"]]
    own, end = seats.index(page["you"]["seat"]), moves[-1][0] + after
    found = Seen([], [])
    coming = list(moves)
    for now in (tick * TICK for tick in range(round(end / TICK))):
        felt = finger.wait(now)
        while coming and coming[0][0] <= now:
            at, down = coming.pop(0)
            felt += finger.move(down, at)
        for each in felt:
            meaning = presses.feel(each)
            if meaning.blinks is not None:
                light.blink(meaning.blinks, each.at)
            if meaning.message is not None:
                found.answered.append(each.at)
        reached = presses.considered(now) if presses.counts else None
        far = None if reached is None else (seats.index(reached) - own) % len(seats)
        light.glow = CONSIDERED if far == 0 else presses.glow(now)
        if (light.shows(now), far) != (found.lit[-1][1:] if found.lit else None):
            found.lit.append((now, light.shows(now), far))
    return found


def answers(screen: dict[str, Any], prompt: Prompt) -> list[list[int]]:
    """How often to press for some of the answers, from the first to the last."""
    numbers = {choice["value"]: choice["number"] for choice in screen["choices"]}
    whole = prompt.legal or list(permutations(numbers, prompt.most))
    return [[numbers[value] for value in answer] for answer in islice(whole, 0, None, len(whole) // ANSWERS + 1)]


def compare(table: Table, window: str, asked: list[str]) -> None:
    """What those who are asked press would answer a decoy, too, if they had one, and looks the same."""
    played, pages = table.round, PlayerDrawing(table.box)
    seats = [{"name": name, "candle": None} for name in played.views[None].seats]
    for seat in asked:
        view, prompt = played.views[seat], played.question(seat)
        assert prompt is not None
        assert view.opened is not None
        page = {"stage": "game", "sky": "night", "lent": None, "seats": seats, **to_builtins(pages.drawn(seat))}
        pretended = decoy(played.game.rules.prompts, view.opened, seat, view.living)
        shown = {**page, "screen": to_builtins(pages.decoy(played, seat, pretended))}
        where = f"{prompt.id} while {window} is asked"
        for moves in [choose(*numbers) for numbers in answers(page["screen"], prompt)] + [PASS] * prompt.may_pass:
            one, other = seen(page, moves), seen(shown, moves)
            assert one.answered, where
            assert one == other, where
        one, other = seen(page, TELL, TOLD), seen(shown, TELL, TOLD)
        assert len(one.lit) == len(other.lit), where
        assert one.lit[-1][0] == other.lit[-1][0], where


@pytest.mark.slow
@pytest.mark.parametrize(("roleset", "options", "never"), EVENINGS + TOGETHER)
def test_a_button_is_busy_as_long_for_every_question_as_for_its_decoy(
    roleset: str, options: dict[str, str], never: set[str], tmp_path: Path
) -> None:
    play_until_all_are_put(tmp_path, roleset, options, never, compare)


def test_a_button_counts_to_the_place_of_a_victim_and_its_light_tells_the_seats(tmp_path: Path) -> None:
    """Nobody else has two victims to choose from: a count of seats would be heard."""
    table = ButtonTable(tmp_path)
    cards = {"Ann": "werewolf", "Bob": "big-bad-wolf", "Cid": "witch"}
    table.box.moderate(Game("the-pact", NAMES, cards=cards, options={"sheriff": "never"}, seed=2))
    for prompt, victim in (("werewolf.devour", "Hal"), ("big-bad-wolf.devour", "Gus")):
        table.until(prompt)
        for name in table.round.game.prompts[0].seats:
            assert table.answer(name, victim)["ok"]
    table.until("witch.heal")
    assert table.told("Cid") == [4, 5]
    table.hands({"Cid": choose(2), "Eve": choose(2)})
    assert [table.page(name)["screen"]["chosen"] for name in ("Cid", "Eve")] == [["Hal"], ["yes"]]


def test_a_thief_counts_to_the_place_of_a_card_in_the_centre(tmp_path: Path) -> None:
    table = ButtonTable(tmp_path)
    table.box.moderate(
        Game("millers-hollow", NAMES, cards={"Ann": "werewolf", "Cid": "thief"}, centre=["seer", "hunter"], seed=2)
    )
    table.until("thief.swap")
    numbers = [table.round.legend.card(card) for card in ("seer", "hunter")]
    assert table.told("Cid") == sorted(numbers)
    table.hands({"Cid": choose(2)})
    assert table.page("Cid")["screen"]["chosen"] == [["seer", "hunter"][numbers.index(max(numbers))]]
