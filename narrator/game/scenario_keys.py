"""What may stand in a scenario besides its answers, and in which form?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from narrator.errors import Place
from narrator.game.table_keys import KEYS
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

FITS: dict[str, Form] = {
    "roleset": _WORD,
    "options": _map_of(lambda value: _of(str, int, bool)(value) or _list_of(_WORD)(value)),
    "seats": _list_of(_NAME),
    "cards": _map_of(_WORD),
    "deck": _list_of(_WORD),
    "centre": _list_of(_WORD),
    "actor": _list_of(_WORD),
    "groups": _map_of(_list_of(_NAME)),
    "buildings": _map_of(_WORD),
    "village": _map_of(lambda value: _of(int)(value) and value >= 0),
    "events": _list_of(_WORD),
    "left_out": _list_of(_WORD),
    "crier": _list_of(_WORD),
    "born": _map_of(_of(int)),
    "lodge": _map_of(lambda value: value in ("sun", "moon")),
    "alignment": _map_of(_WORD),
    "villages": _list_of(_NAME),
    "house_rule": _WORD,
    "house_deck": lambda value: _of(str, bool)(value) and value in (*ON, *OFF),
    "seed": _of(int),
    "lots": _list_of(_NAME),
}
FORMS: dict[str, tuple[Form, str]] = {
    "name": (_of(str, int, bool), "a line of words"),
    "rules": (lambda value: _WORD(value) or _list_of(_WORD)(value), "a list of rules"),
    "refused": (lambda value: value is True or _WORD(value), "yes, or the code of the refusal"),
    **{key: (FITS[key], what) for key, (_, what) in KEYS.items()},
}
"""What the keys of a table must hold."""
ABOUT = {
    **dict.fromkeys(("no-name", "same-name", "too-few-seats", "too-many-seats"), "seats"),
    **dict.fromkeys(("group-names", "groups"), "groups"),
    **dict.fromkeys(("no-buildings", "too-many-buildings", "not-in-village"), "buildings"),
    **dict.fromkeys(("no-events", "no-stack", "same-event", "kept-event"), "events"),
    **dict.fromkeys(("no-crier", "crier-cards"), "crier"),
    **dict.fromkeys(("no-coin", "bad-house-rule"), "house_rule"),
    "unknown-option": "crier",  # which implies one
    "too-many-houses": "village",
    "centre": "centre",
    "actor-cards": "actor",
    "no-alignment": "alignment",
    "options-exclude": "options",
    "double-you-seats": "options",
}
"""The key of a table that a refusal is about, by its code; all others are about the cards."""
OTHER_KEYS = ("name", "rules", "play", "refused")
FORMED = {"illegal": ("then",), "each": (), "fingers": ("then",)}
"""The words that give an answer its form, and what may stand beside them."""


def words_in(value: Any, place: Place) -> Iterator[tuple[str, Place]]:
    """Every word in a value of a scenario, keys included, with its place."""
    match value:
        case Map():
            for key, of in value.items():
                yield key, value.key_places[key]
                yield from words_in(of, value.value_places[key])
        case Items():
            for one, at in zip(value, value.places, strict=True):
                yield from words_in(one, at)
        case _:
            yield str(value), place
