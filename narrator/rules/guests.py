"""How does a card of one roleset come into another as a guest, when a coin is to stand for it (CO-04)?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator.rules.strict_yaml import Map, merged, placed
from narrator.rules.table import IllegalTable

UNITED = ("wave", "verdicts", "morning", "causes", "causes_said")
"""Of these lists a table with a guest has its own, and every word of the guest's roleset besides: right after the word
before it there, or at the head."""


def obstacle(source: Map, card: str) -> IllegalTable | None:
    """The refusal of a card of this roleset that needs on the table what no coin brings; nothing where it can be a
    guest."""
    lines = source["cards"][card]
    if "needs" in lines:
        return IllegalTable("bad-house-rule", "lend-needs", card=card, needs=lines["needs"])
    if "seen_as" in lines or lines.get("revealed") in source["cards"]:
        return IllegalTable("bad-house-rule", "lend-looks", card=card)
    if "together" in lines:
        return IllegalTable("bad-house-rule", "lend-together", card=card, copies=lines.get("copies", 1))
    if card in source.get("left_over", ()):
        return IllegalTable("bad-house-rule", "lend-centre", card=card)
    if card in source.get("repertoire", ()):
        return IllegalTable("bad-house-rule", "lend-ready", card=card)
    if card == source.get("eve_of"):
        return IllegalTable("bad-house-rule", "lend-eve", card=card)
    return None


def with_guest(tree: Map, source: Map, card: str) -> Map:
    """The YAML of a roleset with one more card, as another roleset has it; there must be no `obstacle` to it. Its call
    comes last, and its victory before the lovers'."""
    lines = source["cards"][card]
    brought = {name: at for name, at in source.get("brought_together", {}).items() if card in _listed(at, "of")}
    calls, called = tree["calls"], source["calls"]
    over: dict[str, Any] = {
        "cards": {card: lines},
        "brought_together": brought,
        "calls": {
            night: [*_listed(calls, night), *(name for name in _listed(called, night) if name in (card, *brought))]
            for night in ("first_night", "later_nights")
        },
    }
    for key in UNITED:
        united, at = _listed(tree, key), 0
        for name in _listed(source, key):
            if name not in united:
                united.insert(at, name)
            at = united.index(name) + 1
        over[key] = united
    if card in _listed(source, "wins"):
        wins = _listed(tree, "wins")
        at = wins.index("lovers") if "lovers" in wins else 0
        over["wins"] = [*wins[:at], card, *wins[at:]]
    return merged(tree, placed(over, tree.place))


def _listed(tree: Mapping[str, Any], key: str) -> list[str]:
    """The words under a key, where one may stand for a list of it."""
    words = tree.get(key) or []
    return [words] if isinstance(words, str) else list(words)
