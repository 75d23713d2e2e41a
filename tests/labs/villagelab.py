"""Evenings of The Pact with its village, or of any table, played at random through the pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from narrator.game.game import Game
from narrator.game.library import LIBRARY
from tests.labs.boxlab import Table

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jim", "Kay", "Leo"]
EVENING = {"buildings": "on", "events": "stacked", "town_crier": "on"}
SPIRITS = [f"ev-spiritualism-{number}" for number in range(1, 6)]
HOUSES = {
    "Bob": "barber", "Cid": "confessor", "Dan": "schoolmarm", "Eve": "bonesetter", "Fay": "farmer", "Gus": "lord",
    "Hal": "barkeep", "Ivy": "bailiff", "Jim": "farmer",
}  # fmt: skip
BORN = {name: 1950 + 3 * at for at, name in enumerate(NAMES)}
LODGE = {name: ("sun", "moon")[at % 2] for at, name in enumerate(NAMES)}
ALIKE = ("number", "kind", "touches", "offers", "public", "line")
"""What is alike on all pages while nobody may know who is asked; so is how many tiles stand before the names."""
LATE_OR_MIXED = ("decided", "not-together")
"""Why the box refuses what a page lets somebody tap: a majority has decided, or a word goes with another choice."""
EVENINGS: list[dict[str, Any]] = [
    {"events": ["ev-influences", "ev-great-distrust"]},
    {"events": ["ev-nightmare", "ev-punishment"]},
    {"events": ["ev-double-agent", "ev-pact-with-the-devil"]},
    {"events": ["ev-good-manners", "ev-woodland-gathering"], "cards": ["witch", "pyromaniac", "gypsy"]},
    {"events": ["ev-executioner", "ev-touch-of-death"]},
    {"events": ["ev-specter", "ev-full-moon-rising"], "cards": ["witch", "seer", "hunter"]},
    {"events": ["ev-full-moon-rising"], "cards": ["witch", "seer", "hunter"]},
    {"events": ["ev-spiritualism-1", "ev-not-me-nor-wolf"], "prompts": ["spirit.question", "spirit.answer"]},
    {"options": {"innocents": "on", "graffiti": "on"}},
    {"options": {"harvest_festival": "on"}, "cards": ["thief", "cupid", "witch", "defender", "hunter"]},
    {"options": {"moonlight": "hard"}},
    {"options": {"accusations": "three"}},
    {"options": {"black_plague": "on", "sheriff": "never"}},
]


def evening(folder: Path, seed: int, setting: dict[str, Any]) -> Table:
    """An evening of The Pact with buildings and these events or options, and a deck by lot."""
    dice = Random(seed)
    options = {**EVENING, **setting.get("options", {})}
    events = setting.get("events", ["ev-somnambulism", "ev-miracle", "ev-eclipse"])
    rules, _ = LIBRARY.roleset("the-pact", options)
    never = ("actor", "prejudiced-manipulator")
    special = [card for card, rule in rules.cards.items() if rule.copies == 1 and card not in never]
    special = [card for card in special if not (rules.cards[card].werewolf and options.get("black_plague") == "on")]
    plain = ["villager"] if options.get("black_plague") == "on" else ["werewolf", "werewolf"]
    named = setting.get("cards", [])
    chosen = [*plain, *named, *dice.sample([card for card in special if card not in named], 8 - len(named))]
    cards = dict(zip(dice.sample(NAMES, len(chosen)), chosen, strict=True))
    if options.get("black_plague") == "on":
        cards = {name: card for name, card in cards.items() if not rules.cards[card].turncoat}
    more: dict[str, Any] = {"centre": ["villager", "villager"]} if "thief" in cards.values() else {}
    if "gypsy" in cards.values():
        events = [event for event in events if event not in SPIRITS]
    crier = [event for event in ("ev-eclipse", "ev-dissatisfaction") if event not in events]
    table = Table(folder, NAMES, seed)
    table.box.boot = "b007"
    table.box.lobby.roleset, table.box.lobby.options = "the-pact", options
    table.box.moderate(
        Game(
            "the-pact", NAMES, cards=cards, options=options, events=events, seed=seed, buildings=HOUSES, born=BORN,
            lodge=LODGE, crier=crier, **more,
        )
    )  # fmt: skip
    return table


def answers(screen: dict[str, Any], dice: Random) -> list[str]:
    """An answer as a page gives it."""
    choices = screen["choices"]
    if screen["line"]:
        return ["The moon  was here."]
    if max((choice["part"] for choice in choices), default=0):
        parts = sorted({choice["part"] for choice in choices})
        return [dice.choice([one["value"] for one in choices if one["part"] == part]) for part in parts]
    if not choices or (screen["may_pass"] and dice.random() < 0.3):
        return []
    least = min(screen["least"], len(choices))
    return dice.sample([choice["value"] for choice in choices], max(1, least))


def before_names(screen: dict[str, Any], living: Sequence[str]) -> int:
    """How many tiles stand before the names on a page that must look like all others (`alikeTiles` in question.js)?"""
    words = [choice for choice in screen["choices"] if choice["value"] not in living]
    return max(1, len(words) + bool(screen["fill"]), len(screen["offers"]))


def play(table: Table, dice: Random, look: Callable[[Table], None] = lambda table: None) -> Iterator[str]:
    """Play the evening at random through its pages; gives every prompt that is answered there. `look` gets the table
    in every window in which nobody may know who is asked."""
    asked = -1
    for _ in range(4000):
        if table.box.stage != "game" or not table.step():
            return
        played = table.round
        for name in table.tokens if played.lets_act and dice.random() < 0.05 else ():
            for act in table.page(name)["acts"] or ():
                if act["choices"] and dice.random() < (0.01 if act["id"] == "village.plague" else 0.3):
                    may = [prompt.id for prompt in played.acts(name)]
                    value = dice.choice(act["choices"])["value"]
                    reply = table.do("act", token=table.tokens[name], what=act["id"], value=[value])
                    assert reply.get("ok") or reply["code"] == "not-now", reply
                    if reply["ok"]:
                        yield may[0] if act["id"] == "whisper" and may else act["id"]
        if not played.asking or played.asked == asked:
            continue
        asked = played.asked
        onlooker = played.views[None]
        if not onlooker.asked:
            pages = [table.box.page("player", table.tokens[name]) for name in onlooker.living]
            screens = [json.loads(page)["screen"] for page in pages]
            assert len({len(page.encode()) for page in pages}) == 1, onlooker.window
            alike = {str((before_names(screen, onlooker.living), [screen[key] for key in ALIKE])) for screen in screens}
            assert len(alike) == 1, (onlooker.window, screens)
            look(table)
        for name in table.tokens:
            question = played.question(name)
            if question is None:
                continue
            screen = table.page(name)["screen"]
            assert screen["kind"] == "ask", question.id
            value = answers(screen, dice)
            if not (value or screen["may_pass"]):
                continue
            reply = table.answer(name, *value)
            assert reply["ok"] or reply["code"] in LATE_OR_MIXED, (question.id, value, reply)
            if question is played.views[name].prompt:
                yield question.id
