"""Can anybody still answer the box? What its parts and its pages say of those whom they can hear, put together.

A phone that sleeps is no fault: in a long debate most of them do, and at night some do. It wakes at a touch, so nobody
is missed before a question is open, and then only after `GRACE`; as long as one of those who live can be heard, the
game goes on. At a table where nobody was ever heard by a page or a part, nobody is missed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

GRACE = 8.0
"""Seconds of an open question in which nobody can be heard, after which the box waits for them: the time that it takes
to wake a phone, or to push a plug back in. Where the question is short, half of its time."""


class Desertion:
    """`since` when has nobody been able to answer the question that is open? Nothing, if somebody can."""

    since: float | None = None

    def lasts_long(self, deserted: bool, now: float, length: float) -> bool:
        """Is nobody there for longer than a question of this `length` lets the box play on? Asked again and again."""
        self.since = None if not deserted else now if self.since is None else self.since
        return self.since is not None and now >= self.since + min(GRACE, length / 2)


class Presence:
    """Who is heard by what."""

    def __init__(self) -> None:
        self._parts: dict[str, Mapping[str, bool]] = {}
        self._without: set[str] = set()

    def hears(self, part: str, names: Mapping[str, bool]) -> None:
        """These players use this part of the box: can it hear them now?"""
        self._without -= {name for name, heard in names.items() if heard}
        self._parts[part] = {name: heard for name, heard in names.items() if name not in self._without}

    def heard_by(self, part: str) -> set[str]:
        """Whom can this part hear now?"""
        return {name for name, heard in self._parts.get(part, {}).items() if heard}

    def listening(self, names: Iterable[str]) -> None:
        """The pages of these players listen now; those of others that did may be asleep."""
        known = dict.fromkeys(self._parts.get("pages", ()), False)
        self._parts["pages"] = known | dict.fromkeys(names, True)

    def forget(self) -> None:
        """Do not miss those who cannot be heard now, however often a part says so, until it hears them again."""
        for part, names in self._parts.items():
            self._without |= {name for name, heard in names.items() if not heard}
            self._parts[part] = {name: True for name, heard in names.items() if heard}

    def lost(self, names: Collection[str]) -> bool:
        """Could some of these players answer before, and none of them can now?"""
        told = [heard for part in self._parts.values() for name, heard in part.items() if name in names]
        return bool(told) and not any(told)
