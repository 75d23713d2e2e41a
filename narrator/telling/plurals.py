"""Which form of a text goes with a number? Each language tells its own kinds of numbers apart, as Unicode lists them.

form({"one": "{number} card", "other": "{number} cards"}, 1, "en")      # "{number} card"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.plural import PluralRule

FORMS = ("zero", "one", "two", "few", "many", "other")
"""The kinds of numbers that languages tell apart, as Unicode names them; every language has `other`."""

COUNTED = ("names", "value", "number", "day", "least", "most")
"""Places at which something is counted: the first of them that a line has decides which of its forms is said."""

Text = str | Mapping[str, str]
"""One text, or one for each of some `FORMS`."""


def form(text: Text, number: int | None, code: str) -> str:
    """The text for this many in the language of this code; where nothing is counted, the `other` one."""
    if isinstance(text, str):
        return text
    return text.get(_kind_of(code)(number), text["other"]) if number is not None else text["other"]


def whole(text: Any) -> str:
    """The text that holds all the places."""
    return str(text.get("other", "")) if isinstance(text, Mapping) else str(text)


def forms_in(code: str) -> list[str]:
    """The `FORMS` that the language of this code has."""
    return [kind for kind in FORMS if kind in _kind_of(code).tags or kind == "other"]


@cache
def _kind_of(code: str) -> PluralRule:
    """What says which form a number takes; English's where Unicode does not list the language."""
    try:
        return Locale.parse(code, sep="-").plural_form
    except (UnknownLocaleError, ValueError):
        return Locale("en").plural_form


def counted(places: Mapping[str, str | int | Sequence[str]]) -> int | None:
    """How many are counted in a text with these places: a number, or the number of names; nothing where none are."""
    fillings = [(place, places[place]) for place in COUNTED if place in places]
    counts = [_count(place, filling) for place, filling in fillings]
    return next((count for count in counts if count is not None), None)


def _count(place: str, filling: str | int | Sequence[str]) -> int | None:
    """How many these are; a word is counted only where it is a name."""
    if isinstance(filling, int):
        return filling
    if isinstance(filling, str):
        return 1 if place == "names" else None
    return len(filling)
