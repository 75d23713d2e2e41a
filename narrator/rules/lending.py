"""How does a character of one roleset come into another, when a coin is to stand for it (CO-04)?"""

from __future__ import annotations

from narrator.rules.strict_yaml import Items, Map, merged


def lent(tree: Map, source: Map, card: str) -> Map | None:
    """The YAML of a roleset with one card more, as another has it: its call comes last, its victory before the lovers'.

    Nothing, where the card needs more on the table than itself.
    """
    lines = source["cards"][card]
    bound = [source.get(key) or () for key in ("left_over", "repertoire", "eve_of")]
    if {"needs", "together"} & set(lines) or any(card == key or card in key for key in bound):
        return None
    brought = [name for name, at in (source.get("brought_together") or {}).items() if at.get("of") == card]
    over = Map(tree.place)
    _put(over, "cards", {card: lines})
    _put(over, "brought_together", {name: source["brought_together"][name] for name in brought})
    calls = {}
    for night in ("first_night", "later_nights"):
        more = [name for name in source["calls"][night] if name in (card, *brought)]
        calls[night] = _items(tree, [*tree["calls"][night], *more])
    _put(over, "calls", calls)
    for key in ("wave", "verdicts", "morning"):
        own = tree.get(key) or []
        _put(over, key, _items(tree, [*(name for name in source.get(key) or () if name not in own), *own]))
    causes = [cause for cause in source["causes"] if cause not in tree["causes"]]
    _put(over, "causes", _items(tree, [*tree["causes"], *causes]))
    if card in source["wins"]:
        at = tree["wins"].index("lovers")
        _put(over, "wins", _items(tree, [*tree["wins"][:at], card, *tree["wins"][at:]]))
    return merged(tree, over)


def _put(over: Map, key: str, value: object) -> None:
    if isinstance(value, dict) and not isinstance(value, Map):
        inner = Map(over.place)
        for name, under in value.items():
            inner.put(name, under, over.place, over.place)
        value = inner
    over.put(key, value, over.place, over.place)


def _items(tree: Map, names: list[str]) -> Items:
    items = Items(tree.place)
    for name in names:
        items.append(name)
        items.places.append(tree.place)
    return items
