"""The village's offices and spirits: the order of a morning, who lied, and which cards the crier has."""

from __future__ import annotations

from contextlib import nullcontext
from random import Random
from typing import Any

import pytest

from narrator import Game, IllegalTable
from narrator.game.bots import random_answers
from narrator.game.library import LIBRARY
from narrator.rules.facts import Announced, Died, Fact, PhaseBegan, WindowOpened
from narrator.rules.village_facts import SpiritAnswered

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"]
CARDS = {"Ann": "werewolf", "Bob": "bear-tamer", "Cid": "gypsy", "Fay": "werewolf", "Gus": "seer"}
NIGHTS = {"seer.look": "Ann", "sheriff.elect": "Eve", "sheriff.appoint": "Dan"}
PERMANENT = ["ev-somnambulism", "ev-touch-of-death", "ev-executioner", "ev-double-agent", "ev-burial"]


def played(game: Game, phase: str, answers: dict[str, Any]) -> list[Fact]:
    """Play through a phase, and say what happened in it; those not told what to answer pass."""
    while game.phase != phase:
        _answer(game, NIGHTS)
        game.close()
    while game.phase == phase:
        _answer(game, {**NIGHTS, **answers})
        game.close()
    began = next(at for at, fact in enumerate(game.facts) if isinstance(fact, PhaseBegan) and fact.phase == phase)
    return list(game.facts[began:])


def _answer(game: Game, answers: dict[str, Any]) -> None:
    for prompt in game.prompts:
        if prompt.id in answers:
            game.answer_all(prompt.id, dict.fromkeys(prompt.seats, answers[prompt.id]))


def test_a_morning_has_its_order() -> None:
    options = {"sheriff": "start"}
    game = Game("the-pact", SEATS, cards=CARDS, options=options, events=["ev-burial"], crier=["ev-enthusiasm"])
    played(game, "night 1", {"werewolf.devour": "Jon"})
    played(game, "night 2", {"werewolf.devour": "Ida", "gypsy.call": ["ev-spiritualism-1", 1, "Hal"]})
    morning = played(game, "dawn 2", {"spirit.answer": "no", "crier.announce": "ev-enthusiasm"})
    found = [
        fact.seat if isinstance(fact, Died) else fact.cue for fact in morning if isinstance(fact, (Died, Announced))
    ]
    assert found == ["Ida", "event.card", "bear.growl", "medium.asks", "spirit.no", "event.card"]


@pytest.mark.parametrize(
    ("card", "question", "truth"),
    [
        (1, 1, "yes"), (1, 2, "no"), (1, 3, ""), (1, 4, ""),
        (2, 1, ""), (2, 2, ""), (2, 3, "no"), (2, 4, "no"),
        (3, 1, "yes"), (3, 2, "no"), (3, 3, ""), (3, 4, "no"),
        (4, 1, ""), (4, 2, ""), (4, 3, "no"), (4, 4, "yes"),
        (5, 1, "yes"), (5, 2, "yes"), (5, 3, ""), (5, 4, ""),
    ],
)  # fmt: skip
def test_the_box_knows_which_answers_of_the_dead_are_true(card: int, question: int, truth: str) -> None:
    lodge = {seat: "moon" if seat == "Ann" else "sun" for seat in SEATS}
    options = {"sheriff": "start"}
    game = Game("the-pact", SEATS, cards=CARDS, options=options, events=[], lodge=lodge)
    played(game, "night 1", {"werewolf.devour": "Jon", "gypsy.call": [f"ev-spiritualism-{card}", question, "Hal"]})
    morning = played(game, "dawn 1", {"spirit.answer": "no"})
    (answered,) = [fact for fact in morning if isinstance(fact, SpiritAnswered)]
    assert (answered.medium, answered.spirit, answered.truth) == ("Hal", "Jon", truth)
    assert answered.lied == (truth == "yes")
    assert answered.knowers == ()


@pytest.mark.parametrize(("question", "lodge"), [(3, {}), (4, {"Ann": "sun"})])
def test_what_nobody_has_told_the_box_it_does_not_know(question: int, lodge: dict[str, str]) -> None:
    game = Game("the-pact", SEATS, cards=CARDS, options={"sheriff": "start"}, events=[], lodge=lodge)
    card = "ev-spiritualism-2"
    played(game, "night 1", {"werewolf.devour": "Jon", "gypsy.call": [card, question, "Hal"]})
    (answered,) = [fact for fact in played(game, "dawn 1", {}) if isinstance(fact, SpiritAnswered)]
    assert answered.truth == ("no" if lodge else "")


TWO_EACH = {"cards": {"Bob": "witch", "Cid": "seer"}, "alignment": {"Ann": "werewolf", "Dan": "werewolf"}}
BOTH_DOWN = {"cards": {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"}, "alignment": {"Ann": "villager"}}


@pytest.mark.parametrize(
    ("card", "question", "option", "dealt"),
    [
        (3, 1, {"double_you": "secret"}, BOTH_DOWN),
        (3, 1, {"double_you": "open"}, TWO_EACH),
        (4, 3, {"double_you": "open"}, TWO_EACH),
        (3, 1, {"harvest_festival": "on"}, {"cards": {"Ann": "werewolf", "Cid": "seer"}}),
    ],
)
def test_with_other_cards_and_other_looks_too_the_box_knows_what_is_true(
    card: int, question: int, option: dict[str, str], dealt: dict[str, Any]
) -> None:
    lodge = {seat: "sun" if seat in ("Ann", "Bob", "Cid") else "moon" for seat in SEATS[:7]}
    options = {"sheriff": "never", **option}
    events = [f"ev-spiritualism-{card}"]
    game = Game("the-pact", SEATS[:7], options=options, events=events, lodge=lodge, seed=1, **dealt)
    played(game, "night 1", {"werewolf.devour": "Gus"})
    answers = {"spirit.question": str(question), "spirit.answer": "yes", "werewolf.devour": "Cid"}
    morning = played(game, "dawn 2", answers)
    (answered,) = [fact for fact in morning if isinstance(fact, SpiritAnswered)]
    assert (answered.truth, answered.lied) == ("yes", False)


def test_in_a_night_without_a_look_no_card_is_named_that_lies_open_or_that_only_the_seer_holds() -> None:
    """EV-10, G-20: it would tell that the seer is dead."""
    cards = {"Ann": "werewolf", "Bob": "bear-tamer", "Gus": "seer", "Hal": "hunter"}
    events = ["ev-burial", "ev-somnambulism"]
    for lot, falls in {"hunter": False, "seer": False, "bear-tamer": True, "werewolf": True}.items():
        game = Game("the-pact", SEATS, cards=cards, options={"sheriff": "never"}, events=events, lots=[lot])
        played(game, "night 1", {"werewolf.devour": "Hal"})
        played(game, "night 3", {"werewolf.devour": "Gus"})
        with nullcontext() if falls else pytest.raises(IllegalTable):
            assert Announced("seer.aloud", (lot,)) in played(game, "night 4", {})


@pytest.mark.parametrize("number", [1, 5, 12])
def test_the_crier_has_as_many_cards_as_the_host_says(number: int) -> None:
    options = {"events": "on", "town_crier": "on" if number == 5 else f"cards {number}", "sheriff": "start"}
    game = Game("the-pact", SEATS, cards=CARDS, options=options)
    (told,) = [fact for fact in played(game, "day 1", {}) if getattr(fact, "about", "") == "crier"]
    assert len(set(told.what)) == number
    assert not any(card.startswith("ev-spiritualism") for card in told.what)


def _table(seed: int) -> dict[str, Any]:
    dice = Random(seed)
    options: dict[str, Any] = {
        "events": dice.choice(["on", "every-2", "every-3"]),
        "town_crier": dice.choice(["on", "cards 20", "off"]),
        "buildings": dice.choice(["on", "off"]),
        "sheriff": dice.choice(["start", "first-day"]),
        "permanent_events": dice.sample(PERMANENT, dice.randint(0, 5)),
    }
    rules, _ = LIBRARY.roleset("the-pact", options)
    special = [card.id for card in rules.cards.values() if not card.needs and not card.together]
    deck = ["werewolf", *dice.sample(special, 9)]
    facts = {"born": {seat: dice.randint(1950, 2015) for seat in SEATS}} if dice.random() < 0.5 else {}
    if dice.random() < 0.5:
        facts["lodge"] = {seat: dice.choice(["sun", "moon"]) for seat in SEATS}  # type: ignore[misc]
    return {"cards": dict(zip(SEATS, deck, strict=True)), "options": options, "seed": seed, **facts}


@pytest.mark.parametrize("seed", range(40))
def test_a_village_with_all_of_it_plays_to_the_end_and_plays_again_alike(seed: int) -> None:
    try:
        game = Game("the-pact", SEATS, **_table(seed))
    except IllegalTable:
        return
    dice = Random(seed)
    while game.winner is None:
        for prompt in [prompt for prompt in game.prompts if not prompt.standing]:
            game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice, game.given(prompt)))
        for prompt in [prompt for prompt in game.prompts if prompt.standing and dice.random() < 0.2]:
            game.answer_all(prompt.id, random_answers(prompt, prompt.seats, dice))
            break
        if game.winner is None:
            game.close()
    again = Game("the-pact", SEATS, **_table(seed))
    again.play(game.entries)
    assert list(again.facts) == list(game.facts)


def test_nobody_hears_whose_sign_is_asked_for_again_after_a_death_by_day() -> None:
    """What is asked beside a vote is a secret, even where the vote is put again (PA-33, BD-15)."""
    cards = {"Ann": "werewolf", "Bob": "wandering-judge"}
    buildings = {"Cid": "barber", "Eve": "lord"}
    options = {"buildings": "on", "sheriff": "never"}
    game = Game("the-pact", SEATS, cards=cards, options=options, buildings=buildings, seed=1)
    while all(prompt.id != "wandering-judge.again" for prompt in game.prompts):
        game.close()
    game.answer("barber.shave", "Eve", "Cid")
    assert "wandering-judge.again" in [prompt.id for prompt in game.prompts]
    opened = [fact.prompt for fact in game.facts if isinstance(fact, WindowOpened) and fact.asked]
    assert opened.count("village.vote") == 2
    assert "wandering-judge.again" not in opened
