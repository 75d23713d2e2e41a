"""Whom the box must call tonight depends on what all have seen, and on nothing that they have not (G-20)."""

from __future__ import annotations

from narrator.rules.facts import CardDrawn, CardGiven, CardTurned, Died, PhaseBegan, PowersLost, Served
from narrator.rules.hidden_cards import due_tonight, heir_may_be_alive, lies_hidden, may_be_alive
from narrator.rules.table import Table
from tests.labs.tablelab import table


def dies(here: Table, seat: str) -> None:
    """This seat dies, and all see its card."""
    here.record(Died(seat, "vote", ("vote",)))
    here.record(CardTurned(seat, here.card[seat]))


def names(here: Table) -> list[str]:
    return [call.name for call in due_tonight(here)]


def test_a_card_may_be_alive_until_all_have_seen_every_copy_of_it() -> None:
    here = table({"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"})
    here.record(Died("Cid", "devoured", ("devoured",)))
    assert may_be_alive(here, "seer")
    here.record(CardTurned("Cid", "seer"))
    assert not may_be_alive(here, "seer")
    dies(here, "Ann")
    assert may_be_alive(here, "werewolf")
    assert not may_be_alive(here, "witch")


def test_after_a_despair_no_card_of_the_village_is_thought_to_act_unless_its_holder_may_have_been_turned() -> None:
    here = table({"Ann": "werewolf", "Bob": "seer", "Cid": "wolf-hound", "Dan": "piper"}, "the-pact")
    here.record(PhaseBegan("night", 1))
    here.record(PowersLost(("Bob",), despair=True))
    assert lies_hidden(here, "seer")
    assert [may_be_alive(here, card) for card in ("seer", "piper", "werewolf")] == [False, True, True]
    assert may_be_alive(here, "wolf-hound")


def test_a_card_that_all_have_seen_may_be_held_again_by_an_heir_in_secret() -> None:
    here = table({"Ann": "werewolf", "Bob": "seer", "Cid": "doppelganger"}, "coins")
    dies(here, "Bob")
    assert heir_may_be_alive(here)
    assert may_be_alive(here, "seer")
    dies(here, "Cid")
    assert not heir_may_be_alive(here)
    assert not may_be_alive(here, "seer")


def test_the_first_night_has_calls_that_later_nights_have_not() -> None:
    here = table({"Ann": "werewolf", "Bob": "cupid", "Cid": "seer"})
    here.night = 1
    assert names(here) == ["thief", "cupid", "lovers", "seer", "werewolf", "witch"]
    here.night = 2
    assert names(here) == ["seer", "werewolf", "witch"]


def test_first_calls_come_again_in_the_night_after_somebody_has_taken_anothers_place() -> None:
    here = table({"Ann": "werewolf", "Bob": "cupid", "Cid": "devoted-servant"}, "the-pact")
    here.record(PhaseBegan("night", 1))
    first = names(here)
    here.record(Served("Cid", "Bob", "devoted-servant"))
    here.record(CardGiven("Cid", "cupid"))
    here.record(PhaseBegan("night", 2))
    assert {*first} <= {*names(here)}
    here.record(PhaseBegan("night", 3))
    assert "cupid" not in names(here)


def test_a_card_that_was_drawn_is_called_in_the_next_night_alone_of_the_first_calls() -> None:
    here = table({"Ann": "werewolf"}, "the-pact")
    here.record(PhaseBegan("night", 1))
    here.record(CardDrawn("Bob", "cupid"))
    here.record(PhaseBegan("night", 2))
    assert "cupid" in names(here)
    assert "wild-child" not in names(here)
    here.record(PhaseBegan("night", 3))
    assert "cupid" not in names(here)


def test_characters_called_together_are_those_of_this_game() -> None:
    here = table({"Ann": "werewolf", "Bob": "defender", "Cid": "seer"}, "the-pact", options={"night": "together"})
    here.night = 2
    assert names(here)[:2] == ["seer", "defender"]
    assert "fox" not in names(here)
