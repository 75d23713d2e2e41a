"""Every prompt of a village can be put to a seat without a page, explained to it, answered there, and passed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hardware.gestures import Gestures
from hardware.lights import counted
from narrator.game.bots import random_answers
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.lobby.tags import tags_of
from narrator.panel.button_language import Meaning, Presses
from narrator.rules.facts import Told
from narrator.rules.prompts import PASS, Answer, Prompt
from narrator.telling.legend import Legend, acts_of, cards_of, parts_of
from tests.labs.buttonlab import PASS as DOUBLE
from tests.labs.buttonlab import TELL, Move, choose, taps

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Ned"]
VILLAGE = {"buildings": "on", "events": "on", "town_crier": "on", "event_variants": "on"}
VARIANTS: list[dict[str, str]] = [
    {"moonlight": "hard", "graffiti": "on"},
    {"innocents": "on", "harvest_festival": "on"},
    {"trance": "on", "permanent_events": "ev-executioner ev-double-agent ev-touch-of-death"},
    {"black_plague": "on", "graffiti": "on"},
    {"double_you": "secret"},
]
DEALT = ["werewolf", "werewolf", "gypsy", "pyromaniac", "scandalmonger", "seer", "witch", "hunter", "cupid", "thief"]
WITHOUT_CARDS = ("player.leave",)
"""Asked of whole villages only, where several boxes play together."""
SECRET = ("village.plague", "plague.pass")


class Question:
    """A prompt as it was put to one seat; `acts` are all that this seat could do beside it, with its numbers."""

    def __init__(self, game: Game, prompt: Prompt, seat: str, legend: Legend) -> None:
        self.prompt, self.seat, self.legend = prompt, seat, legend
        self.living = game.alive
        parts = parts_of(prompt)
        numbers = legend.numbers(prompt, seat) if prompt.kind != "text" else {}
        self.choices = [
            {
                "value": value,
                "number": number,
                "word": prompt.kind == "seat" and value not in legend.seats,
                "part": parts.get(value, 0),
            }
            for value, number in numbers.items()
        ]

    def page(self) -> dict[str, Any]:
        """What the panel sees of it."""
        page: dict[str, Any] = {
            "stage": "game",
            "sky": "night" if self.prompt.lasting else "day",
            "lent": None,
            "seats": [{"name": name} for name in self.legend.seats],
            "you": {"seat": self.seat, "alive": self.seat in self.living},
            "light": {"most": self.legend.most, "card": 1, "told": None, "good": None, "others": []},
            "acts": None,
            "screen": {"number": 7, "kind": "debate", "public": False, "aside": None},
        }
        if self.prompt.standing:
            act = {"what": self.prompt.id, "number": self.legend.act(self.prompt.id), "choices": self.choices}
            return {**page, "acts": [act]}
        screen = {
            "number": 7,
            "kind": "ask",
            "choices": self.choices,
            "least": self.prompt.least,
            "most": self.prompt.most,
            "may_pass": self.prompt.may_pass,
            "chosen": None,
            "public": not self.prompt.lasting,
            "aside": None,
        }
        return {**page, "screen": screen}

    def numbers(self, answer: Answer) -> list[int]:
        found = {choice["value"]: choice["number"] for choice in self.choices}
        return [found[value] for value in answer]

    def answers(self) -> Iterator[Answer]:
        """Some whole answers, the last choices among them."""
        choices = self.prompt.choices_of(self.seat)
        if self.prompt.legal is not None:
            yield from (self.prompt.legal[0], self.prompt.legal[-1])
        elif self.choices:
            yield from (choices[: self.prompt.least], choices[-self.prompt.most :])


@cache
def questions() -> dict[str, Question]:
    """Each prompt that is put in some games of The Pact, with whatever options, once."""
    found: dict[str, Question] = {}
    for number, variant in enumerate(VARIANTS):
        options = {**VILLAGE, **variant}
        seats = SEATS[:9] if "double_you" in variant else SEATS
        rules, _ = LIBRARY.roleset("the-pact", options)
        whole = LIBRARY.whole("the-pact")
        legend = Legend(cards_of(whole), seats, list(rules.events), acts_of(whole))
        for seed in range(16):
            dice = Random(f"{number} {seed}")
            deck = [*DEALT, *["villager"] * (len(seats) - len(DEALT))] if len(seats) > 9 else None
            born = {seat: 1950 + at for at, seat in enumerate(seats)}
            lodge = {seat: ("sun", "moon")[at % 2] for at, seat in enumerate(seats)}
            game = Game(
                "the-pact", seats, deck=deck, options=options, seed=seed, born=born, lodge=lodge, house_deck=True
            )
            asked: set[tuple[str, int]] = set()
            while game.prompts:
                for prompt in game.prompts:
                    for seat in prompt.seats[:1]:
                        found.setdefault(prompt.id, Question(game, prompt, seat, legend))
                    if prompt.rare or (prompt.standing and (prompt.id, game.night) in asked):
                        continue
                    game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice))
                    if prompt.standing:
                        asked.add((prompt.id, game.night))
                        break
                else:
                    game.close()
            for fact in game.facts:
                if isinstance(fact, Told):
                    assert all(0 < n <= legend.most for n in legend.told(fact.about, fact.what, fact.seat)), fact
    return found


def moved(presses: Presses, moves: list[Move]) -> list[Meaning]:
    """What these moves of a finger mean."""
    finger = Gestures()
    felt = [each for at, closed in moves for each in finger.move(closed, at)]
    felt += finger.wait(moves[-1][0] + 3.0)
    return [presses.feel(each) for each in felt]


def said(meanings: list[Meaning]) -> list[tuple[str, Answer]]:
    """The answers among these, each with what it answers."""
    messages = [meaning.message for meaning in meanings if meaning.message is not None]
    return [(message["do"], tuple(message["value"])) for message in messages]


HOLD = [(0.0, True), (2.5, False)]


def after(*parts: list[Move]) -> list[Move]:
    """These moves one after another."""
    moves: list[Move] = []
    for part in parts:
        start = moves[-1][0] + 1.0 if moves else 0.0
        moves += [(start + at, down) for at, down in part]
    return moves


def seated(question: Question) -> Presses:
    presses = Presses("token")
    presses.see(question.page())
    return presses


def the_village() -> list[str]:
    """Every prompt that only the village around the characters brings."""
    plain, _ = LIBRARY.roleset("the-pact", {})
    found: list[str] = ["village.plague"]
    before = (*plain.prompts, *plain.ballots)
    for variant in VARIANTS:
        rules, _ = LIBRARY.roleset("the-pact", {**VILLAGE, **variant})
        found += [prompt for prompt in (*rules.prompts, *rules.ballots) if prompt not in before]
    return [prompt for prompt in dict.fromkeys(found) if prompt not in WITHOUT_CARDS]


@pytest.mark.parametrize("prompt", the_village())
def test_every_prompt_of_the_village_is_answered_and_passed_with_one_button(prompt: str) -> None:
    question = questions()[prompt]
    standing = question.prompt.standing
    for answer in question.answers():
        opening = after(HOLD, choose(question.legend.act(prompt))) if standing else []
        meanings = moved(seated(question), after(*[opening] * standing, choose(*question.numbers(answer))))
        sent, value = said(meanings)[-1]
        assert sent == ("act" if standing else "answer")
        assert question.prompt.read(question.seat, list(value)) == question.prompt.read(question.seat, list(answer))
    if question.prompt.may_pass and not standing:
        assert said(moved(seated(question), DOUBLE)) == [("answer", PASS)]


@pytest.mark.parametrize("prompt", the_village())
def test_a_light_tells_what_can_be_chosen_at_every_prompt_of_the_village(prompt: str) -> None:
    question = questions()[prompt]
    most = question.legend.most
    presses = seated(question)
    told = [meaning.blinks for meaning in moved(presses, HOLD if question.prompt.standing else TELL)]
    numbers = [question.legend.act(prompt)] if question.prompt.standing else [one["number"] for one in question.choices]
    assert counted(numbers, most) in told
    if question.prompt.standing:
        chosen = moved(seated(question), after(HOLD, choose(question.legend.act(prompt)), TELL))
        assert counted([one["number"] for one in question.choices], most) in [meaning.blinks for meaning in chosen]


@pytest.mark.parametrize("prompt", the_village())
def test_every_prompt_of_the_village_is_answered_with_tags(prompt: str, tmp_path: Path) -> None:
    question = questions()[prompt]
    names = tags_of(tmp_path, LIBRARY).names
    if question.prompt.may_pass and not question.prompt.standing:
        passed = seated(question).take("pass").message
        assert passed is not None
        assert passed["value"] == []
    for answer in question.answers():
        assert all(value in (*SEATS, *names["card"], *names["word"]) for value in answer), "no tag can say this"
        presses = seated(question)
        if question.prompt.standing:
            presses.acting.begin(0.0)
            assert [presses.acting.lay(value) for value in answer * 2] == [None, (prompt, *answer)]
            continue
        messages = [presses.take(value).message for value in answer]
        assert messages[-1] is not None
        value = messages[-1]["value"]
        assert question.prompt.read(question.seat, value) == question.prompt.read(question.seat, list(answer))


def test_whatever_a_seat_can_do_by_day_its_light_shows_the_same() -> None:
    question = questions()["confessor.hear"]
    page = question.page()
    lights = []
    nothing: list[Any] = []
    for acts in (page["acts"], nothing):
        presses = Presses("token")
        presses.see({**page, "acts": acts})
        meanings = moved(presses, after(HOLD, choose(5), choose(3), HOLD, taps(2)))
        lights.append([[seconds for seconds, _ in meaning.blinks or ()] for meaning in meanings])
    told, silent = ([sum(each) for each in lit] for lit in lights)
    assert told == pytest.approx(silent)
    assert [len(each) for each in lights[0]] == [len(each) for each in lights[1]]


def test_nobody_acts_at_night_or_while_a_count_is_confirmed() -> None:
    question = questions()["confessor.hear"]
    presses = seated(question)
    moved(presses, [*taps(1), (0.4, True), (3.5, False)])
    assert presses.acting.until < 0
    presses.see({**question.page(), "acts": None})
    moved(presses, HOLD)
    assert presses.acting.until < 0
