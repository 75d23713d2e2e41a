"""Which names and texts can be said aloud?"""

from __future__ import annotations

from narrator.errors import NarratorError


class UnspeakableName(NarratorError, ValueError):
    """A name that the join page refuses; the sentence says why and what to type instead.

    Codes: `name-empty`, `name-long`, `name-unspeakable` (no letter or digit, or one nobody could read out),
    `name-control` (invisible characters).
    """


def proper_name(name: str) -> str:
    """The name as everybody will see and hear it: NFC, single spaces, no spaces at the ends.

    Raises `UnspeakableName` for empty, over-long (more than 20 characters) and absurd names. Whether two players share
    a name is not asked here.
    """
    raise NotImplementedError


def speakable(text: str, language: str = "en") -> str:
    """What the voice of this language is given for this text; empty when nothing of it can be said.

    Letters of foreign scripts become Latin ones, emoji and signs are dropped, nothing is left that a synthesiser could
    take for markup or a command. Text is spoken, never interpreted.
    """
    raise NotImplementedError
