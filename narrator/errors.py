"""What can go wrong, said so that the reader can put it right.

Every error that a user can cause is a `NarratorError`: it has a stable `code` (kebab-case, for programs and bug
reports) and a `sentence` (for people: what happened, where, and what to do about it). Where people may meet it on a
page it is `Worded`: the sentence stands in the language files, and the error says what fills its places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, Self

LARGEST = 1_000_000
"""How many characters one file may have."""


class Word(NamedTuple):
    """Something with a name in each language: a `card`, `option`, `prompt`, `side`, `choice` or `word`.

    Where there is no language, its id alone is written."""

    kind: str
    id: str

    def __str__(self) -> str:
        return self.id


class Said(NamedTuple):
    """A sentence in any language: its `key` among the words of the pages, and what stands in its `places`. These may be
    a `Word`, another sentence, or a list of such."""

    key: str
    places: Mapping[str, object]

    def __hash__(self) -> int:
        return hash(self.key)


Sentence = str | Said
"""What people are told: in any language, or in English alone where no language file has it."""


class NarratorError(Exception):
    """Something a user can fix: `code` names the kind for programs, `sentence` tells people what to do, in English.

    `said` is the same sentence for readers of any language; nothing where there is none but the English one.
    """

    def __init__(self, code: str, sentence: str, said: Said | None = None) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.said = said
        self._sentence = sentence

    @property
    def sentence(self) -> str:
        """What happened and what to do about it, in English."""
        return english(self.said or self._sentence)

    def __str__(self) -> str:
        return self.sentence

    @property
    def told(self) -> Sentence:
        """The sentence in any language, where it can be said in any."""
        return self.said or self._sentence


class Worded(NarratorError):
    """An error whose sentence stands among the words of the pages, in the `section` of its class, under its code; where
    one code has several reasons, under this `reason`. `places` fill the places of the sentence."""

    section: ClassVar[str]

    def __init__(self, code: str, reason: str = "", **places: object) -> None:
        super().__init__(code, "", Said(f"{self.section}.{reason or code}", places))

    def parts(self) -> dict[str, Any]:
        """What makes the same error again in another process, by `of`."""
        assert self.said is not None
        return {"code": self.code, "reason": self.said.key.partition(".")[2], "places": dict(self.said.places)}

    @classmethod
    def of(cls, parts: Mapping[str, Any]) -> Self:
        """The error that another process has reported."""
        return cls(parts["code"], parts["reason"], **parts["places"])

    def __reduce__(self) -> tuple[Any, ...]:
        return self.of, (self.parts(),)


class Trouble(Worded):
    """Something that is wrong with the box, for the host to read."""

    section = "trouble"


def _without_words(said: Said) -> str:
    return f"{said.key} {dict(said.places)}"


_speaker: Callable[[Said], str] = _without_words


def english(sentence: Sentence) -> str:
    """A sentence in English, for the terminal."""
    return sentence if isinstance(sentence, str) else _speaker(sentence)


def speak_by(speaker: Callable[[Said], str]) -> None:
    """Say the sentences of errors in English like this from now on. The rules read no files, and so have no words."""
    global _speaker
    _speaker = speaker


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

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.problems)
