"""The keys of a table: the keywords of `Game`, which are those of a scenario, and what each must hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, ValidationError, convert

from narrator.rules.table import IllegalTable

KEYS: dict[str, tuple[Any, str]] = {
    "roleset": (str, "the id of a roleset"),
    "options": (dict[str, Any], "options with their values, each a single word, or a list of words"),
    "seats": (list[str], "a list of names, each a single word"),
    "cards": (dict[str, str], "seats with their cards, each a single word"),
    "deck": (list[str], "a list of cards, each a single word"),
    "house_deck": (bool, "yes or no"),
    "centre": (list[str], "a list of cards, each a single word"),
    "actor": (list[str], "a list of three cards, each a single word"),
    "groups": (dict[str, list[str]], "two names, each with a list of seats"),
    "buildings": (dict[str, str], "seats with their buildings, each a single word"),
    "village": (dict[str, Annotated[int, Meta(ge=0)]], "buildings, and how many there are of each"),
    "events": (list[str], "a list of events, each a single word"),
    "left_out": (list[str], "a list of events, each a single word"),
    "crier": (list[str], "a list of events, each a single word"),
    "born": (dict[str, int], "seats with their years of birth"),
    "lodge": (dict[str, Literal["sun", "moon"]], "seats with `sun` or `moon`"),
    "alignment": (dict[str, str], "seats with their alignment cards, each a single word"),
    "villages": (list[str], "a list of other villages, each a single word"),
    "house_rule": (str, "a card"),
    "seed": (int, "a number"),
    "lots": (list[str], "a list of lots, each a single word"),
}
"""Each key with the form of what it holds, for programs and for people."""
REQUIRED = ("roleset", "seats")
EMPTY = {"options": dict, "left_out": list, "lots": list, "house_deck": bool, "seed": int}
"""What these keys hold where nothing is given; the others then hold `None`."""


def header(given: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of what is given for a table; raises `IllegalTable` (`wrong-form`) where a key holds something else."""
    made: dict[str, Any] = {}
    for key, (form, what) in KEYS.items():
        value = given.get(key)
        if value is None and key not in REQUIRED:
            made[key] = EMPTY[key]() if key in EMPTY else None
            continue
        try:
            made[key] = convert(value, form)
        except ValidationError:
            raise IllegalTable("wrong-form", what=key, form=what) from None
    return made
