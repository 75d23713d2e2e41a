"""What can go wrong, said so that the reader can put it right.

Every error that a user can cause is a `NarratorError`: it has a stable `code` (kebab-case, for programs and bug
reports) and a `sentence` (for people: what happened, where, and what to do about it).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

LARGEST = 1_000_000
"""How many characters one file may have."""


class Said(NamedTuple):
    """A sentence in any language: its `key` among the words of the pages, and what stands in its `places`."""

    key: str
    places: Mapping[str, object]

    def __hash__(self) -> int:
        return hash(self.key)


Sentence = str | Said
"""What people are told: in any language, or in English alone where no language file has it."""


class NarratorError(Exception):
    """Something a user can mend: `code` names the kind for programs, `sentence` tells people what to do, in English.

    `said` is the same sentence for readers of any language; nothing where there is none but the English one.
    """

    def __init__(self, code: str, sentence: str, said: Said | None = None) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.said = said

    def __str__(self) -> str:
        return self.sentence

    @property
    def told(self) -> Sentence:
        """The sentence in any language, if it can be said so."""
        return self.said or self.sentence


class Place(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Problem(NamedTuple):
    """One thing that is wrong in a file, and its remedy."""

    place: Place
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


class BadFile(NarratorError, ValueError):
    """A file that cannot be used. `problems` lists everything that is wrong in it, in the order of the file."""

    def __init__(self, code: str, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__(code, "\n".join(str(problem) for problem in self.problems))
