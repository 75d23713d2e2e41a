"""What only one card is about is noted: for those who may know it, until a later note of the same owner and key."""

from __future__ import annotations

import pytest

from narrator import Game
from narrator.rules.facts import EVERYBODY, NOBODY, Knowers, Noted
from narrator.rules.views import View

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"]


@pytest.mark.parametrize(
    ("knowers", "sees"),
    [(NOBODY, []), (("Bob",), ["Bob"]), (EVERYBODY, [None, "Ann", "Bob", "Cid"])],
)
def test_a_note_reaches_those_who_may_know_it_and_nobody_else(knowers: Knowers, sees: list[str | None]) -> None:
    note = Noted("Cid", "model", "Ann", knowers)
    found = []
    for seat in (None, *SEATS[:3]):
        view = View(SEATS[:3], seat)
        view.see(note)
        found += [seat] if view.noted else []
    assert found == sees


def test_everybody_sees_the_groups_and_nobody_which_cards_the_actor_has_left() -> None:
    cards = {"Ann": "werewolf", "Bob": "actor", "Cid": "prejudiced-manipulator"}
    game = Game("the-pact", SEATS, cards=cards, options={"sheriff": "never"}, actor=["seer", "fox", "witch"])
    while "actor.perform" not in [prompt.id for prompt in game.prompts]:
        game.close()
    game.answer_all("actor.perform", {"Bob": "fox"})
    game.close()
    notes = [fact for fact in game.facts if isinstance(fact, Noted)]
    assert [(note.owner, note.knowers) for note in notes if note.key == "group"] == [(seat, None) for seat in SEATS]
    assert [(note.value, note.knowers) for note in notes if note.key == "ready"] == [(("seer", "witch"), ())]
