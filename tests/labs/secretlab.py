"""Evenings in which every secret question is put, and tables at which one of them is open."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.rules.prompts import Answer, Prompt
from tests.labs.boxlab import NAMES, Table
from tests.labs.houselab import HOUSE_LIBRARY

EVENINGS: list[tuple[str, dict[str, str], set[str]]] = [
    ("classic", {"cupid": "on", "wolfsbane_doorstep": "on", "dark_city": "on"}, set()),
    ("millers-hollow", {}, set()),
    ("new-moon", {}, set()),
    ("the-pact", {}, set()),
    ("the-pact", {"buildings": "on", "permanent_events": "ev-touch-of-death"}, {"full-moon.look", "specter.name"}),
    (
        "the-pact",
        {"harvest_festival": "on", "moonlight": "hard"},
        {"werewolf.devour", "werewolf.catch", "witch.heal", "witch.poison", "thief.trade", "cursed-wolf-father.infect"},
    ),
    ("coins", {"sober_drunk": "on"}, set()),
]
"""Rolesets, their options, and the prompts that these options never put where answers are by lot."""
TOGETHER: list[tuple[str, dict[str, str], set[str]]] = [
    ("the-pact", {"night": "together"}, set()),
    ("the-pact", {"night": "silent"}, set()),
    ("coins", {"night": "silent"}, set()),
]
SECRET = {
    "seer.look": ({"Cid": "seer"}, "millers-hollow", {}),
    "cupid.link": ({"Cid": "cupid"}, "millers-hollow", {}),
    "witch.heal": ({"Cid": "witch"}, "millers-hollow", {}),
    "thief.swap": ({"Cid": "thief", "Bob": "werewolf"}, "millers-hollow", {"centre": ["seer", "villager"]}),
    "defender.protect": ({"Cid": "defender", "Bob": "little-girl"}, "new-moon", {}),
    "wolf-hound.choose": ({"Cid": "wolf-hound"}, "the-pact", {}),
    "alpha-wolf.bite": ({"Cid": "alpha-wolf"}, "coins", {}),
    "medium.listen": ({"Cid": "medium"}, "house", {"options": {"sheriff": "never"}}),
}
PUBLIC = ("number", "kind", "touches", "offers", "public", "least", "most", "may_pass")


def touched(screen: dict[str, Any], prompt: Prompt, seat: str, dice: Random) -> tuple[Answer, int]:
    """An answer as the page gives it, and how many tiles it lights; a pack agrees where it can."""
    choices = prompt.choices_of(seat)
    number = dice.randint(prompt.least, prompt.most)
    answer = dice.choice(prompt.legal or [choices[:number] if prompt.agree else tuple(dice.sample(choices, number))])
    filled = screen["touches"] - len(answer) if screen["fill"] else 0
    return answer, len(answer) + filled


Look = Callable[[Table, str, list[str]], None]
"""What gets the table in every window, with its prompt and those who are really asked."""


def played(folder: Path, roleset: str, options: dict[str, str], seed: int, look: Look) -> set[str]:
    """Play three nights at random, and compare what all pages show and take; the prompts put in secret."""
    dice = Random(seed)
    rules, _ = LIBRARY.roleset(roleset, options)
    names = [f"{'ABCDEFGHI'[seat % 9]}{seat}" for seat in range(24 if roleset in ("the-pact", "coins") else 12)]
    idle = [name for name, card in rules.cards.items() if not card.wakes and name not in ("little-girl", "alpha-wolf")]
    wakers = [name for name in rules.cards if name not in (*idle, "werewolf")]
    cards = dict(zip(dice.sample(names, len(names)), ["werewolf", *dice.sample(wakers, len(wakers))], strict=False))
    centre = ["villager", "seer"] if "thief" in cards.values() else None
    houses = dict(zip(names, rules.village(len(names)), strict=False)) if rules.buildings else None
    table = Table(folder, names)
    table.box.moderate(
        Game(
            roleset, names, cards=cards, centre=centre, options=options, house_deck=True, seed=seed, buildings=houses
        )
    )  # fmt: skip
    put: set[str] = set()
    seen = -1
    while table.step() and table.round.views[None].phase != "day 3":
        beat, onlooker = table.round.beat, table.round.views[None]
        if beat is None or beat.screen != "ask" or onlooker.asked or table.round.asked == seen:
            continue
        seen = table.round.asked
        questions = {name: table.round.question(name) for name in onlooker.living}
        asked = [name for name, question in questions.items() if question is table.round.views[name].prompt]
        if not asked:
            continue
        put.update(question.id for name, question in questions.items() if question is not None and name in asked)
        look(table, onlooker.window or "", asked)
        shown = {name: table.page(name)["screen"] for name in onlooker.living}
        public = {json.dumps([screen[key] for key in PUBLIC[:5]]) for screen in shown.values()}
        assert len(public) == 1, (onlooker.window, public)
        lit, replies, given = set(), set(), []
        for name, question in questions.items():
            assert question is not None
            answer, tiles = touched(shown[name], question, name, dice)
            lit.add(tiles)
            given.append(list(answer))
            said = {"token": table.tokens[name], "number": table.box.question, "value": list(answer)}
            replies.add(json.dumps(table.do("answer", **said)))
        assert lit == {shown[asked[0]]["touches"]}, onlooker.window
        assert replies == {'{"ok": true}'}, onlooker.window
        pages = [table.box.page("player", table.tokens[name]) for name in onlooker.living]
        assert len({len(page.encode()) for page in pages}) == 1
        assert [json.loads(page)["screen"]["chosen"] for page in pages] == given
    return put


def play_until_all_are_put(folder: Path, roleset: str, options: dict[str, str], never: set[str], look: Look) -> None:
    """Play such games until every prompt of a card has been put, but for those that are `never` put."""
    rules, _ = LIBRARY.roleset(roleset, options)
    wanted = {prompt for card in rules.cards.values() for prompt in card.wakes} - never
    put: set[str] = set()
    for seed in range(8):
        put |= played(folder / str(seed), roleset, options, seed, look)
        if wanted <= put:
            break
    assert wanted - put == set()


def secret_window(folder: Path, prompt: str) -> Table:
    """A table at which this prompt is put to Cid; Fay has a decoy."""
    cards, roleset, more = SECRET[prompt]
    table = Table(folder, NAMES)
    table.box.library = HOUSE_LIBRARY
    table.box.moderate(Game(roleset, NAMES, cards={"Ann": "werewolf", **cards}, seed=3, library=HOUSE_LIBRARY, **more))
    if prompt == "alpha-wolf.bite":
        table.until("village.accuse")
    if prompt == "medium.listen":
        table.until("village.vote")
        assert all(table.answer(name, "Gus")["ok"] for name in NAMES)
    if prompt in ("witch.heal", "alpha-wolf.bite"):
        table.until("werewolf.devour")
        wolves = [name for name in NAMES if table.round.views[name].prompt is not None]
        assert all(table.answer(name, "Hal")["ok"] for name in wolves)
    table.until(prompt)
    assert table.round.views["Cid"].prompt is not None
    return table
