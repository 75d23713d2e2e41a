"""What can go wrong, said so that the reader can mend it.

Every error that a user can cause is a `NarratorError`: it has a stable `code` (kebab-case, for programs and bug
reports) and a `sentence` (for people: what happened, where, and what to do about it).
"""

from __future__ import annotations


class NarratorError(Exception):
    """Something a user can mend: `code` names the kind for programs, `sentence` tells people what to do."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence
