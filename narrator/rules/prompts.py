"""Questions put to seats, and which answers are legal.

A prompt describes itself completely (who, how many, which choices, may it be passed), so that a page, a button or
a bot can answer it without knowing the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from narrator.errors import Said, Word, Worded
from narrator.rules.frozen import Frozen

Answer = tuple[str, ...]
"""What a seat chose, in the order chosen; `PASS`, the empty tuple, is declining."""

PASS: Answer = ()
FOLLOW = "follow"
"""Said of a prompt's `bots`: they answer as people have, who are to decide."""
LONGEST_LINE = 80
"""How many characters a line on the wall may have (VA-04)."""


class IllegalAnswer(Worded, ValueError):
    """An answer that is refused (G-03): nothing changed, the prompt stays open. `code` and `sentence` say why."""

    section = "answer"


CALLED = {"card": "card", "yes": "word"}
"""Which kind of word names a choice, by the kind of prompt, where it is neither a seat nor a word of the card's own."""


class Prompt(Frozen, frozen=True, gc=False):
    """One question: `id`, the `seats` it is put to, and what each may answer.

    `choices` are the legal choices without passing; `own` has those of the seats whose choices differ. An answer
    names `least` to `most` of them, or passes where `may_pass`. `kind` says what the choices are: `seat`, `card`,
    `word`, `yes`, `text`. Where `lasting` is false the prompt may close as soon as everybody has answered, because its
    length gives nothing away. `legal` are the whole answers, where not all choices go together; `about`, the seats that
    the question is about. `open_ballot`: every answer is seen by all at once. `agree`: what they answer counts only if
    all answer the same. `aside`: it is put along with a ballot, which nobody can see and which waits for nobody.
    `touches` is how many tiles an answer takes on every page, so that nobody sees who is asked (G-25); 0: as many as it
    names. `standing`: it stays open all day, and an answer takes effect at once. `bots`: how willingly bots answer,
    `never`, `seldom`, `always` or `follow`, or by chance. Those who `must` answer cannot pass, even where others may.
    `words` are choices besides seats, such as `sleep`. A button counts choices `by_place` that nobody else may know.
    """

    id: str
    seats: tuple[str, ...]
    choices: tuple[str, ...]
    least: int = 1
    most: int = 1
    may_pass: bool = False
    kind: str = "seat"
    own: Mapping[str, tuple[str, ...]] | None = None
    lasting: bool = True
    open_ballot: bool = False
    agree: bool = False
    legal: tuple[Answer, ...] | None = None
    about: tuple[str, ...] = ()
    aside: bool = False
    touches: int = 0
    standing: bool = False
    bots: str = ""
    must: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    by_place: bool = False

    def choices_of(self, seat: str) -> tuple[str, ...]:
        """What may this seat choose?"""
        return self.choices if self.own is None else self.own.get(seat, self.choices)

    def as_put_to(self, seat: str) -> Prompt:
        """The same question as this seat knows it: where others have other choices, it knows its own alone."""
        return self if self.own is None else replace(self, choices=self.choices_of(seat), own=None)

    def lets_pass(self, seat: str) -> bool:
        """May this seat pass?"""
        return self.may_pass and seat not in self.must

    def silence(self, seat: str) -> Answer | None:
        """What does it mean when this seat says nothing (G-05)? It passes, or says no; `None` leaves it to the lot."""
        if self.lets_pass(seat):
            return PASS
        return ("no",) if self.kind != "seat" and "no" in self.choices_of(seat) else None

    def read(self, seat: Any, value: object) -> Answer:
        """The answer a seat gives by this value; raises `IllegalAnswer` when it is not a legal choice.

        `value` is a choice, a list of choices, `True` or `False` for yes and no, or `"pass"` or `None`; a list of one
        is like that one. Anything that somebody sends may be passed in.
        """
        if seat not in self.seats:
            raise self._refusal("not-asked", seat=seat, seats=self.seats)
        if self.kind == "text":
            return self._line(value)
        choices = self.choices if self.own is None else self.own[seat]
        if self.least == 1 and isinstance(value, str) and value in choices and self.legal is None:
            return (value,)
        chosen = _spelled(value)
        if self.kind == "yes" and chosen == ("no",) and "no" not in choices:
            chosen = PASS
        if chosen == PASS:
            if not self.lets_pass(seat):
                raise self._refusal("no-pass", choices=self._called(choices))
            return PASS
        if len(chosen) < self.least:
            raise self._refusal("too-few", least=self.least, number=len(chosen))
        if len(chosen) > self.most:
            raise self._refusal("too-many", most=self.most, number=len(chosen))
        for choice in chosen:
            if choice not in choices:
                raise self._refusal("not-a-choice", choice=choice, seat=seat, choices=self._called(choices))
        if self.legal is not None and chosen not in self.legal:
            together = next((answer for answer in self.legal if set(answer) == set(chosen)), None)
            if together is None:
                known = [Said("answer.these", {"choices": self._called(answer)}) for answer in self.legal]
                raise self._refusal("not-together", chosen=self._called(chosen), known=known)
            return together
        if self.legal is None and len(set(chosen)) < len(chosen):
            raise self._refusal("twice", chosen=self._called(chosen))
        return chosen

    def _line(self, value: object) -> Answer:
        """One line of text: short, and with nothing in it that a page or a voice could take for more than words."""
        words = _spelled(value)
        if words == PASS and self.may_pass:
            return PASS
        (written,) = value if isinstance(value, (list, tuple)) and len(value) == 1 else (value,)
        line = " ".join(words[0].split()) if len(words) == 1 and words[0].isprintable() else ""
        if not isinstance(written, (str, int, float)) or not line or not {"<", ">"}.isdisjoint(line):
            raise self._refusal("no-line")
        if len(line) > LONGEST_LINE:
            raise self._refusal("too-long", most=LONGEST_LINE, number=len(line))
        return (line,)

    def _refusal(self, code: str, **places: object) -> IllegalAnswer:
        return IllegalAnswer(code, "", prompt=Word("prompt", self.id), **places)

    def _called(self, choices: Sequence[str]) -> Sequence[object]:
        return [Word(CALLED.get(self.kind, "choice"), choice) for choice in choices] or [Said("every.nobody", {})]


def _spelled(value: object) -> Answer:
    if value is None:
        return PASS
    if isinstance(value, str) or not isinstance(value, (tuple, list, Sequence)):
        value = (value,)
    words = tuple([word(one) for one in value])
    return PASS if words == ("pass",) else words


def word(value: object) -> str:
    """A choice, a yes or a no, as it is written: yes and no may reach us as booleans."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
