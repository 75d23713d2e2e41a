"""At night every character that may still be alive is called, alike whether or not anybody answers (G-20)."""

from __future__ import annotations

from narrator.rules.calls import night
from narrator.rules.facts import Called, CardTurned, Died, PhaseBegan, Slept, WindowOpened
from narrator.rules.table import Table
from tests.labs.tablelab import happened, table

CARDS = {"Ann": "werewolf", "Bob": "seer", "Cid": "witch"}


def night_falls(here: Table) -> Table:
    """Call until somebody is asked."""
    night(here)
    here.run()
    return here


def test_a_character_whose_death_nobody_has_seen_is_called_all_the_same() -> None:
    here = table(CARDS)
    here.record(Died("Bob", "devoured", ("devoured",)))
    night_falls(here)
    assert [prompt.id for prompt in here.prompts] == ["werewolf.devour"]
    assert [fact.call for fact in happened(here, Called)] == ["seer", "werewolf"]
    assert [fact.prompt for fact in happened(here, WindowOpened)] == ["seer.look", "werewolf.devour"]


def test_a_character_is_called_no_more_when_all_have_seen_its_card() -> None:
    here = table(CARDS)
    here.record(Died("Bob", "devoured", ("devoured",)))
    here.record(CardTurned("Bob", "seer"))
    night_falls(here)
    assert [fact.call for fact in happened(here, Called)] == ["werewolf"]


def test_a_character_sleeps_before_the_next_one_is_called() -> None:
    here = night_falls(table({"Ann": "werewolf", "Bob": "villager", "Cid": "witch"}))
    here.answers["werewolf.devour"] = {"Ann": ("Dan",)}
    here.prompts = []
    here.run()
    heard = [f"{type(fact).__name__} {fact.call}" for fact in happened(here, Called, Slept)]
    assert heard == ["Called werewolf", "Slept werewolf", "Called witch"]


def test_characters_that_are_called_together_are_asked_in_one_window() -> None:
    cards = {"Ann": "werewolf", "Bob": "seer", "Cid": "defender"}
    here = night_falls(table(cards, "the-pact", options={"night": "together"}))
    (window,) = happened(here, WindowOpened)
    assert (window.prompt, window.beside) == ("seer.look", ("defender.protect",))
    assert [prompt.id for prompt in here.prompts] == ["seer.look", "defender.protect"]


def test_a_night_at_a_table_where_nobody_can_be_asked_any_more_ends_the_game() -> None:
    here = table(CARDS)
    for number in range(1, 5):
        here.record(PhaseBegan("night", number))
    night_falls(here)
    assert (here.winner, here.agenda) == ("draw", [])
