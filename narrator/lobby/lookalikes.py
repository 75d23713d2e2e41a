"""Which names look alike? Case, width, spaces and signs do not count, nor which of several similar letters (UTS 39)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from confusable_homoglyphs.utils import load

SEEN = "LNM"
"""Letters, numbers and marks: what people know a name by."""
SELECTORS = {*map(chr, (0x34F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))}
"""Marks that nobody can see."""


def alike(one: str, other: str) -> bool:
    """Could one name be taken for the other? “Ian” for “lan”, but not for “Lan”."""
    return _shape(one) == _shape(other) or _shape(one.casefold()) == _shape(other.casefold())


def namesake(name: str, others: Iterable[str]) -> str | None:
    """The first of the others that could be taken for this name."""
    return next((other for other in others if alike(name, other)), None)


@lru_cache(maxsize=1024)
def _shape(name: str) -> str:
    """What is the same for all names that look alike."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    seen = (sign for sign in plain if unicodedata.category(sign)[0] in SEEN and sign not in SELECTORS)
    return "".join(_prototypes().get(sign, sign) for sign in seen)


@cache
def _prototypes() -> Mapping[str, str]:
    """One sign for all that look like it; “m” and “rn”, which Unicode also lists, stay two."""
    listed = {sign: [like["c"] for like in likes] for sign, likes in load("confusables.json").items()}
    return {
        sign: min(sign, *likes, *(further for like in likes for further in listed.get(like, ())))
        for sign, likes in listed.items()
        if len(sign) == 1 and likes
    }
