"""How is a character explained aloud? What it is, what it wants, when it wakes, and one piece of advice."""

from __future__ import annotations

import re

from narrator.telling.language import Language
from narrator.telling.voice import Line

BEFORE = {"is": "explain.card", "wants": "explain.wants", "wakes": "explain.wakes", "advice": "explain.advice"}
"""What is told of a card, in order, and the cue that comes before it."""


def explained(card: str, words: Language, nth: int) -> list[Line]:
    """A card explained in short lines, one for each sentence that its holder would read; `nth` is how many cards were
    explained before."""
    text = words.card(card)
    lines = []
    for part, cue in BEFORE.items():
        lines.append(words.line(cue, 0, nth, card=words.named("cards", card)))
        lines += [words.read_out(sentence, "cheerful") for sentence in re.split(r"(?<=[.?!])\s+", text[part])]
    return lines
