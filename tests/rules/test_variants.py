"""Variants of The Pact, where a scenario cannot look: what is public, in which order, and any mix of options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from narrator.game.bots import random_answers
from narrator.game.game import Game
from narrator.rules.base_facts import EVERYBODY
from narrator.rules.facts import Announced, Asked, Called, CardTurned, Eliminated, WindowOpened
from narrator.rules.variant_facts import CandlesOut, SecondDealt

SEATS = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
VALUES = {
    "double_you": ("open", "secret"), "moonlight": ("on", "hard"), "innocents": ("on",), "graffiti": ("on",),
    "harvest_festival": ("on",), "black_plague": ("on",), "trance": ("on",), "buildings": ("on",),
    "events": ("on",), "event_variants": ("on",),    "brave_idiot": ("on",), "parity": ("on",),
}  # fmt: skip


def table(**keys: Any) -> Game:
    options = {"sheriff": "never", **keys.pop("options", {})}
    if "events" not in options:
        options.pop("event_variants", None)
    return Game("the-pact", keys.pop("seats", SEATS), options=options, seed=keys.pop("seed", 1), **keys)


def pass_to(game: Game, prompt: str) -> None:
    while game.winner is None and all(asked.id != prompt for asked in game.prompts):
        game.close()


def play(game: Game, dice: Random) -> None:
    while prompts := game.prompts:
        for prompt in prompts:
            given = random_answers(prompt, prompt.seats, dice)
            if prompt.standing and dice.random() < 0.9:
                continue
            if prompt.bots == "never" and dice.random() < 0.1:
                given = {prompt.seats[0]: prompt.choices_of(prompt.seats[0])[0]}
            game.answer_all(prompt.id, given)
            if prompt.standing and any(given.values()):
                break
        else:
            game.close()


@pytest.mark.parametrize("seed", range(60))
def test_any_mix_of_variants_comes_to_an_end_and_can_be_played_again(seed: int) -> None:
    dice = Random(seed)
    options = {name: dice.choice(values) for name, values in VALUES.items() if dice.random() < 0.4}
    seats = [f"{number}" for number in range(1, 10 if "double_you" in options else 16)]
    keys: dict[str, Any] = {}
    if dice.random() < 0.5:
        keys = {"born": {seat: dice.randint(1940, 2010) for seat in seats}}
        keys["lodge"] = {seat: dice.choice(("sun", "moon")) for seat in seats}
    game = table(seats=seats, options=options, seed=seed, **keys)
    play(game, dice)
    again = Game(**game.header)
    again.play(game.entries)
    assert list(again.facts) == list(game.facts)
    assert again.winner == game.winner


def test_candles_go_out_before_anybody_is_named() -> None:
    game = table(options={"moonlight": "on"}, cards={"Ann": "werewolf"})
    game.answer("werewolf.devour", "Bob")
    game.close()
    game.answer_all("village.vote", dict.fromkeys(game.alive, "Cid"))
    game.close()
    told = [fact for fact in game.facts if isinstance(fact, (CandlesOut, Eliminated))]
    assert told == [
        CandlesOut(("Bob",), False), Eliminated(("Bob",), "dawn"),
        CandlesOut(("Cid",), True), Eliminated(("Cid",), "vote"),
    ]  # fmt: skip


def test_the_card_that_lay_open_is_not_turned_up_again_at_its_holders_death() -> None:
    """VA-05."""
    game = table(options={"double_you": "open"}, seats=SEATS[:7], cards={"Ann": "seer"}, alignment={"Bob": "werewolf"})
    pass_to(game, "werewolf.devour")
    game.answer("werewolf.devour", "Ann")
    game.close()
    turned = [fact.card for fact in game.facts if isinstance(fact, CardTurned) and fact.seat == "Ann"]
    assert turned == ["seer", "villager"]


def test_all_open_cards_are_dealt_before_the_first_is_read_out() -> None:
    """So that whoever looks at their cards while they are dealt sees both (VA-05)."""
    facts = table(options={"double_you": "open"}, seats=SEATS[:7]).facts
    dealt = [at for at, fact in enumerate(facts) if isinstance(fact, SecondDealt)]
    assert dealt[-1] < next(at for at, fact in enumerate(facts) if isinstance(fact, CardTurned))


def test_nobody_but_the_host_can_see_that_the_plague_rages() -> None:
    """All that is public of the first night and dawn is the same with a pack that devours the plague's first victim."""
    deck = ["werewolf", "werewolf", "seer", "witch", *["villager"] * 4]

    def public(game: Game) -> list[Any]:
        while game.phase != "day 1":
            for prompt in game.prompts:
                if prompt.id == "werewolf.devour":
                    game.answer_all(prompt.id, dict.fromkeys(prompt.seats, victim))
            game.close()
        return [fact for fact in game.events if fact.knowers is EVERYBODY and not isinstance(fact, WindowOpened)]

    for seed in range(20):
        plague = table(options={"black_plague": "on"}, deck=deck, seed=seed)
        plague.close()
        victim = next(fact.what[0] for fact in _struck(plague))
        usual = table(deck=deck, seed=seed)
        if victim in usual.prompts[0].seats or not _may_die(usual, victim):
            continue
        assert [type(fact) for fact in public(plague)] == [type(fact) for fact in public(usual)]
        assert plague.deck == usual.deck
        return
    raise AssertionError("no seed in which the plague strikes somebody whom a pack could devour")


def _struck(game: Game) -> list[Any]:
    from narrator.rules.facts import Noted, Told

    noted = [fact for fact in game.facts if isinstance(fact, Noted) and (fact.owner, fact.key) == ("plague", "last")]
    return [Told(fact.value, "plague", (fact.value,)) for fact in noted]


def _may_die(game: Game, victim: str) -> bool:
    return all(victim not in fact.prompt.seats for fact in game.facts if isinstance(fact, Asked))


def test_lines_on_the_wall_are_read_in_an_order_that_names_nobody() -> None:
    orders = set()
    for seed in range(20):
        game = table(options={"graffiti": "on"}, cards={"Ann": "werewolf"}, seed=seed)
        pass_to(game, "village.graffiti")
        game.answer_all("village.graffiti", {"Bob": "one", "Cid": "two", "Dan": "three"})
        game.close()
        lines = tuple(
            fact.about[0] for fact in game.facts if isinstance(fact, Announced) and fact.cue == "graffiti.line"
        )
        assert sorted(lines) == ["one", "three", "two"]
        orders.add(lines)
    assert len(orders) > 2


def test_a_vote_before_the_others_is_given_openly_and_once() -> None:
    """The sheriff at the festival: whoever dies of a razor meanwhile leaves nobody to vote twice."""
    game = table(
        options={"harvest_festival": "on", "buildings": "on", "sheriff": "start"},
        cards={"Ann": "werewolf"},
        buildings={"Bob": "barber", "Ann": "baker"},
    )
    game.answer_all("sheriff.elect", dict.fromkeys(game.alive, "Cid"))
    game.close()
    pass_to(game, "village.vote")
    assert [prompt.seats for prompt in game.prompts if prompt.id == "village.vote"] == [("Cid",)]
    game.answer("village.vote", "Dan", "Cid")
    game.close()
    assert "Cid" not in next(prompt.seats for prompt in game.prompts if prompt.id == "village.vote")


def test_a_sheriff_votes_along_with_the_others_where_there_is_no_festival_today() -> None:
    options = {"events": "on", "event_variants": "on", "sheriff": "start"}
    game = table(options=options, cards={"Ann": "werewolf"})
    game.answer_all("sheriff.elect", dict.fromkeys(game.alive, "Cid"))
    pass_to(game, "village.vote")
    assert [prompt.seats for prompt in game.prompts if prompt.id == "village.vote"] == [game.alive]


def test_calls_of_the_werewolves_go_on_in_a_village_without_any() -> None:
    game = table(options={"black_plague": "on"}, cards={"Ann": "seer"})
    while game.winner is None:
        game.close()
    nights = [fact.call for fact in game.facts if isinstance(fact, Called)]
    assert nights.count("werewolf") == game.night


def test_nobody_declares_a_plague_while_a_dying_sheriff_names_an_heir() -> None:
    """What stands open all day rests while a chain runs, whatever the options (VA-07, VA-08, G-30)."""
    game = table(cards={"Ann": "werewolf"}, options={"harvest_festival": "on", "sheriff": "start"})
    game.answer_all("sheriff.elect", dict.fromkeys(SEATS, "Bob"))
    pass_to(game, "village.vote")
    game.answer("village.vote", "Cid", "Bob")
    game.close()
    voters = next(prompt.seats for prompt in game.prompts if prompt.id == "village.vote")
    game.answer_all("village.vote", dict.fromkeys(voters, "Bob"))
    game.close()
    pass_to(game, "sheriff.succeed")
    assert [prompt.id for prompt in game.prompts] == ["sheriff.succeed"]


def test_a_sheriff_who_leaves_while_choosing_a_crier_appoints_nobody() -> None:
    options = {"events": "on", "town_crier": "on", "hamlets": "on", "sheriff": "start"}
    game = table(cards={"Ann": "werewolf"}, options=options, villages=["Elsewhere"])
    game.answer_all("sheriff.elect", dict.fromkeys(SEATS, "Bob"))
    pass_to(game, "sheriff.appoint")
    game.answer("player.leave", "Elsewhere", "Bob")
    game.answer("sheriff.succeed", "Cid", "Bob")
    game.close()
    assert [prompt.seats for prompt in game.prompts if prompt.id == "sheriff.appoint"] == [("Cid",)]
