"""Rolesets of a table's own: cards that are taken for others, turn, have two votes or none, or ask the dead."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from narrator.game.bots import random_answers
from narrator.game.check import problems, warnings
from narrator.game.game import Game
from narrator.game.scenario import play
from narrator.rules.facts import Counted, Weighed
from tests.labs.houselab import HOUSE_LIBRARY, HOUSES
from tests.labs.rolesetlab import with_change

NAMES = [file.stem for file in sorted(HOUSES.glob("*.yaml")) if "." not in file.stem]
SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


@pytest.mark.parametrize("file", sorted((HOUSES / "scenarios").glob("*.yaml")), ids=lambda file: file.stem)
def test_the_words_do_what_they_say(file: Path) -> None:
    assert play(file, HOUSE_LIBRARY).problems == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wrong_or_unused_in_them(name: str) -> None:
    assert problems(HOUSE_LIBRARY, name) == []
    assert warnings(HOUSE_LIBRARY, name) == []


@pytest.mark.parametrize("name", NAMES)
def test_random_games_with_these_cards_end(name: str) -> None:
    tree = HOUSE_LIBRARY.tree(name)["cards"]
    own = [card for card in tree if tree.key_places[card].file == str(HOUSES / f"{name}.yaml")]
    seats = [f"seat {number}" for number in range(12)]
    for seed in range(30):
        chance = Random(seed)
        cards = dict(zip(seats, ["werewolf", "seer", *chance.choices(own, k=8)], strict=False))
        game = Game(name, seats, cards=cards, seed=seed, library=HOUSE_LIBRARY)
        while game.prompts:
            assert game.night < 100
            for prompt in game.prompts:
                game.answer_all(prompt.id, random_answers(prompt, prompt.seats, chance))
            game.close()
        assert game.winner


def voted(card: str) -> tuple[Counted, list[Weighed]]:
    """What comes of three votes against Gus, one of them by somebody with this card, and two against Hal."""
    cards = {"Ann": "werewolf", "Bob": card}
    game = Game("house", SEATS, cards=cards, options={"sheriff": "never"}, seed=1, library=HOUSE_LIBRARY)
    while game.phase != "day 1":
        game.close()
    for seat, at in {"Bob": "Gus", "Cid": "Gus", "Dan": "Gus", "Eve": "Hal", "Fay": "Hal"}.items():
        game.answer("village.vote", at, seat)
    game.close()
    (counted,) = [fact for fact in game.facts if isinstance(fact, Counted)]
    return counted, [fact for fact in game.facts if isinstance(fact, Weighed)]


def test_votes_that_count_in_secret_are_shown_as_one_each() -> None:
    """G-20: the count that everybody sees is the one that everybody can count; only the rules know the other."""
    plain, nothing = voted("lycan")
    assert (dict(plain.tally), nothing) == ({"Gus": 3, "Hal": 2}, [])
    for card, weight in (("alderman", 4), ("beggar", 2)):
        counted, (weighed,) = voted(card)
        assert counted == plain
        assert dict(weighed.tally)["Gus"] == weight
        assert weighed.knowers == ()


def test_votes_that_are_shown_are_in_the_count() -> None:
    counted, nothing = voted("mayor")
    assert (dict(counted.tally), nothing) == ({"Gus": 4, "Hal": 2}, [])


AMONG_THE_DEAD = [
    ("{one: living}, outcome", "{one: dead}, outcome", "Nobody dead can be chosen here"),
    ("{one: prey}", "{one: dead}", "“attack” is for the living; about the dead use “announce” or “mark” or “tell”."),
    ("asks: pack", "asks: dead", "“asks” needs a pool of living seats, such as `pack`."),
    ("{one: prey}, may_pass: true, then: [{attack: devoured}]", "{one: dead}, power: fox.sniff", "A power is used on"),
    ("{one: prey}, may_pass: true, then: [{attack: devoured}]", "{one: dead}, then: [{tell: card}]", ""),
    ("{copies: 9}", "{seen_as: ghoul}", "There is no card “ghoul”; there are: villager, werewolf."),
    ("{copies: 9}", "{turned_by: vote}", "There is no cause of death at night “vote”."),
    ("{copies: 9}", "{votes: half}", "“votes” must be a number from 0 to 9."),
    ("{copies: 9}", "{votes_shown: maybe}", "“votes_shown” must be true or false."),
]


@pytest.mark.parametrize(("old", "new", "said"), AMONG_THE_DEAD)
def test_what_these_words_cannot_do_is_reported(tmp_path: Path, old: str, new: str, said: str) -> None:
    sentences = with_change(tmp_path, old, new)
    assert any(said in sentence for sentence in sentences) if said else not sentences
