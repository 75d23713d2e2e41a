"""Which texts do the pages have, and which places has each? `python -m web.word_types rolesets` prints it as a type:
the scripts are checked against it."""

from __future__ import annotations

import sys
from pathlib import Path

from narrator.telling.language_file import places_in
from narrator.telling.page_words import FIRST, PageWords
from narrator.telling.plurals import Text


def word_types(texts: dict[str, Text]) -> str:
    """A line for each text: what its places are filled with, where {number} chooses among forms a number."""
    lines = []
    for key, text in texts.items():
        filled = dict.fromkeys(places_in(text if isinstance(text, str) else text["other"]), "string | number")
        if not isinstance(text, str):
            filled["number"] = "number"
        lines.append(f'  "{key}": {{ {"; ".join(f"{place}: {kind}" for place, kind in filled.items())} }};\n')
    return f"// Made by make check of the pages' English words.\nexport interface Words {{\n{''.join(lines)}}}\n"


if __name__ == "__main__":
    sys.stdout.write(word_types(dict(PageWords.load([Path(sys.argv[1])], FIRST).texts)))
