"""Which words does this table not want to hear? The owner of the box writes them into a file, one per line."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from narrator import files
from narrator.errors import NarratorError, Said
from narrator.folders import BLOCKED_WORDS
from narrator.lobby.lookalikes import alike

WITHIN = "LNMC"
"""What a word is made of: letters, numbers, marks, and signs that nobody sees. All else stands between words."""


def blocked_word(line: str, data: Path) -> str | None:
    """The first word, or words in a row, of a line that is blocked, however its letters are written; nothing where
    none is.

    A file that is missing, or cannot be read, blocks nothing; `unread_list` says so.
    """
    file = data / BLOCKED_WORDS
    if not file.is_file():
        return None
    try:
        blocked = [entry for entry in files.text(file).splitlines() if any(map(str.isalnum, entry))]
    except NarratorError:
        return None
    words = "".join([sign if unicodedata.category(sign)[0] in WITHIN else " " for sign in line]).split()
    for entry in blocked:
        parts = unicodedata.normalize("NFC", entry).split()
        number, letters = len(parts), len("".join(parts))
        # "turnip—head" is two words, "t.u.r.n.i.p" is one, and "t u r n i p" is a word letter by letter
        for among, length, between in ((words, number, " "), (line.split(), number, " "), (words, letters, "")):
            for at in range(len(among) - length + 1):
                said = among[at : at + length]
                if alike(between.join(said), entry):
                    return " ".join(said)
    return None


def unread_list(data: Path) -> Said | None:
    """Why the words that somebody has listed block nothing; nothing where they do, or there is no list."""
    file = data / BLOCKED_WORDS
    try:
        files.text(file)
    except NarratorError as error:
        return Said("trouble.blocked-words", {"why": error.told}) if file.exists() else None
    return None
