"""What may be said in any game of a roleset, whatever its options, in the usual words and in plain ones?"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from narrator.errors import NarratorError
from narrator.game.check import possible
from narrator.game.library import Library
from narrator.telling.language import Language, must_be_spoken
from narrator.telling.needed_words import speechless
from narrator.telling.repertoire import of_cues
from narrator.telling.voice import Line, speakable


def spoken_in(library: Library, language: str) -> list[str]:
    """The rolesets that the box speaks in this language, as all their lines are there. Raises `NarratorError`
    (`no-language`, `no-words`) where it speaks none."""
    must_be_spoken(language, library.folders)
    found = []
    for name in library.names:
        with suppress(NarratorError):
            words = Language.load(library.folders, name, language, library.extends(name))
            found += [] if any(speechless(words, rules) for rules in possible(library, name)) else [name]
    if not found:
        remedy = "`narrator check` says what is missing."
        raise NarratorError("no-words", f"No roleset has all its lines in “{language}”: {remedy}")
    return found


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
