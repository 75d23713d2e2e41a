"""What do players wish for in a debate, and do most of the living wish for it?"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

Wish = Literal["call-vote", "more-time"]


class DebateWishes:
    """Who wishes for what in the debate that is going on."""

    def __init__(self) -> None:
        self._debate = 0
        self._wishing: dict[Wish, set[str]] = {}

    def add(self, seat: str, wish: Wish, living: Collection[str], debate: int) -> bool:
        """Somebody wishes for something in the debate with this number: do more than half of the living wish for it
        now, and did not before? What was wished for in another debate is forgotten."""
        if debate != self._debate:
            self._debate, self._wishing = debate, {}
        wishing = self._wishing.setdefault(wish, set())
        before = _most(wishing, living)
        wishing.add(seat)
        most = not before and _most(wishing, living)
        if most and wish == "more-time":
            wishing.clear()
        return most


def _most(wishing: Collection[str], living: Collection[str]) -> bool:
    return 2 * len(frozenset(wishing).intersection(living)) > len(living)
