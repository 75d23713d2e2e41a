"""A card that comes as a guest brings its calls and its victory, whether its roleset has one word or a list of them."""

from __future__ import annotations

import pytest

from narrator.rules.guests import with_guest
from narrator.rules.strict_yaml import Map, read

HOME = """\
cards: {{imp: {{side: imp}}}}
brought_together: {{swarm: {{of: {of}}}}}
calls: {{first_night: {first}, later_nights: {later}}}
wins: {wins}
"""
AWAY = """\
cards: {werewolf: {}}
calls: {first_night: [werewolf], later_nights: werewolf}
wins: werewolves
"""


def laid(text: str) -> Map:
    return read(text, "guests.yaml")


@pytest.mark.parametrize(
    ("of", "first", "later", "wins"),
    [("imp", "[imp, swarm]", "swarm", "imp"), ("[imp]", "[imp, swarm]", "[swarm]", "[imp]")],
)
def test_single_words_of_a_guests_roleset_are_lists_of_one(of: str, first: str, later: str, wins: str) -> None:
    tree = with_guest(laid(AWAY), laid(HOME.format(of=of, first=first, later=later, wins=wins)), "imp")
    assert list(tree["calls"]["first_night"]) == ["werewolf", "imp", "swarm"]
    assert list(tree["calls"]["later_nights"]) == ["werewolf", "swarm"]
    assert list(tree["wins"]) == ["imp", "werewolves"]
    assert list(tree["brought_together"]) == ["swarm"]


def test_causes_of_a_guests_roleset_keep_their_order_among_those_that_both_have() -> None:
    causes = "causes: [fright, devoured, poison, rust]\n"
    home = laid(HOME.format(of="imp", first="imp", later="imp", wins="imp") + causes)
    away = laid(AWAY + "causes: [devoured, poison, shot]\nmorning: [silence]\n")
    assert list(with_guest(away, home, "imp")["causes"]) == ["fright", "devoured", "poison", "rust", "shot"]
    assert list(with_guest(away, home, "imp")["morning"]) == ["silence"]
