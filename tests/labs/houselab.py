"""Rolesets of a table's own, which show the words that no book of ours uses, and the library that has them."""

from pathlib import Path

from narrator.game.library import Library

HOUSES = Path(__file__).parents[1] / "rules" / "house"
HOUSE_LIBRARY = Library(HOUSES)
