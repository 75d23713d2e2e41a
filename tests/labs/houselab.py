"""Rolesets of a table's own, which show the words that no book of ours uses, and the shelf that has them."""

from pathlib import Path

from narrator.game.library import Shelf

HOUSES = Path(__file__).parents[1] / "rules" / "house"
HOUSE_SHELF = Shelf(HOUSES)
