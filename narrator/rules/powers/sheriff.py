"""The sheriff: decides ties, and names an heir (PA-35, PA-43)."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.pools import eligible
from narrator.rules.registry import condition, pool
from narrator.rules.table import Table


@pool
def heirs(table: Table, asker: str) -> Sequence[str]:
    """Every other living seat that may hold an office and is not about to die."""
    dying = [seat for seat, _ in table.dying]
    return [seat for seat in eligible(table, asker) if seat != asker and seat not in dying]


@condition
def only_own_lover_besides(table: Table) -> bool:
    """Does the sheriff love everybody else who is tied (PA-35)?"""
    sheriff = table.office.get("sheriff") or ""
    others = set(table.tied) - {sheriff}
    return bool(others) and others.issubset(table.lover.get(sheriff, ()))
