"""A table given from Python: what has another form than its key is refused in a sentence, as everything else is."""

from __future__ import annotations

from typing import Any

import pytest

from narrator import Game, IllegalTable

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
WRONG = [
    ("roleset", None, "“roleset” must be the id of a roleset."),
    ("seats", "Ann", "“seats” must be a list of names, each a single word."),
    ("seats", None, "“seats” must be a list of names, each a single word."),
    ("seats", 8, "“seats” must be a list of names, each a single word."),
    ("seats", [1, 2, 3], "“seats” must be a list of names, each a single word."),
    ("cards", ["werewolf"], "“cards” must be seats with their cards, each a single word."),
    ("cards", {"Ann": ["werewolf"]}, "“cards” must be seats with their cards, each a single word."),
    ("deck", "werewolf", "“deck” must be a list of cards, each a single word."),
    ("centre", "seer", "“centre” must be a list of cards, each a single word."),
    ("actor", [1, 2, 3], "“actor” must be a list of three cards, each a single word."),
    ("groups", [NAMES[:4], NAMES[4:]], "“groups” must be two names, each with a list of seats."),
    ("groups", {"sun": "Ann", "moon": "Bob"}, "“groups” must be two names, each with a list of seats."),
    ("buildings", {"Ann": 1}, "“buildings” must be seats with their buildings, each a single word."),
    ("village", {"baker": -1}, "“village” must be buildings, and how many there are of each."),
    ("events", "ev-flood", "“events” must be a list of events, each a single word."),
    ("left_out", "ev-flood", "“left_out” must be a list of events, each a single word."),
    ("crier", [7], "“crier” must be a list of events, each a single word."),
    ("born", {"Ann": "1980"}, "“born” must be seats with their years of birth."),
    ("lodge", {"Ann": "mars"}, "“lodge” must be seats with `sun` or `moon`."),
    ("alignment", ["werewolf"], "“alignment” must be seats with their alignment cards, each a single word."),
    ("villages", "Hill", "“villages” must be a list of other villages, each a single word."),
    ("house_rule", 3, "“house_rule” must be a card."),
    (
        "options",
        ["sheriff"],
        "“options” must be options with their values, each a single word, or a list of words.",
    ),
    ("lots", 3, "“lots” must be a list of lots, each a single word."),
    ("house_deck", "no", "“house_deck” must be yes or no."),
    ("seed", "1", "“seed” must be a number."),
    ("seed", 1.5, "“seed” must be a number."),
    ("seed", True, "“seed” must be a number."),
]


@pytest.mark.parametrize(("key", "value", "sentence"), WRONG)
def test_what_has_another_form_is_refused_in_a_sentence(key: str, value: object, sentence: str) -> None:
    table: dict[str, Any] = {"roleset": "the-pact", "seats": NAMES, "cards": {"Ann": "werewolf"}, key: value}
    with pytest.raises(IllegalTable) as refused:
        Game(**table)
    assert (refused.value.code, refused.value.sentence) == ("wrong-form", sentence)


def test_a_game_keeps_a_copy_of_what_it_was_given() -> None:
    names, cards = list(NAMES), {"Ann": "werewolf"}
    game = Game("millers-hollow", names, cards=cards, options={"sheriff": "never"})
    names.clear()
    cards["Bob"] = "seer"
    assert (game.header["seats"], game.header["cards"]) == (NAMES, {"Ann": "werewolf"})
