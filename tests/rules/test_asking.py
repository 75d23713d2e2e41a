"""A prompt is put to those who have a legal choice, and silence is a pass, a no or a lot (G-05, G-06)."""

from __future__ import annotations

from narrator import Game
from narrator.rules.asking import able, close, made, put, read_all
from narrator.rules.facts import Chose, PhaseBegan, Told, Used, WindowOpened
from narrator.rules.prompts import Prompt
from tests.labs.tablelab import happened, table

SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve"]


def until(game: Game, prompt: str) -> None:
    while game.winner is None and all(asked.id != prompt for asked in game.prompts):
        game.close()


def told(game: Game, seat: str) -> list[str]:
    """What this seat was told about, in order: seats, `lover`, `pack`, …"""
    return [event.about for event in game.events if isinstance(event, Told) and event.seat == seat]


def test_g_05_a_required_answer_that_is_missing_is_drawn_by_lot() -> None:
    cards = {"Ann": "werewolf", "Cid": "seer"}
    game = Game("millers-hollow", SEATS, cards=cards, options={"sheriff": "never"}, lots=["Dan"], seed=1)
    until(game, "seer.look")
    game.close()
    assert told(game, "Cid") == ["Dan"]
    assert game.lots_left == ()


def test_g_05_the_lot_falls_on_legal_choices_only() -> None:
    seats = ["Ann", "Bob", "Cid", "Dan", "Eve"]
    fallen = set()
    for seed in range(40):
        game = Game(roleset="classic", seats=seats, cards={"Ann": "werewolf", "Bob": "cupid"}, seed=seed,
                    options={"cupid": "on"})  # fmt: skip
        until(game, "cupid.link")
        game.close()
        until(game, "village.vote")
        lovers = tuple(seat for seat in seats if "lover" in told(game, seat))
        assert len(lovers) == 2
        assert "Bob" not in lovers
        fallen.add(lovers)
    assert len(fallen) == 6, "every couple can be drawn"


def test_what_has_no_legal_choice_is_not_put_and_nobody_hears_of_it() -> None:
    here = table({"Ann": "werewolf", "Bob": "hunter"})
    rule = here.rules.prompts["sheriff.succeed"]
    assert not put(here, rule, ["Ann"], among=[])
    assert not put(here, rule, [])
    assert (here.prompts, happened(here, WindowOpened)) == ([], [])
    assert put(here, rule, ["Ann"])
    assert [prompt.id for prompt in here.prompts] == ["sheriff.succeed"]


def test_who_was_chosen_last_night_cannot_be_chosen_tonight_but_tomorrow() -> None:
    here = table({"Ann": "werewolf", "Bob": "defender"}, "the-pact")
    rule = here.rules.prompts["defender.protect"]

    def may_protect_cid(night: int) -> bool:
        here.record(PhaseBegan("night", night))
        prompt = made(here, rule, ["Bob"])
        return prompt is not None and "Cid" in prompt.choices

    assert may_protect_cid(1)
    here.record(Chose("Bob", rule.id, "Cid"))
    assert [may_protect_cid(night) for night in (2, 3)] == [False, True]


def test_who_has_used_a_power_up_is_not_asked_again() -> None:
    here = table({"Ann": "werewolf", "Bob": "witch", "Cid": "witch"})
    rule = here.rules.prompts["witch.poison"]
    here.record(Used("Bob", rule.id))
    assert able(here, rule, here.holders("witch")) == ["Cid"]


def test_an_answer_that_was_given_stays_when_the_time_is_over_and_silence_passes() -> None:
    here = table({"Ann": "werewolf", "Bob": "werewolf"})
    put(here, here.rules.prompts["werewolf.devour"], ["Ann", "Bob"])
    here.answers["werewolf.devour"]["Bob"] = ("Cid",)
    close(here)
    assert here.answered("werewolf.devour") == {"Ann": (), "Bob": ("Cid",)}
    assert here.prompts == []


def test_several_answers_are_read_as_each_alone_would_be() -> None:
    prompt = Prompt("village.vote", tuple(SEATS), tuple(SEATS), may_pass=True, must=("Eve",))
    values = {"Ann": "Bob", "Bob": None, "Cid": ["Dan"], "Dan": "pass", "Eve": "Ann"}
    assert read_all(prompt, dict(values)) == {seat: prompt.read(seat, value) for seat, value in values.items()}
