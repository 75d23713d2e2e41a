"""Which titles are too long for a small phone? A page shows a title in two lines, whatever it asks.

Titles of questions and of decoys have the same length, so that nobody sees from across the table which one it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Place, Problem
from narrator.rules.strict_yaml import Map
from narrator.telling.language import Language
from narrator.telling.language_file import whose

LONGEST = 35
"""How many characters are sure to fit into two lines on a phone that is 320 pixels wide."""


def too_long(words: Language, name: str) -> list[Problem]:
    """The titles in the file of a roleset (or in the `common` one) that a small phone cannot show in two lines."""
    return [
        Problem(place, f"“{title}” has {len(title)} characters, and a small phone shows {LONGEST}; make it shorter.")
        for title, place in _titles(words.tree)
        if len(title) > LONGEST and whose(place) == name
    ]


def _titles(tree: Map) -> Iterator[tuple[str, Place]]:
    for section in ("prompts", "screens"):
        for page in tree.get(section, {}).values():
            if "title" in page:
                yield page["title"], page.value_places["title"]
    for decoys in tree.get("decoys", {}).values():
        yield from zip(decoys, decoys.places, strict=True)
