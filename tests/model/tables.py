"""Random villages of The Pact, and what happens at them, told piece by piece.

Somebody who watches a game (`Watcher`) is handed every fact, every prompt that is put, and every answer that counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any, Protocol

from narrator import Game, IllegalAnswer, IllegalTable
from narrator.game.bots import random_answers
from narrator.game.library import LIBRARY
from narrator.rules.facts import Fact
from narrator.rules.prompts import Answer, Prompt

DECK = (
    ["werewolf"] * 2 + ["big-bad-wolf", "cursed-wolf-father", "white-werewolf", "seer", "cupid", "witch", "hunter"]
    + ["little-girl", "defender", "elder", "scapegoat", "village-idiot", "fox", "bear-tamer", "wandering-judge"]
    + ["rusty-knight", "devoted-servant", "wild-child", "wolf-hound", "piper", "pyromaniac", "scandalmonger", "gypsy"]
    + ["thief", "actor", "angel", "prejudiced-manipulator", "sister", "brother"]
)  # fmt: skip
"""Cards that are all allowed together; the plain villager fills up."""
TOGETHER = {"sister": 2, "brother": 3}
"""So many come together or not at all."""
CHARACTERS = ["seer", "hunter", "witch", "cupid", "defender", "elder", "scapegoat", "villager", "villager"]
"""Who plays where everybody has two cards (VA-05, VA-06)."""
PARTS = [
    "seer", "witch", "hunter", "little-girl", "defender", "elder", "scapegoat", "village-idiot", "fox", "bear-tamer",
    "wandering-judge", "rusty-knight", "scandalmonger",
]  # fmt: skip
"""What may lie before the actor, or in the centre for the thief."""
POWERS = ["farmer", "farmer", "confessor", "bonesetter", "schoolmarm", "baker", "barber", "barkeep", "bailiff", "lord"]
RARE = [
    *("ev-day-of-fools", "ev-backfire", "ev-specter", "ev-flood", "ev-touch-of-death", "ev-full-moon-rising"),
    *("ev-dissatisfaction", "ev-enthusiasm", "ev-great-distrust", "ev-nightmare", "ev-influences", "ev-miracle"),
]
"""Events that change much, and meet in one game oftener than chance would have it."""
NO_PLAGUE = {"werewolf", "big-bad-wolf", "cursed-wolf-father", "white-werewolf", "wild-child", "wolf-hound"}
"""No card of a village in which the black plague goes round (VA-08)."""
ENDLESS = 4000
LEAVING = 0.003
"""How often somebody goes home for good, at each call of a day (G-35)."""


class Watcher(Protocol):
    """Somebody who watches a game."""

    def saw(self, fact: Fact) -> None:
        """Something happened."""

    def asked(self, prompts: tuple[Prompt, ...]) -> None:
        """The game waits for answers to these prompts."""

    def answered(self, prompt: Prompt, given: Mapping[str, Answer]) -> None:
        """A prompt was closed with these answers; those not among them said nothing."""


def village(chance: Random, options: Mapping[str, Any], seats: int, cards: list[str] | None = None) -> Game | None:
    """A game at a random table with these options, or nothing where such a table is refused."""
    names = [f"s{number:02}" for number in range(seats)]
    drawn = cards or [card for card in DECK if chance.random() < 0.45]
    if options.get("events", "off") == "off" and "gypsy" in drawn:
        drawn.remove("gypsy")
    if options.get("buildings", "off") == "off" and "pyromaniac" in drawn:
        drawn.remove("pyromaniac")
    drawn = [card for card in drawn for _ in range(TOGETHER.get(card, 1))]
    deck = ["werewolf", *chance.sample(drawn, min(len(drawn), seats - 2)), *["villager"] * seats][:seats]
    for card, number in TOGETHER.items():
        deck = ["villager" if name == card and deck.count(card) < number else name for name in deck]
    if options.get("double_you", "off") != "off":
        deck = CHARACTERS[:seats]
    if options.get("black_plague") == "on":
        deck = ["villager" if card in NO_PLAGUE else card for card in deck]
    chance.shuffle(deck)
    table: dict[str, Any] = {"cards": dict(zip(names, deck, strict=True)), "options": options}
    if "double_you" in options:
        wolves = 0 if options.get("black_plague") == "on" else 2
        aligned = (["werewolf"] * wolves + ["villager"] * seats)[:seats]
        chance.shuffle(aligned)
        table["alignment"] = dict(zip(names, aligned, strict=True))
    if "prejudiced-manipulator" in deck:
        split = chance.randint(1, seats - 1)
        mixed = chance.sample(names, seats)
        table["groups"] = {"one": mixed[:split], "other": mixed[split:]}
    beside = [card for card in PARTS if card not in deck]
    chance.shuffle(beside)
    table |= {"centre": beside[:2]} if "thief" in deck else {}
    table |= {"actor": beside[2:5]} if "actor" in deck else {}
    if options.get("buildings") == "on":
        tokens = [token for token in POWERS if chance.random() < 0.75] + ["vagabond"] * seats
        houses = tokens[:seats]
        chance.shuffle(houses)
        table["buildings"] = dict(zip(names, houses, strict=True))
    if options.get("events") == "on" and chance.random() < 0.5:
        table["events"] = chance.sample(RARE, 7)
    if chance.random() < 0.8:
        table["born"] = {name: chance.randint(1950, 2010) for name in names}
        table["lodge"] = {name: chance.choice(["sun", "moon"]) for name in names}
    try:
        return Game("the-pact", names, seed=chance.randrange(2**31), **table)
    except IllegalTable:
        return None


def play(game: Game, chance: Random, *watchers: Watcher, declared: float = 0.002) -> None:
    """Play to the end with random answers, telling the watchers; the plague is seldom declared."""
    seen = 0
    for _ in range(ENDLESS):
        facts = game.facts
        for fact in facts[seen:]:
            for watcher in watchers:
                watcher.saw(fact)
        seen = len(facts)
        if game.winner is not None:
            return
        for watcher in watchers:
            watcher.asked(game.prompts)
        if game.phase.startswith("day") and chance.random() < LEAVING:
            with suppress(IllegalAnswer):
                game.leave(chance.choice(game.alive))
            continue
        if not _acted(game, chance, watchers, declared):
            _close(game, chance, watchers)
    raise AssertionError("a game without end")


def _acted(game: Game, chance: Random, watchers: tuple[Watcher, ...], declared: float) -> bool:
    """Does somebody do what may be done at any time of the day?"""
    for prompt in game.prompts:
        if not prompt.standing or chance.random() > (declared if prompt.bots == "never" else 0.1):
            continue
        seat = chance.choice(prompt.seats)
        (value,) = random_answers(_frequent(prompt), [seat], chance).values()
        if value:
            for watcher in watchers:
                watcher.answered(prompt, {seat: prompt.read(seat, value)})
            game.answer(prompt.id, value, seat)
            return True
    return False


def _close(game: Game, chance: Random, watchers: tuple[Watcher, ...]) -> None:
    for prompt in game.prompts:
        if prompt.standing:
            continue
        values = random_answers(prompt, prompt.seats, chance)
        if chance.random() < 0.2 and prompt.may_pass and not prompt.must and not prompt.open_ballot:
            values = {seat: value for seat, value in values.items() if chance.random() < 0.8}
        game.answer_all(prompt.id, values)
        for watcher in watchers:
            watcher.answered(prompt, game.given(prompt))
    game.close()


def _frequent(prompt: Prompt) -> Prompt:
    """The prompt as if it were put only now, so that bots take their time no longer."""
    fields = {name: getattr(prompt, name) for name in prompt.__struct_fields__}
    return Prompt(**{**fields, "standing": False, "bots": ""})


def options_of(roleset: str = "the-pact") -> dict[str, tuple[str, ...]]:
    """Every option of a roleset with the values it may take besides the usual one."""
    rules, _ = LIBRARY.roleset(roleset, {})
    return {
        name: tuple(value.replace("N", "3") for value in option.values if value != option.default)
        for name, option in rules.options.items()
    }
