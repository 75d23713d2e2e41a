"""Does what an expectation names exist? A slip of the pen must not look like a game that went otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from narrator.game.game import Game
from narrator.game.library import Vocabulary
from narrator.rules import effects
from narrator.rules.registry import gathered
from narrator.rules.rolesets import Roleset
from narrator.rules.strict_yaml import nearest_or_all
from narrator.telling.needed_words import needed


class Unknown(Exception):
    """An expectation names something that does not exist."""


def known(kind: str, word: Any, words: Iterable[str]) -> str:
    """This word, if it is one of these words of its `kind`; raises `Unknown` where it is not."""
    name, every = str(word), list(words)
    if isinstance(word, (dict, list)):
        raise Unknown(f"one {kind} must stand here, not several.")
    if name not in every:
        raise Unknown(f"there is no {kind} “{name}”{nearest_or_all(name, every)}")
    return name


def sides(rules: Roleset) -> list[str]:
    """Every side that somebody may have or that may win, `nobody` and `draw` included."""
    return list(needed(rules)["sides"])


def causes(rules: Roleset) -> list[str]:
    """Every way to die."""
    told = [key.removeprefix("died.") for key in needed(rules)["story"] if key.startswith("died.")]
    rash = [word for rule in rules.prompts.values() for effect, word in rule.then if effect is effects.kill]
    return list(dict.fromkeys((*told, *rash)))


def cue(game: Game, vocabulary: Vocabulary, words: Any) -> tuple[str, str]:
    """A cue and what is to be in it."""
    name, _, about = words.partition(" ") if isinstance(words, str) else (words, "", "")
    known("cue", name, sorted(vocabulary.cues))
    seats_and_cards = sorted((*game.seats, *vocabulary.cards, "not-werewolf"), key=len, reverse=True)
    if gathered("says").get(name) in (("names",), ("answer",)):
        unknown = re.sub(rf"(?<!\S)(?:{'|'.join(map(re.escape, seats_and_cards))})(?!\S)", "", about).split()
        if unknown:
            known("seat or card", unknown[0], seats_and_cards)
    return name, about
