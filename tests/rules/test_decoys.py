"""Who is not really asked gets a question that looks like the real one and takes as many touches (G-21, G-25)."""

from __future__ import annotations

from narrator import Game
from narrator.rules.decoys import decoy
from narrator.rules.facts import Asked, WindowOpened

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"]


def until(game: Game, prompt: str) -> None:
    while game.winner is None and all(asked.id != prompt for asked in game.prompts):
        game.close()


def test_a_decoy_of_cupids_second_question_takes_two_touches() -> None:
    cards = {"Ann": "werewolf", "Bob": "cupid"}
    game = Game("the-pact", SEATS, cards=cards, options={"harvest_festival": "on", "sheriff": "never"})
    game.answer("cupid.link", ["Cid", "Dan"])
    game.close()
    window = next(fact for fact in reversed(game.facts) if isinstance(fact, WindowOpened))
    asked, hidden = game.prompts[0], decoy(game.rules.prompts, window, "Eve", game.alive)
    assert (hidden.least, hidden.most, hidden.touches) == (asked.least, asked.most, asked.touches)
    assert hidden.read("Eve", ["Ann", "Bob"]) == ("Ann", "Bob")


def test_a_decoy_of_the_gypsys_question_takes_as_many_touches() -> None:
    cards = {"Ann": "werewolf", "Cid": "gypsy"}
    game = Game("the-pact", SEATS, cards=cards, options={"sheriff": "never"}, events=[])
    until(game, "gypsy.call")
    (asked,) = [fact.prompt for fact in game.facts if isinstance(fact, Asked) and fact.prompt.id == "gypsy.call"]
    (window,) = [fact for fact in game.facts if isinstance(fact, WindowOpened) and fact.prompt == "gypsy.call"]
    hidden = decoy(game.rules.prompts, window, "Hal", SEATS)
    assert (hidden.least, hidden.most, hidden.touches) == (asked.least, asked.most, asked.touches) == (3, 3, 3)
    assert hidden.read("Hal", ["ev-spiritualism-5", "4", "Ann"])
    assert hidden.choices == asked.choices


def test_nobody_can_tell_by_the_choices_that_a_question_means_nothing() -> None:
    """The seer cannot look at the seer; so nobody else can choose their own seat, either."""
    game = Game("millers-hollow", SEATS, cards={"Ann": "werewolf", "Bob": "seer"}, options={"sheriff": "never"})
    until(game, "seer.look")
    (window,) = [fact for fact in game.facts if isinstance(fact, WindowOpened) and fact.prompt == "seer.look"]
    hidden = decoy(game.rules.prompts, window, "Eve", game.alive)
    assert hidden.choices == tuple(seat for seat in SEATS if seat != "Eve")
    assert game.prompts[0].choices == tuple(seat for seat in SEATS if seat != "Bob")
    assert (hidden.may_pass, hidden.kind) == (game.prompts[0].may_pass, game.prompts[0].kind)
