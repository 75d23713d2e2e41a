"""A vote has chosen a seat: what may happen instead of its elimination? Tried in the roleset's order (BD-21)."""

from __future__ import annotations

from collections.abc import Callable

from narrator.rules.registry import Registry
from narrator.rules.table import Table

Verdict = Callable[[Table, str], bool]
"""Answers whether the seat is spared, after letting happen what happens then."""

verdict: Registry[Verdict] = Registry("verdict")
