"""How does somebody without a page act at any time of the day, apart from answering what all are asked?

First they choose what to do, by its number on the printed sheet, then whom or what to do it to. Every seat goes through
the same motions, the dead included, and gets the same answer, whatever it can really do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

PATIENCE = 20.0
"""Seconds after the last press or tag in which somebody may still go on with what they are doing."""


class Acting:
    """What one seat is doing; `acts` is what it may do now, as its page says."""

    def __init__(self) -> None:
        self.acts: Sequence[Mapping[str, Any]] = ()
        self.until = -inf
        self._number: int | None = None
        self._laid: str | None = None
        self._passed = 0

    def see(self, acts: Sequence[Mapping[str, Any]] | None) -> None:
        """From now on these can be done; `None` while nobody may act."""
        self.acts = acts or ()
        if acts is None:
            self.close()

    def begin(self, at: float) -> None:
        """Somebody wants to do something."""
        self.close()
        self.go_on(at)

    def go_on(self, at: float) -> None:
        """In the meantime they have pressed, or laid something down."""
        self.until = at + PATIENCE

    def close(self) -> None:
        """Nothing is being done any more."""
        self.until, self._number, self._laid, self._passed = -inf, None, None, 0

    @property
    def numbers(self) -> list[int]:
        """What can be chosen now: something to do, and then whom or what to do it to."""
        if self._number is None:
            return [act["number"] for act in self.acts]
        return [choice["number"] for choice in self._choices]

    def confirm(self, number: int) -> tuple[str, str] | None:
        """Choose what has this number; once nothing else is to be chosen, return what to do and to whom or what."""
        if self._number is None:
            self._number = number
            return None
        value = next((choice["value"] for choice in self._choices if choice["number"] == number), None)
        what = next((act["id"] for act in self.acts if act["number"] == self._number), None)
        self.close()
        return (what, value) if what is not None and value is not None else None

    def lay(self, value: str | None) -> tuple[str, str] | None:
        """Do something to what was laid down, when it is laid a second time: the first thing that can be done to it, or
        the next one for each `pass` before."""
        if value == "no":
            self.close()
        if value == "pass":
            self._passed += 1
        if value in (None, "pass") or value != self._laid:
            self._laid = None if value == "pass" else value
            return None
        fit = [act["id"] for act in self.acts if any(choice["value"] == value for choice in act["choices"])]
        passed = self._passed
        self.close()
        return (fit[passed], str(value)) if passed < len(fit) else None

    @property
    def _choices(self) -> Sequence[Mapping[str, Any]]:
        return next((act["choices"] for act in self.acts if act["number"] == self._number), ())
