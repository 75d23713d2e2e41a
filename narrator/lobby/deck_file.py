"""Which cards does a file put into the deck? Each with its number, as in `{werewolf: 2, seer: 1, villager: 5}`."""

from __future__ import annotations

from pathlib import Path

from narrator.errors import BadFile
from narrator.files import text
from narrator.rules.reader import Reader
from narrator.rules.rolesets import Roleset
from narrator.rules.strict_yaml import read


def deck_in(file: Path, rules: Roleset) -> dict[str, int]:
    """The deck in a file; raises `BadFile` (`unreadable`, `yaml`, `deck`) with everything that is wrong in the file."""
    tree = read(text(file), str(file))
    reader = Reader()
    reader.known(tree, rules.cards, kind="card")
    deck = {card: reader.number(tree, card, 0, 0, rules.cards[card].copies) for card in tree if card in rules.cards}
    if not reader.problems and not sum(deck.values()):
        reader.problem(tree.place, "A deck names cards and how many, as in `werewolf: 2`.")
    if reader.problems:
        raise BadFile("deck", reader.problems)
    return {card: number for card, number in deck.items() if number}
