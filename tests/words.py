"""Which words and keys do cards use, and how many cards use each? `python -m tests.words` prints it for the page of
`rolesets/`.

A word from `narrator/rules/powers/` belongs to one character or building, one from `events/` or `variants/` to these;
every other is a primitive, used by several of them. Each counts once in each roleset that has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from narrator.game.library import LIBRARY
from narrator.rules import registry
from narrator.rules.card_reader import BUILDING_KEYS, CARD_KEYS, EVENT_KEYS
from narrator.rules.grammar import with_options
from narrator.rules.prompt_reader import (
    ANY_TIME_KEYS,
    BALLOT_KEYS,
    CHOOSE,
    EVENT_PROMPT_KEYS,
    TESTAMENT_KEYS,
    WAKES_KEYS,
)
from narrator.rules.registry import Registry

PRIMITIVES: dict[str, Registry[Any]] = {
    "effects": registry.effect,
    "pools": registry.pool,
    "conditions": registry.condition,
    "tellings": registry.telling,
    "agreements": registry.agreement,
}
KINDS: dict[str, Registry[Any]] = {
    "then": registry.effect,
    "choose": registry.pool, "asks": registry.pool,
    "known": registry.condition, "when": registry.condition, "called": registry.condition,
    "one_if": registry.condition, "may_pass": registry.condition,
    "within": registry.pool, "first": registry.pool,
    "told": registry.telling, "shows": registry.telling,
    "agree": registry.agreement,
    "wins_if": registry.aim,
    "power": registry.power,
}  # fmt: skip
LISTS: dict[str, Registry[Any]] = {
    "verdicts": registry.verdict, "wave": registry.wave_effect, "wins": registry.victory, "tie": registry.tie,
    "passing": registry.wave_effect, "fates": registry.fate, "concealments": registry.concealment,
    "dealing": registry.dealing, "instead": registry.procedure,
    **dict.fromkeys(
        ("setup", "eve", "nightfall", "nights_end", "daybreak", "morning", "day", "quiet"), registry.moment
    ),
}  # fmt: skip
PROMPTS = ("wakes", "by_day", "any_time", "last_word", "testament", "haunts", "prompts")
"""The keys of a card, a building or an event under which its prompts stand."""
OWNERS = {"cards": "of a card", "buildings": "of a building", "events": "of an event"}
"""What prompts belong to, and how the table calls its keys."""
OWN = tuple(f"narrator.rules.{folder}." for folder in ("powers", "events", "variants"))
"""Where the words stand that are no primitives."""


def trees(name: str) -> Iterator[Mapping[str, Any]]:
    """A roleset's YAML as it is, and with each of its options."""
    tree = LIBRARY.whole(name)
    yield from (with_options(tree, options) for options in ({}, *({option: "on"} for option in tree["options"])))


def texts(value: Any) -> Iterator[str]:
    """Every word in a piece of YAML."""
    if isinstance(value, dict):
        for key, under in value.items():
            yield key
            yield from texts(under)
    elif isinstance(value, (list, tuple)):
        for under in value:
            yield from texts(under)
    elif isinstance(value, str):
        yield from value.split()


def used(value: Any) -> Iterator[Any]:
    """Every function that a piece of YAML names."""
    if isinstance(value, dict):
        for key, under in value.items():
            kind = KINDS.get(key) or LISTS.get(key)
            if kind is not None:
                yield from (kind[word] for word in texts(under) if word in kind)
            yield from used(under)
    elif isinstance(value, (list, tuple)):
        for under in value:
            yield from used(under)


def users() -> dict[tuple[str, str], set[Any]]:
    """What each character of each roleset uses, with any options; `""` stands for its ballots and offices."""
    found: dict[tuple[str, str], set[Any]] = {}
    for name in LIBRARY.names:
        for at in trees(name):
            for owner, lines in [item for kind in OWNERS for item in (at.get(kind) or {}).items()]:
                found.setdefault((name, owner), set()).update(used(lines))
            for lines in (at.get("brought_together") or {}).values():
                for card in texts(lines["of"]):
                    found.setdefault((name, card), set()).update(used(lines))
            elsewhere = {key: at.get(key) for key in ("ballots", "heirs", *LISTS)}
            for function in used(elsewhere):
                owner = own(function)
                card = owner if owner in at["cards"] else ""
                found.setdefault((name, card), set()).add(function)
    return found


def keyed() -> Mapping[str, Mapping[str, set[Any]]]:
    """Who uses each key of a card, a prompt, a ballot and `choose:`: the cards, or ballots, of each roleset."""
    found: dict[str, dict[str, set[Any]]] = {
        "of a card": {key: set() for key in CARD_KEYS},
        "of a building": {key: set() for key in BUILDING_KEYS},
        "of an event": {key: set() for key in EVENT_KEYS},
        "of a prompt": {
            key: set() for key in dict.fromkeys((*WAKES_KEYS, *TESTAMENT_KEYS, *ANY_TIME_KEYS, *EVENT_PROMPT_KEYS))
        },
        "of `choose`": {key: set() for key in CHOOSE},
        "of a ballot": {key: set() for key in BALLOT_KEYS},
    }
    for name in LIBRARY.names:
        for at in trees(name):
            for ballot, lines in at["ballots"].items():
                _note(found, "of a ballot", lines, (name, ballot))
            of_variants = [variant.get("prompts") or {} for variant in (at.get("variants") or {}).values()]
            for prompts in (at.get("any_time") or {}, *of_variants):
                for prompt in prompts.values():
                    _note_prompt(found, prompt, (name, ""))
            for kind, keys in OWNERS.items():
                for owner, lines in (at.get(kind) or {}).items():
                    _note(found, keys, lines, (name, owner))
                    for prompt in [prompt for key in PROMPTS for prompt in (lines.get(key) or {}).values()]:
                        _note_prompt(found, prompt, (name, owner))
    return found


def _note_prompt(found: Mapping[str, Mapping[str, set[Any]]], prompt: Any, user: Any) -> None:
    _note(found, "of a prompt", prompt, user)
    choose = prompt.get("choose", ())  # an option that is changed alone says only what changes
    _note(found, "of `choose`", [choose] if isinstance(choose, str) else choose, user)


def _note(found: Mapping[str, Mapping[str, set[Any]]], kind: str, keys: Any, user: Any) -> None:
    for key in keys:
        found[kind]["yes" if key == "yes-or-no" else key].add(user)


def own(function: Any) -> str:
    """The character, event or variant that a function belongs to; nothing for a primitive."""
    module = getattr(function, "func", function).__module__
    return module.rpartition(".")[2].replace("_", "-") if module.startswith(OWN) else ""


def counted() -> str:
    """The tables of `rolesets/README.md`."""
    found = users()
    lines = ["| roleset | characters | of primitives alone | with a power of their own |", "|---|---|---|---|"]
    for name in LIBRARY.names:
        characters = {card for at in trees(name) for card in at["cards"]}
        cards = [functions for (roleset, card), functions in found.items() if roleset == name and card in characters]
        powerful = sum(any(OWN[0] in function.__module__ for function in functions) for functions in cards)
        lines.append(f"| `{name}` | {len(cards)} | {len(cards) - powerful} | {powerful} |")
    lines += ["", "| primitives | and how many use each |", "|---|---|"]
    for kind, primitives in PRIMITIVES.items():
        numbers = {
            word: sum(function in functions for functions in found.values())
            for word, function in primitives.items()
            if not own(function) and not word.startswith("yes")
        }
        lines.append(f"| {kind} | {', '.join(f'`{word}` {number}' for word, number in numbers.items())} |")
    lines += ["", "| keys | and how many cards, buildings, events or ballots use each |", "|---|---|"]
    for kind, keys in keyed().items():
        lines.append(f"| {kind} | {', '.join(f'`{key}` {len(found)}' for key, found in keys.items())} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(counted())
