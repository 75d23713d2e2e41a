"""How does a character of one roleset come into another, when a coin is to stand for it (CO-04)?"""

from __future__ import annotations

from typing import Any

from narrator.rules.strict_yaml import Map, merged, placed

UNITED = ("wave", "verdicts", "morning", "causes", "causes_said")
"""What the lender lists and the other does not comes before the other's own."""


def lent(tree: Map, source: Map, card: str) -> Map | None:
    """The YAML of a roleset with one card more, as another has it: its call comes last, its victory before the lovers'.

    Nothing, where the card needs more on the table than itself.
    """
    lines = source["cards"][card]
    bound = [*source.get("left_over", ()), *source.get("repertoire", ()), source.get("eve_of")]
    beside = [ballot.get("beside") for ballot in source["ballots"].values()]
    if {"needs", "together"} & set(lines) or card in bound or set(lines.get("by_day", ())) & set(beside):
        return None
    brought = {name: at for name, at in source.get("brought_together", {}).items() if at.get("of") == card}
    calls, called = tree["calls"], source["calls"]
    over: dict[str, Any] = {
        "cards": {card: lines},
        "brought_together": brought,
        "calls": {
            night: [*calls[night], *(name for name in called[night] if name in (card, *brought))]
            for night in ("first_night", "later_nights")
        },
    }
    for key in UNITED:
        own = _listed(tree, key)
        over[key] = [*(name for name in _listed(source, key) if name not in own), *own]
    if card in source["wins"]:
        wins = tree["wins"]
        at = wins.index("lovers") if "lovers" in wins else 0
        over["wins"] = [*wins[:at], card, *wins[at:]]
    return merged(tree, placed(over, tree.place))


def _listed(tree: Map, key: str) -> list[str]:
    """The words under a key, where one may stand for a list of it."""
    words = tree.get(key) or []
    return [words] if isinstance(words, str) else list(words)
