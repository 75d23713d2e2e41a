"""What do players wish for in a debate, and do most of the living wish for it?"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

Wish = Literal["call-vote", "more-time"]


class DebateWishes:
    """Who wishes for what in the debate that goes on."""

    def __init__(self) -> None:
        self._wishing: dict[Wish, set[str]] = {"call-vote": set(), "more-time": set()}

    def add(self, seat: str, wish: Wish, living: Collection[str]) -> bool:
        """Somebody wishes for something: do more than half of the living wish for it now, and did not before?"""
        before = self._most(wish, living)
        self._wishing[wish].add(seat)
        most = not before and self._most(wish, living)
        if most and wish == "more-time":
            self._wishing[wish].clear()
        return most

    def forget(self) -> None:
        """The debate is over."""
        for wishing in self._wishing.values():
            wishing.clear()

    def _most(self, wish: Wish, living: Collection[str]) -> bool:
        return 2 * len(self._wishing[wish].intersection(living)) > len(living)
