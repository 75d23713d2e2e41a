"""Reading whole texts: what is in a file that somebody has written."""

from __future__ import annotations

from pathlib import Path

from narrator.errors import LARGEST, BadFile, Place, Problem


def text(file: Path) -> str:
    """The text in a file; raises `BadFile` (`unreadable`) if it cannot be read."""
    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(LARGEST + 1)  # the rest of a larger file is not needed
    except OSError as error:
        fault = f"This file cannot be read: {error.strerror}."
    except UnicodeDecodeError:
        fault = "This file is not text in UTF-8; save it as that."
    raise BadFile("unreadable", [Problem(Place(str(file), 1, 1), fault)])
