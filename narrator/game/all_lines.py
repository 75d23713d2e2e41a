"""What may be said in any game of a roleset, whatever its options, in the usual words and in plain ones?"""

from __future__ import annotations

from collections.abc import Iterable

from narrator.game.check import possible
from narrator.game.library import Library
from narrator.telling.language import Language
from narrator.telling.repertoire import of_cues
from narrator.telling.voice import Line, speakable


def all_lines(library: Library, rolesets: Iterable[str], language: str) -> dict[Line, str]:
    """Every piece of every line of these rolesets, at the usual speed, with the first cue that needs it, or the place
    that it fills: never a player's name, a PIN, an address or a password. Raises `NarratorError`."""
    found: dict[Line, str] = {}
    for name in rolesets:
        usual = Language.load(library.folders, name, language, library.extends(name))
        plain = Language.load(library.word_folders(plain=True), name, language, library.extends(name)).plainest
        for rules in possible(library, name):
            for words in (usual, plain):
                for cue, line in of_cues(words, rules, (), speed=1.0):
                    if speakable(line.text, language):
                        found.setdefault(line, cue)
    return found
