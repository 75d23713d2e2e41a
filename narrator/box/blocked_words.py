"""Which words does this table not want to hear? The owner of the box writes them into a file, one per line."""

from __future__ import annotations

import re
from pathlib import Path

from narrator import files
from narrator.errors import NarratorError
from narrator.folders import BLOCKED_WORDS
from narrator.lobby.lookalikes import alike


def blocked_word(line: str, data: Path) -> str | None:
    """The first word of a line that is blocked, however its letters are written; nothing where none is.

    A file that is missing, or cannot be read, blocks nothing.
    """
    file = data / BLOCKED_WORDS
    if not file.is_file():
        return None
    try:
        blocked = [word.strip() for word in files.text(file).splitlines() if word.strip()]
    except NarratorError:
        return None
    said = re.findall(r"[^\s.,;:!?\"“”„()…/-]+", line)
    return next((word for word in said if any(alike(word, other) for other in blocked)), None)
