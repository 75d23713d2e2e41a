"""Rolesets of your own: the page says all that may stand in them, its example can be played, and nothing crashes."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator import Game, cli
from narrator.game.bots import random_answers
from narrator.game.library import LIBRARY, OWN, Library
from narrator.rules import card_reader, grammar, prompt_reader, registry
from narrator.rules.strict_yaml import read, written
from tests import words
from tests.chance import examples
from tests.labs.rolesetlab import README, SMALL, at, files_of_the_readme, found, our_table, plain, within

ENGINE = Path(grammar.__file__).resolve().parents[1]
SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def play(library: Library, name: str, seats: int, chance: Random, closings: int = 300) -> Game:
    """A game of random bots, some of whom fall asleep."""
    game = Game(name, [f"seat {number}" for number in range(seats)], seed=chance.randrange(99), library=library)
    while game.winner is None and closings:
        closings -= 1
        for prompt in game.prompts:
            awake = [seat for seat in prompt.seats if chance.random() < 0.9]
            for seat, answer in random_answers(prompt, awake, chance).items():
                if not (prompt.open_ballot and game.complete):
                    game.answer(prompt.id, answer, seat)
        game.close()
    return game


def test_the_roleset_that_the_tests_change_is_sound(tmp_path: Path) -> None:
    assert found(tmp_path, SMALL) == []
    assert play(Library(tmp_path), "small", 6, Random(1)).winner


STRANGE: list[Any] = [
    None, True, 5, -1, 10**12, "", "x", "8", "yes", "own", "seer", "living", [], {}, [[]], ["a"], {"a": {}},
    {"one": "living"}, {"two": "prey"}, {"card": "centre"}, {"this": "bitten"},
]  # fmt: skip
TREES = {name: plain(read((OWN / f"{name}.yaml").read_text(encoding="utf-8"), name)) for name in Library().names}


def changed(tree: dict[str, Any], chance: Random) -> None:
    """Delete, double, replace or rename something somewhere in a tree."""
    paths = within(tree)
    path = chance.choice(paths)
    parent, key = at(tree, path[:-1]), path[-1]
    match chance.randrange(5):
        case 0:
            del parent[key]
        case 1:
            parent[key] = chance.choice(STRANGE)
        case 2:
            parent[key] = plain(at(tree, chance.choice(paths)))
        case 3 if isinstance(parent, list):
            parent.insert(key, plain(parent[key]))
        case _ if isinstance(parent, dict):
            parent[str(chance.choice(paths)[-1])] = plain(parent[key])
        case _:
            parent.reverse()


@pytest.mark.slow
@examples(30)
@given(chance=st.randoms(use_true_random=False))
def test_no_yaml_crashes_the_reader_or_the_game(chance: Random, tmp_path_factory: pytest.TempPathFactory) -> None:
    tree = plain(TREES[chance.choice(sorted(TREES))])
    if chance.random() < 0.5:
        some = chance.sample(sorted(tree), 3)
        tree = {"extends": chance.choice(sorted(TREES)), "title": "Mine", **{key: tree[key] for key in some}}
    tree["roleset"] = "mine"
    for _ in range(chance.randint(1, 2)):
        changed(tree, chance)
    folder = tmp_path_factory.mktemp("rolesets")
    sentences = found(folder, written(tree), "mine")
    if not sentences:
        library = Library(folder)
        rules, _ = library.roleset("mine", {})
        play(library, "mine", chance.randint(rules.least, min(rules.most, 14)), chance)
    assert Library(folder).vocabulary.prompts


def test_the_example_of_the_readme_is_ten_lines_and_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = our_table(tmp_path)
    assert len(files_of_the_readme()["our-table.yaml"].splitlines()) == 10
    assert cli.main(["check", "--rolesets", str(own), "our-table"]) == 0
    assert capsys.readouterr().out == "our-table: ok\n"
    assert cli.main(["check", str(own / "our-table.yaml"), str(own / "our-table.en.yaml")]) == 0


def test_the_example_of_the_readme_can_be_played(tmp_path: Path) -> None:
    library = Library(our_table(tmp_path))
    assert play(library, "our-table", 9, Random(1)).winner
    game = Game(
        "our-table", SEATS, cards={"Ann": "werewolf", "Bob": "guard", "Cid": "seer", "Dan": "hunter"}, library=library,
        options={"sheriff": "never"},
    )  # fmt: skip
    game.answer("seer.look", "Ann")
    game.close()
    game.answer("guard.protect", "Eve")
    game.close()
    game.answer("werewolf.devour", "Eve")
    game.close()
    assert game.phase == "day 1"
    assert len(game.alive) == 8
    for seat in game.alive:
        game.answer("village.vote", "Dan", seat)
    game.close()
    (prompt,) = game.prompts
    assert (prompt.id, prompt.may_pass) == ("hunter.shoot", False)


KEYS = {
    *grammar.ROLESET_KEYS, *card_reader.CARD_KEYS, *prompt_reader.WAKES_KEYS, *prompt_reader.TESTAMENT_KEYS,
    *prompt_reader.BALLOT_KEYS, *prompt_reader.CHOOSE, *prompt_reader.ANY_TIME_KEYS, *card_reader.BUILDING_KEYS,
    *card_reader.EVENT_KEYS, *card_reader.EVENTS, *grammar.VARIANT_KEYS, "is", "several", "default", "excludes",
    "needs", "on", "first_night", "later_nights",
}  # fmt: skip
NAMES = [name for words in registry.KINDS.values() if words is not registry.step for name in words]


@pytest.mark.parametrize("name", sorted({*KEYS, *NAMES}))
def test_the_readme_explains_every_key_and_name(name: str) -> None:
    assert re.search(rf"`[^`]*(?<![\w-]){re.escape(name)}(?![\w-])[^`]*`", README)


def test_the_readme_counts_what_cards_are_made_of() -> None:
    """`python -m tests.words` prints what must be there."""
    assert words.counted() in README


def test_the_readme_says_why_a_key_with_few_users_stays() -> None:
    few = {key for keys in words.keyed().values() for key, users in keys.items() if len(users) < 3}
    reasons = README.partition("A key with fewer than three users stays")[2]
    assert few <= set(re.findall(r"`(\w+)`", reasons))


def test_no_card_is_named_in_the_engine() -> None:
    """A card's name belongs in its YAML and its power; every book has werewolves and plain villagers."""
    cards = {card for name in LIBRARY.names for card in LIBRARY.tree(name)["cards"]} - {"werewolf", "villager"}
    named = [
        f"{file.name}:{node.lineno}: {node.value}"
        for room in (ENGINE / "rules", ENGINE / "telling")
        for file in room.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and str(node.value).partition(".")[0] in cards
    ]
    assert named == []


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ([], "off"), ("off", "off"), (False, "off"), ("ev-burial", "ev-burial"),
        (["ev-burial", "ev-executioner"], "ev-executioner ev-burial"),
        ("ev-burial, ev-executioner", "ev-executioner ev-burial"),
        (["ev-miracle"], None), (["off", "ev-burial"], None), (True, None),
    ],
)  # fmt: skip
def test_an_option_may_have_several_values(value: object, read: str | None) -> None:
    assert LIBRARY.roleset("the-pact", {})[0].options["permanent_events"].reads(value) == read
