"""Every prompt of The Pact with its village is put to pages, and answered there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hardware.gestures import Felt
from narrator.game.game import Game
from narrator.game.library import LIBRARY
from narrator.panel.button_language import Presses
from tests.labs.boxlab import Table
from tests.labs.villagelab import EVENING, EVENINGS, evening, play

NEVER = {"village.draw", "player.leave"}
"""Put at the table's wish, or among several villages: not in an evening of one village."""


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
