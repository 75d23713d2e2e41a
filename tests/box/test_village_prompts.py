"""Every prompt of The Pact with its village is put to pages, and answered there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hardware.gestures import Felt
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.panel.button_language import Presses
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
"""What is alike on all pages while nobody may know who is asked."""
NEVER = {"village.draw", "player.leave"}
"""Put at the table's wish, or among several villages: not in an evening of one village."""
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


def play(table: Table, dice: Random, look: Callable[[Table], None] = lambda table: None) -> Iterator[str]:
    """Play the evening at random through its pages; gives every prompt that is answered there. `look` gets the table
    in every window in which nobody may know who is asked."""
    asked = -1
    for _ in range(4000):
        if table.box.stage != "game" or not table.step():
            return
        played = table.round
        for name in NAMES if played.lets_act and dice.random() < 0.05 else ():
            for act in table.page(name)["acts"]:
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
            assert len({tuple(screen[key] for key in ALIKE) for screen in screens}) == 1, (onlooker.window, screens)
            look(table)
        for name in NAMES:
            question = played.question(name)
            if question is None:
                continue
            screen = table.page(name)["screen"]
            assert screen["kind"] == "ask", question.id
            value = answers(screen, dice)
            reply = table.answer(name, *value)
            assert reply["ok"], (question.id, value, reply)
            if question is played.views[name].prompt:
                yield question.id


@pytest.mark.slow
def test_every_prompt_of_the_village_is_put_to_pages_and_answered_there(tmp_path: Path) -> None:
    """G-25, BD-10 to BD-31, EV-01 to EV-06, VA-01 to VA-08"""
    put: set[str] = set()
    plain = LIBRARY.roleset("the-pact", {})[0]
    usual, wanted = LIBRARY.roleset("the-pact", EVENING)[0], {"village.plague"}
    for at, setting in enumerate(EVENINGS):
        options = {**EVENING, **setting.get("options", {})}
        rules = LIBRARY.roleset("the-pact", options)[0]
        wanted |= {*rules.prompts, *rules.ballots}
        own = {prompt for event in setting.get("events", ()) for prompt in rules.events[event].prompts}
        own |= {*setting.get("prompts", ()), *(rules.prompts.keys() - usual.prompts.keys())}
        for seed in range(12):
            put |= set(play(evening(tmp_path / f"{at} {seed}", 10 * at + seed, setting), Random(seed)))
            if seed and own <= put:
                break
    elsewhere = {*plain.prompts, *plain.ballots} - {"village.plague"}
    missing = sorted(wanted - put - NEVER - elsewhere)
    assert not missing, missing


def test_lovers_on_the_day_of_fools_are_not_offered_to_pass_and_no_device_lets_them(tmp_path: Path) -> None:
    """EV-48"""
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    table = Table(tmp_path, names)
    cards = {"Ann": "werewolf", "Cid": "cupid"}
    table.box.moderate(
        Game("the-pact", names, cards=cards, options={"sheriff": "never"}, events=["ev-day-of-fools"], seed=1)
    )
    table.until("cupid.link")
    assert table.answer("Cid", "Dan", "Eve")["ok"]
    for prompt in ("village.vote", "werewolf.devour", "village.vote"):
        table.until(prompt)
    screens = {name: table.page(name)["screen"] for name in ("Dan", "Fay")}
    assert {name: screen["may_pass"] for name, screen in screens.items()} == {"Dan": False, "Fay": True}
    assert [choice["value"] for choice in screens["Dan"]["choices"]] == ["Eve"]
    assert table.do("answer", token=table.tokens["Dan"], number=table.round.number, value=[])["code"] == "no-pass"
    presses = {name: Presses(table.tokens[name]) for name in screens}
    for name, pressing in presses.items():
        pressing.see(table.page(name))
    (pressed, laid), (freely, _) = [
        (pressing.feel(Felt("double", 1.0)), pressing.take("pass")) for pressing in presses.values()
    ]
    assert (pressed.message, laid.message) == (None, None)
    assert freely.message is not None
    assert pressed.blinks == laid.blinks == freely.blinks, "the light shows the same to everybody"
