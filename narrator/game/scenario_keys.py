"""What may stand in a scenario besides its answers, and in which form?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.rules.strict_yaml import Items, Map

ON = (True, "yes", "on")
OFF = (False, "no", "off")
Form = Callable[[Any], bool]
"""Is a value, as YAML has it, what a key needs?"""


def _of(*kinds: type) -> Form:
    return lambda value: type(value) in kinds


def _list_of(form: Form) -> Form:
    return lambda value: isinstance(value, Items) and all(map(form, value))


def _map_of(form: Form) -> Form:
    return lambda value: isinstance(value, Map) and all(map(form, value.values()))


_WORD, _NAME = _of(str), _of(str, int)

FORMS: dict[str, tuple[Form, str]] = {
    "name": (_of(str, int, bool), "a line of words"),
    "rules": (lambda value: _WORD(value) or _list_of(_WORD)(value), "a list of rules"),
    "roleset": (_WORD, "the id of a roleset"),
    "options": (
        _map_of(lambda value: _of(str, int, bool)(value) or _list_of(_WORD)(value)),
        "options with their values, each a single word, or a list of words",
    ),
    "seats": (_list_of(_NAME), "a list of names, each a single word"),
    "cards": (_map_of(_WORD), "seats with their cards, each a single word"),
    "deck": (_list_of(_WORD), "a list of cards, each a single word"),
    "centre": (_list_of(_WORD), "a list of cards, each a single word"),
    "actor": (_list_of(_WORD), "a list of three cards, each a single word"),
    "groups": (_map_of(_list_of(_NAME)), "two names, each with a list of seats"),
    "buildings": (_map_of(_WORD), "seats with their buildings, each a single word"),
    "village": (_map_of(_of(int)), "buildings, and how many there are of each"),
    "events": (_list_of(_WORD), "a list of events, each a single word"),
    "left_out": (_list_of(_WORD), "a list of events, each a single word"),
    "crier": (_list_of(_WORD), "a list of events, each a single word"),
    "born": (_map_of(_of(int)), "seats with their years of birth"),
    "lodge": (_map_of(_WORD), "seats with `sun` or `moon`"),
    "alignment": (_map_of(_WORD), "seats with their alignment cards, each a single word"),
    "villages": (_list_of(_NAME), "a list of other villages, each a single word"),
    "house_rule": (_WORD, "a card"),
    "house_deck": (lambda value: _of(str, bool)(value) and value in (*ON, *OFF), "yes or no"),
    "seed": (_of(int), "a number"),
    "lots": (_list_of(_NAME), "a list of lots, each a single word"),
    "refused": (lambda value: value is True or _WORD(value), "yes, or the code of the refusal"),
}
"""What the keys of a table must hold."""
OTHER_KEYS = ("name", "rules", "play", "refused")
FORMED = {"illegal": ("then",), "each": (), "fingers": ("then",)}
"""The words that give an answer its form, and what may stand beside them."""
